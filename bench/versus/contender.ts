import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { unlessMissing } from '@/server/kube/errors';
import { API_RESOURCES, pathOf } from '@/server/kube/resources';
import { Besieged, passesIn } from '../siege/besieged';
import type { Victim } from '../siege/victims';

const PASS_EVERY_MS = 60_000;
/** The bench's own questions wait for no budget. */
const UNLIMITED = { qps: 1_000, burst: 1_000 };

export const clientFor = (kubeconfig: string): KubeClient =>
  KubeClient.connect(loadAccess({ kubeconfig }), UNLIMITED);

/** All processes of one side, on the cluster that both work on in turns. */
export interface Contender {
  readonly name: 'ours' | 'reference';
  readonly client: KubeClient;
  readonly webhookPort: number;
  /** Where its webhook takes reviews. */
  reviewPath(): Promise<string>;
  /** Of all its processes together, in bytes. @throws Error if one ended */
  rssBytes(): number;
  /** Of `rssBytes`, the pages of files that several of its processes map, beyond the first time. @throws Error if one ended */
  mappedAgainBytes(): number;
  /** CPU time of all its processes since they started, in milliseconds. @throws Error if one ended */
  cpuMs(): number;
  /** Passes of its recommender so far. */
  passes(): Promise<{ readonly count: number; readonly seconds: number }>;
  stop(): Promise<void>;
}

/** Starts what the manifests run, with a pass a minute as the reference has. The pages must be built. */
export async function startOurs(victim: Victim, kubeconfig: string): Promise<Contender> {
  const besieged = await Besieged.start(victim, kubeconfig, PASS_EVERY_MS);
  const client = clientFor(kubeconfig);
  return {
    name: 'ours',
    client,
    webhookPort: besieged.webhookPort,
    reviewPath: () => besieged.path(),
    rssBytes: () => Object.values(besieged.rssBytes()).reduce((sum, bytes) => sum + bytes, 0),
    mappedAgainBytes: () => besieged.mappedAgainBytes(),
    cpuMs: () => besieged.cpuMs(),
    passes: async () => passesIn(await besieged.textOf('/metrics')),
    stop: async () => {
      await besieged.stop();
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
