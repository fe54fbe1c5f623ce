import { expect, it, onTestFinished } from 'vitest';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

/** More than the list holds. */
const CROWD = 1_100;

it('shows the problem of one tenant beside more of another than the list holds, and none that is over', async () => {
  const cluster = await ApiCluster.start();
  onTestFinished(() => cluster.close());
  await cluster.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'crowd' } });
  const autoscaler = (namespace: string, name: string) =>
    cluster.create(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'nowhere' } },
    });
  for (let index = 0; index < CROWD; index++) await autoscaler('crowd', `vpa-${index}`);
  const process = await Recommending.start(cluster);
  onTestFinished(() => process.stop());
  const listed = () => process.running.problems.list();
  const isShown = () => listed().some(({ about }) => about.endsWith(' shop/web'));
  await until('a list that is full', () => listed().some(({ code }) => code === 'problems-left-out'));
  expect(isShown()).toBe(false);
  await autoscaler('shop', 'web');
  await process.passes(3);
  await until('the other problem', isShown);
  await cluster.workload('nowhere', ['nowhere-1']);
  await process.passes(3);
  await until('its end', () => !isShown());
});
