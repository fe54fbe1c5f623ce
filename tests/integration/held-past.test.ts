import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PastView } from '@/server/contract/past';
import type { WorkloadAnswer } from '@/server/contract/workloads';
import { GET as getPast } from '@/server/host/api/workloads/[namespace]/[name]/past/route';
import { GET as getWorkload } from '@/server/host/api/workloads/[namespace]/[name]/route';
import type { KubeObject, Pod } from '@/server/objects/types';
import { ApiCluster } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

let cluster: ApiCluster;
let process: Recommending;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.create('limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { namespace: 'shop', name: 'bounds' },
    spec: { limits: [{ type: 'Container', max: { cpu: '300m', memory: '1Gi' } }] },
  } as KubeObject);
  await cluster.workload('web', []);
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'web-1', labels: { app: 'web' } },
    spec: {
      containers: [
        { name: 'app', image: 'app:1', resources: { requests: { cpu: '100m' }, limits: { cpu: '100m' } } },
      ],
    },
  });
  cluster.registry.mutate<Pod>(
    'pods',
    'shop',
    'web-1',
    (draft) => {
      draft.status = { ...draft.status, phase: 'Running' };
    },
    { subresource: 'status' },
  );
  await cluster.autoscaler('web');
  cluster.usage.set('shop/web-1', { app: { cpu: '500m', memory: '100Mi' } });
  process = await Recommending.start(cluster);
  await process.passes(3);
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

async function read<T>(handler: unknown, query = ''): Promise<T> {
  const params = { namespace: 'shop', name: 'web' };
  const get = handler as (request: Request, of: typeof params) => Promise<Response>;
  return (await (await get(new Request(`http://localhost/api${query}`), params)).json()) as T;
}

describe('a target that a LimitRange caps', () => {
  it('is the same in the numbers of the page and in its chart', async () => {
    await process.until(async () => {
      const { containers } = await read<WorkloadAnswer>(getWorkload);
      expect(containers[0]?.cpu).toMatchObject({ target: 300, cap: { by: 'limit-range' } });
      const { points } = await read<PastView>(getPast, '?container=app');
      expect(points.at(-1)?.cpu).toMatchObject({ target: 300, upperBound: 300 });
    });
  });
});
