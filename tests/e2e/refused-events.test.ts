import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiBetween } from '../support/api-between';
import { ApiCluster } from '../support/api-cluster';
import { type Dashboard, startDashboard } from '../support/dashboard';
import { until } from '../support/until';

let cluster: ApiCluster;
let between: ApiBetween;
let dashboard: Dashboard;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  between = await ApiBetween.start(cluster.server, cluster.folder);
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
  dashboard = await startDashboard({ PLUMBLINE_KUBECONFIG: between.kubeconfigPath, PLUMBLINE_AUTH: 'none' });
  await until('the workload', async () => (await ask('')).status === 200);
});
afterAll(async () => {
  await dashboard?.stop();
  await between?.close();
  await cluster?.close();
});

const ask = (about: string) => fetch(`${dashboard.url}/api/workloads/shop/web${about}`);

it('a workload whose events may not be read is told apart from one without', async () => {
  const message = 'events is forbidden';
  const status = { kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403, message };
  between.instead = (_, url) =>
    url.startsWith('/api/v1/namespaces/shop/events') ? { status: 403, body: status } : undefined;
  const answer = await ask('/events');
  expect([answer.status, await answer.json()]).toEqual([200, { kind: 'forbidden' }]);
});
