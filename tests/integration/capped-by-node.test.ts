import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InboxView } from '@/server/contract/inbox';
import type { PlanView } from '@/server/contract/plan';
import type { WorkloadAnswer, WorkloadsView } from '@/server/contract/workloads';
import { GET as getInbox } from '@/server/host/api/inbox/route';
import { GET as getPlan } from '@/server/host/api/plan/route';
import { GET as getWorkload } from '@/server/host/api/workloads/[namespace]/[name]/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import type { KubeObject, Pod } from '@/server/objects/types';
import { formatAmount } from '@/server/words/amounts';
import { evidenceOf } from '@/server/words/reasons';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

const LABELS = { app: 'burst' };
const BURST = { namespace: 'shop', name: 'burst' };

let cluster: ApiCluster;
let process: Recommending;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.create('nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'small' },
    status: { allocatable: { cpu: '4', memory: '2Gi', pods: '110' } },
  } as KubeObject);
  const containers = [{ name: 'app', image: 'app:1', resources: { requests: { memory: '256Mi' } } }];
  const template = { metadata: { labels: LABELS }, spec: { containers } };
  const owner = await cluster.create('replicasets.apps', {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: BURST,
    spec: { replicas: 2, selector: { matchLabels: LABELS }, template },
  } as KubeObject);
  const { uid = '' } = owner.metadata;
  for (const name of ['burst-1', 'burst-2']) {
    await cluster.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        namespace: 'shop',
        name,
        labels: LABELS,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'burst', uid, controller: true },
        ],
      },
      spec: { nodeName: 'small', containers },
    });
    cluster.registry.mutate<Pod>('pods', 'shop', name, (pod) => {
      pod.status = { ...pod.status, phase: 'Running' };
    });
    cluster.usage.set(`shop/${name}`, { app: { cpu: '100m', memory: '6Gi' } });
  }
  await cluster.create(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: BURST,
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'burst' },
      updatePolicy: { updateMode: 'Recreate' },
    },
  } as KubeObject);
  process = await Recommending.start(cluster, { roles: ['recommender', 'updater'], leaderElect: false });
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

async function read<T>(handler: unknown, params: object = {}): Promise<T> {
  const get = handler as (request: Request, of: object) => Promise<Response>;
  return (await (await get(new Request('http://localhost/api'), params)).json()) as T;
}

it('a target cut to the largest node is one amount in list, plan, inbox and page', async () => {
  const [target, needed] = await process.until(async () => {
    const { rows } = await read<WorkloadsView>(getWorkloads);
    const memory = rows[0]?.containers[0]?.memory;
    expect(memory?.cap?.by).toBe('largest-node');
    return [memory?.target ?? 0, memory?.cap?.needs ?? 0];
  });
  const amounts = [target, needed].map((bytes) => formatAmount('memory', bytes));
  const page = await read<WorkloadAnswer>(getWorkload, BURST);
  expect(page.containers[0]?.memory).toMatchObject({ target, cap: { needs: needed } });

  const plan = await process.until(async () => {
    const { rows, atMs } = await read<PlanView>(getPlan);
    const [group] = rows[0]?.groups ?? [];
    const reason = group?.reasons.find(({ code }) => code === 'exceeds-largest-node');
    if (!group || !reason) throw new Error(`no such reason yet: ${JSON.stringify(group)}`);
    return { changes: group.changes, says: evidenceOf(reason, atMs) };
  });
  expect(plan.changes[0]?.to.memory).toBe(target);
  const told = JSON.stringify((await read<InboxView>(getInbox)).rows);
  for (const amount of amounts) {
    expect(plan.says).toContain(amount);
    expect(told).toContain(amount);
  }
});
