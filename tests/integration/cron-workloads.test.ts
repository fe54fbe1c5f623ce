import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanView } from '@/server/contract/plan';
import type { WorkloadsView } from '@/server/contract/workloads';
import { GET as getPlan } from '@/server/host/api/plan/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import type { KubeObject, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

const LABELS = { app: 'nightly' };
const AS_ADMITTED = { cpu: '300m', memory: '400Mi' };

let cluster: ApiCluster;
let process: Recommending;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  const requests = { cpu: '500m', memory: '512Mi' };
  const template = {
    metadata: { labels: LABELS },
    spec: { containers: [{ name: 'app', image: 'app:1', resources: { requests } }] },
  };
  await cluster.create('cronjobs.batch', {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { namespace: 'shop', name: 'nightly' },
    spec: { schedule: '0 3 * * *', jobTemplate: { spec: { parallelism: 2, template } } },
  } as KubeObject);
  await cluster.create(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name: 'nightly' },
    spec: {
      targetRef: { apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly' },
      updatePolicy: { updateMode: 'Initial' },
    },
  } as KubeObject);
  process = await Recommending.start(cluster, { roles: ['recommender', 'updater'], leaderElect: false });
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

async function runs(name: string): Promise<void> {
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name, labels: LABELS },
    spec: {
      nodeName: 'node-1',
      containers: [{ name: 'app', image: 'app:1', resources: { requests: AS_ADMITTED } }],
    },
  });
  phase(name, 'Running');
  cluster.usage.set(`shop/${name}`, { app: { cpu: '700m', memory: '300Mi' } });
}

function phase(name: string, to: 'Running' | 'Succeeded'): void {
  const change = (draft: Pod) => {
    draft.status = { ...draft.status, phase: to };
  };
  cluster.registry.mutate<Pod>('pods', 'shop', name, change, { subresource: 'status' });
}

async function read<T>(handler: unknown): Promise<T> {
  const params = {};
  const get = handler as (request: Request, of: typeof params) => Promise<Response>;
  return (await (await get(new Request('http://localhost/api'), params)).json()) as T;
}

const workloads = () => read<WorkloadsView>(getWorkloads);

describe('a CronJob', () => {
  it('is judged by what new pods start with, as well during a run as between, and counts in sums while it runs', async () => {
    await runs('nightly-1');
    const during = await process.until(async () => {
      const { rows, overview } = await workloads();
      const [row] = rows;
      expect(row).toMatchObject({ pods: 1, isOfNewPods: true });
      // As admission sets it once the status says so.
      expect(row?.containers[0]?.cpu.request?.max).toBe(row?.containers[0]?.cpu.target ?? Number.NaN);
      return { row, overview };
    });
    const [{ cpu, memory } = {}] = during.row?.containers ?? [];
    expect(cpu?.target).toBeGreaterThan(500);
    expect(during.row?.standing).toBe('within');
    expect(during.overview.cpu).toMatchObject({
      requested: 300,
      missing: { request: 0, target: 0 },
    });

    phase('nightly-1', 'Succeeded');
    cluster.usage.delete('shop/nightly-1');
    const between = await process.until(async () => {
      const { rows, overview } = await workloads();
      expect(rows[0]).toMatchObject({ pods: 0, isOfNewPods: true });
      return { row: rows[0], overview };
    });
    expect(between.row?.containers).toMatchObject([
      { name: 'app', cpu: { request: cpu?.request }, memory: { request: memory?.request } },
    ]);
    expect(between.row?.standing).toBe(during.row?.standing);
    expect([between.overview.cpu.requested, between.overview.memory.requested]).toEqual([0, 0]);
  });

  it('is judged by what its quota leaves to new pods', async () => {
    const [before] = (await workloads()).rows;
    expect(before?.containers[0]?.cpu.request?.max).toBeGreaterThan(500);
    await cluster.create('resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { namespace: 'shop', name: 'small' },
      spec: { hard: { 'requests.cpu': '510m' } },
    } as KubeObject);
    await process.until(async () => {
      const [row] = (await workloads()).rows;
      expect(row?.containers).toMatchObject([
        { cpu: { request: { max: 500 } }, memory: { request: before?.containers[0]?.memory.request } },
      ]);
    });
    await cluster.registry.delete('resourcequotas', 'shop', 'small');
  });

  it('is judged by its template in mode Off', async () => {
    cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'nightly', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'Off' };
    });
    await process.until(async () => {
      const { rows } = await workloads();
      expect(rows[0]?.containers).toMatchObject([
        {
          cpu: { request: { min: 500, max: 500 } },
          memory: { request: { max: 512 * 2 ** 20 } },
        },
      ]);
    });
  });

  it('has as many pods in the plan as among the workloads', async () => {
    await process.until(async () => {
      const [{ rows }, plan] = [await workloads(), await read<PlanView>(getPlan)];
      expect(plan.rows.map(({ name, pods }) => [name, pods])).toEqual([['nightly', rows[0]?.pods]]);
    });
  });
});
