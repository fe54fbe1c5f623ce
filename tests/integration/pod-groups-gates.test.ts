import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiCluster } from '../support/api-cluster';
import { ofApps, POD_GROUPS, podGroup } from '../support/pod-groups';
import { Recommending } from '../support/recommending';

let cluster: ApiCluster;
let process: Recommending | undefined;

/** A Deployment whose VPA only boosts starting pods, in a group with a VPA of its own. */
beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('front', ['front-1']);
  cluster.usage.set('shop/front-1', { app: { cpu: '200m', memory: '300Mi' } });
  await cluster.autoscaler('front', {
    updatePolicy: { updateMode: 'Off' },
    startupBoost: { cpu: { type: 'Factor', factor: 2 } },
  });
  await cluster.create(POD_GROUPS, podGroup('all', ofApps('front')));
  await cluster.autoscaler('all', {
    targetRef: { apiVersion: 'plumbline.dev/v1alpha1', kind: 'PodGroup', name: 'all' },
  });
});
afterEach(async () => {
  await process?.stop();
  process = undefined;
  await cluster.close();
});

const recommended = (name: string) =>
  cluster
    .vpa(name)
    .status?.recommendation?.containerRecommendations?.map(({ containerName }) => containerName) ?? [];

it.each([
  [true, []],
  [false, ['app']],
])(
  'startup boosts honoured: %s, so the VPA on the group recommends for %j',
  async (isHonoured, containers) => {
    process = await Recommending.start(cluster, {
      featureCpuStartupBoost: isHonoured,
      leaderElect: false,
      leastHistoryMs: 0,
      leastHistoryToLowerMs: 0,
      canaryMs: 0,
      warmUpMs: 0,
    });
    await process.until(() => expect(recommended('front')).toEqual(['app']));
    await process.passes(2);
    expect(recommended('all')).toEqual(containers);
  },
);
