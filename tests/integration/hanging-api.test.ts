import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { StopsView } from '@/server/contract/operations';
import { GET as getRights } from '@/server/host/api/rights/route';
import { POST as press } from '@/server/host/api/stop/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import { ApiBetween } from '../support/api-between';
import { ApiCluster } from '../support/api-cluster';
import { askHandler } from '../support/asked-handler';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const ALL = { kind: 'all' } as const;

let cluster: ApiCluster;
let between: ApiBetween;
let process: Recommending;
let headers: { authorization: string };

beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
  between = await ApiBetween.start(cluster.server, cluster.folder);
  const { users } = parse(cluster.kubeconfigOf('admin')) as { users: [{ user: { token: string } }] };
  headers = { authorization: `Bearer ${users[0].user.token}` };
  process = await Recommending.start(cluster, {
    kubeconfig: between.kubeconfigPath,
    roles: ['recommender', 'updater'],
    auth: 'token',
    leaderElect: false,
  });
  await process.firstPass();
  await until('operations', () => process.running.operations);
});
afterAll(async () => {
  await process?.stop();
  await between?.close();
  await cluster?.close();
});

it('is stopped although the API server hangs: here at once, in the cluster later, and says so', async () => {
  expect((await askHandler(getWorkloads, { headers })).status).toBe(200);
  await askHandler(getRights, { headers, address: 'http://localhost/api/rights?to=stop' });
  between.instead = () => 'silence';
  const { status, text } = await askHandler(press, { headers, body: { scope: ALL } });
  const { stops } = JSON.parse(text) as StopsView;
  expect([status, stops]).toEqual([200, [expect.objectContaining({ scope: ALL, inCluster: false })]]);
  expect((await askHandler(getWorkloads, { headers })).status).toBe(200);
  between.instead = undefined;
  await until('the stop in the cluster', () =>
    process.running.operations?.stops.view().stops.every(({ inCluster }) => inCluster),
  );
});
