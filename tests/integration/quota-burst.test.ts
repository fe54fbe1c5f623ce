import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResourceQuota, Workload } from '@/server/objects/types';
import {
  AdmissionCluster,
  type Admitting,
  RECOMMENDED_AMOUNTS,
  REQUESTED_AMOUNTS,
  requestsOf,
} from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { until } from '../support/until';

const NAME = 'burst';
const REPLICAS = 8;
const { cpu: STATED = 0 } = REQUESTED_AMOUNTS;
const { cpu: RAISED = 0 } = RECOMMENDED_AMOUNTS;
/** Room for some raises, and half of another. */
const hardFor = (raised: number) => `${REPLICAS * STATED + Math.floor((raised + 0.5) * (RAISED - STATED))}m`;

let cluster: AdmissionCluster;
let admitting: Admitting;

beforeAll(async () => {
  cluster = await AdmissionCluster.start();
  admitting = await cluster.admitting();
  await cluster.create<ResourceQuota>('resourcequotas', {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: NAME, namespace: NAMESPACE },
    spec: { hard: { 'requests.cpu': hardFor(0) } },
  });
  await cluster.autoscaler(NAME);
  await admitting.sees(NAME);
  await cluster.deployment(NAME, 0);
});

afterAll(() => cluster?.close());

/** Once admission has seen a quota of which nothing is used, and no replica. */
async function begin(hard: string): Promise<void> {
  const { caches } = admitting.context;
  scale(0);
  cluster.sandbox.registry.mutate<ResourceQuota>('resourcequotas', NAMESPACE, NAME, (draft) => {
    draft.spec = { hard: { 'requests.cpu': hard } };
  });
  await until('a quota of which nothing is used', () => {
    const { status } = caches.resourceQuotas.get(NAMESPACE, NAME) ?? {};
    return status?.hard?.['requests.cpu'] === hard && status.used?.['requests.cpu'] === '0';
  });
  await until('no replica', () => {
    const [set] = caches.replicaSets.list(NAMESPACE);
    return set?.spec.replicas === 0 && set.status?.replicas === 0;
  });
}

function scale(replicas: number): void {
  cluster.sandbox.registry.mutate<Workload>('deployments.apps', NAMESPACE, NAME, (draft) => {
    draft.spec.replicas = replicas;
  });
}

// A ReplicaSet creates its pods in batches, so that several are under review before a quota counts any of them.
it.each([0, 1, 3, 7, 8])(
  'creates all replicas of a burst, and raises the %i that a quota has room for',
  async (raised) => {
    await begin(hardFor(raised));
    scale(REPLICAS);
    await until('all pods', () => cluster.pods(NAME).length === REPLICAS);
    const amounts = cluster.pods(NAME).map((pod) => requestsOf(pod).cpu);
    expect(amounts.filter((amount) => amount === RAISED)).toHaveLength(raised);
  },
);
