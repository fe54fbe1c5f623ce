import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNAPPROVED_REQUESTS_ANNOTATION } from '@/server/decide/features/approvals/new-pods';
import { APPROVALS_ANNOTATION } from '@/server/decide/features/approvals/rules';
import { CALENDAR_ANNOTATION } from '@/server/decide/features/calendar/reading';
import { SCOPE_ANNOTATION } from '@/server/decide/features/node-scope/scope';
import { RECOMMENDER_ANNOTATION } from '@/server/decide/features/recommender/parameter-text';
import { WITH_HPA_ANNOTATION } from '@/server/decide/features/with-hpa/with-hpa';
import { CONTROLLED_SIGNALS_ANNOTATION } from '@/server/decide/pods/controlled-signals';
import type { PodGroup } from '@/server/objects/plumbline-types';
import type { KubeObject } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { ofApps, onGroup, POD_GROUPS, podGroup } from '../support/pod-groups';
import { until } from '../support/until';
import { codes, type Updating, UpdatingCluster } from '../support/updating';

const APPROVALS = 'changeapprovals.plumbline.dev';
const TARGET = { cpu: '163m', memory: '250Mi' };
const WAITS = 'wait: outside-bounds outside-bounds awaits-approval';

let cluster: UpdatingCluster;
let process: Updating;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

const annotate = (annotations: Record<string, string>) =>
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'all', (draft) => {
    draft.metadata.annotations = { ...draft.metadata.annotations, ...annotations };
  });
const held = () => cluster.vpa('all').metadata.annotations?.[UNAPPROVED_REQUESTS_ANNOTATION];
const planOf = (count: number) =>
  until(`a plan with ${count} pods`, async () => {
    const pods = await process.plan(cluster, 'all');
    return pods.length === count && pods;
  });
const approve = async (target: object = TARGET) => {
  await cluster.create(APPROVALS, {
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'ChangeApproval',
    metadata: { name: 'fine', namespace: NAMESPACE },
    spec: { vpa: 'all', decision: 'Approved', containers: [{ name: 'app', target }] },
  } as KubeObject);
  await until('a decision that is seen', () => process.context.caches.changeApprovals.get(NAMESPACE, 'fine'));
};

describe('changes of a group of unlike workloads that wait for a person', () => {
  beforeEach(async () => {
    await cluster.admitting();
    for (const app of ['front', 'mid']) await cluster.workload(app, { replicas: 2 });
    await cluster.workload('back', { replicas: 2, resources: { requests: { cpu: '1', memory: '1Gi' } } });
    await cluster.create(POD_GROUPS, podGroup('all', ofApps('front', 'mid', 'back')));
    await onGroup(cluster, 'all', { annotations: { [APPROVALS_ANNOTATION]: 'always' } });
    process = await cluster.updating();
  });

  it('give no new pod less than its like has', async () => {
    expect(codes(await planOf(6))).toEqual(Array(6).fill(WAITS));
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
    expect(JSON.parse(held() ?? '')).toEqual({ app: { cpu: 1000, memory: 2 ** 30 } });
    const [first] = cluster.pods('back');
    cluster.sandbox.registry.delete('pods', NAMESPACE, first?.metadata.name ?? '');
    await cluster.ready('back', 2);
    expect(cluster.requests('back')).toEqual(Array(2).fill({ cpu: '1', memory: '1Gi' }));
  });

  it('are carried out in every workload by one approval, in the windows of the calendar', async () => {
    annotate({
      [CALENDAR_ANNOTATION]: 'blackouts: [{from: "00:00", to: "24:00"}]',
    });
    await planOf(6);
    await approve();
    for (const one of codes(await process.plan(cluster, 'all'))) expect(one).toContain('outside-window');
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
    annotate({ [CALENDAR_ANNOTATION]: 'always' });
    await until('every pod at its target', async () => {
      await process.pass(cluster);
      const all = ['front', 'mid', 'back'].flatMap((app) => cluster.requests(app));
      return all.length === 6 && all.every((one) => JSON.stringify(one) === JSON.stringify(TARGET));
    });
  });

  it('end with the group, and leave no note behind', async () => {
    await planOf(6);
    await process.pass(cluster);
    cluster.sandbox.registry.delete(POD_GROUPS, NAMESPACE, 'all');
    await planOf(0);
    await process.pass(cluster);
    cluster.sandbox.registry.delete('customresourcedefinitions.apiextensions.k8s.io', '', POD_GROUPS);
    await until('no kind', () => process.context.caches.podGroups.state.kind === 'absent');
    await process.pass(cluster);
    annotate({ [APPROVALS_ANNOTATION]: 'never' });
    await process.pass(cluster);
    expect(held()).toBeUndefined();
  });

  it('are planned anew for people when what asks for them, or the group, is edited', async () => {
    const { shown } = process.updater;
    const outdates = async (edit: () => unknown) => {
      const { news } = shown;
      edit();
      await until('news', () => shown.news > news);
    };
    await outdates(() => annotate({ [APPROVALS_ANNOTATION]: 'never' }));
    await outdates(() => annotate({ [CALENDAR_ANNOTATION]: 'always' }));
    await outdates(() => annotate({ [SCOPE_ANNOTATION]: 'size' }));
    await outdates(() => annotate({ [WITH_HPA_ANNOTATION]: 'bottleneck' }));
    await outdates(() => annotate({ [CONTROLLED_SIGNALS_ANNOTATION]: 'ephemeral-storage' }));
    await outdates(() => annotate({ [RECOMMENDER_ANNOTATION]: 'rest: 1h' }));
    await outdates(() =>
      cluster.sandbox.registry.mutate<PodGroup>(POD_GROUPS, NAMESPACE, 'all', (draft) => {
        draft.spec.selector = ofApps('front');
      }),
    );
  });
});
