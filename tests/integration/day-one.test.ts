import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OverviewView } from '@/server/contract/overview';
import { GET as getOverview } from '@/server/host/api/overview/route';
import { ApiCluster } from '../support/api-cluster';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

let cluster: ApiCluster;
let process: Recommending;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1', 'web-2']);
  await cluster.workload('silent', ['silent-1']);
  for (const pod of ['web-1', 'web-2'])
    cluster.usage.set(`shop/${pod}`, { app: { cpu: '250m', memory: '200Mi' } });
  process = await Recommending.start(cluster);
  await process.passes(3);
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

async function overview(): Promise<OverviewView> {
  const answer = await getOverview(new Request('http://localhost/api/overview'), {});
  expect(answer.status).toBe(200);
  return (await answer.json()) as OverviewView;
}

it('says what workloads use and would need before there is a VPA, and no more once there is one', async () => {
  const dayOne = await until('both workloads', async () => {
    const known = (await overview()).dayOne;
    return known?.workloads === 2 ? known : undefined;
  });
  expect(dayOne).toMatchObject({
    namespaces: [{ name: 'shop', workloads: 2 }],
    allNamespaces: 1,
    totals: { cpu: { used: 500, missing: { target: 1, use: 1 } }, memory: { used: 400 * 2 ** 20 } },
  });
  const { requested, recommended, kept, over, short } = dayOne.totals.cpu;
  expect([kept + over, kept + short]).toEqual([requested, recommended]);
  expect(recommended).toBeGreaterThan(500);
  expect(dayOne.endangered[0]).toMatchObject({ name: 'web', kind: 'Deployment', hasNoVpa: true });

  await cluster.autoscaler('web');
  await until('the overview of a VPA', async () => {
    await process.passes(1);
    const { vpas, dayOne: gone } = await overview();
    return vpas === 1 && gone === undefined;
  });
});
