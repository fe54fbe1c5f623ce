import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { unlessMissing } from '@/server/kube/errors';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import { passesIn, RunningPod } from '../pod/running-pod';
import { ADMITS, type PodShape } from '../pod/shapes';

const PASS_EVERY_MS = 60_000;
/** The bench's own questions wait for no budget. */
const UNLIMITED = { qps: 1_000, burst: 1_000 };

export const clientFor = (kubeconfig: string): KubeClient =>
  KubeClient.connect(loadAccess({ kubeconfig }), UNLIMITED);

/** All processes of one side, on the cluster that both work on in turns. */
export interface Contender {
  readonly name: string;
  readonly client: KubeClient;
  readonly webhookPort: number;
  /** Starts one more admission, which logs nothing, where that can be told by a flag; its port. */
  readonly quietAdmission?: () => Promise<number>;
  /** What its clients call themselves to an API server. */
  readonly agents: RegExp;
  /** Where its webhook takes reviews. */
  reviewPath(): Promise<string>;
  /** Of all its processes together, in bytes. @throws Error if one ended */
  rssBytes(): number;
  /** Of `rssBytes`, the pages of files that several of its processes map, beyond the first time. @throws Error if one ended */
  mappedAgainBytes(): number;
  /** Of the process that admits alone, in bytes; NaN without one. @throws Error if one ended */
  admissionBytes(): number;
  /** CPU time of all its processes since they started, in milliseconds. @throws Error if one ended */
  cpuMs(): number;
  /** Passes of its recommender so far. */
  passes(): Promise<{ readonly count: number; readonly seconds: number }>;
  stop(): Promise<void>;
}

/** Starts what the manifests run, with a pass a minute as the reference has. The pages must be built. */
export async function startOurs(shape: PodShape, kubeconfig: string): Promise<Contender> {
  const pod = await RunningPod.start(shape, kubeconfig, PASS_EVERY_MS);
  const client = clientFor(kubeconfig);
  return {
    name: shape.name,
    client,
    webhookPort: pod.webhookPort,
    agents: /^plumbline/,
    admissionBytes: () => pod.rssBytes()[ADMITS.name] ?? Number.NaN,
    reviewPath: () => pod.path(),
    rssBytes: () => Object.values(pod.rssBytes()).reduce((sum, bytes) => sum + bytes, 0),
    mappedAgainBytes: () => pod.mappedAgainBytes(),
    cpuMs: () => pod.cpuMs(),
    passes: async () => passesIn(await pod.textOf('/metrics')),
    stop: async () => {
      await pod.stop();
      await unregister(client, 'plumbline');
      await client.close();
    },
  };
}

/** The next side must not wait for a webhook that is gone. */
export async function unregister(client: KubeClient, name: string): Promise<void> {
  const path = pathOf(API_RESOURCES.mutatingWebhookConfigurations, undefined, name);
  await unlessMissing(client.request('DELETE', path));
}
