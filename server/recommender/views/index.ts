import type { boundsByNamespace } from '@/server/cluster/bounds-by-namespace';
import { globalMaxAllowedFrom } from '@/server/decide/pods/global-max-allowed';
import type { InUse } from '@/server/decide/pods/in-use';
import type { RoleContext } from '@/server/kube/role-context';
import type { ClusterState } from '@/server/model/cluster-state';
import type { PriceTable } from '@/server/model/price-table';
import { controllerOf, type OwnerRef } from '@/server/objects/owners';
import { ownerKey, targetOfVpa } from '@/server/objects/target-key';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { workloadKindOf } from '@/server/objects/workload-kinds';
import type { CheckpointKeeper } from '../checkpoints/checkpoint-keeper';
import type { Feeds } from '../feeds';
import type { Groups } from '../groups';
import type { Pass } from '../pass';
import type { Recommending } from '../recommend/recommending';
import type { RecommenderSettings } from '../settings';
import type { SignalsHandle } from '../signals';
import type { VpaStore } from '../vpas/vpa-store';
import { Costs, costBounds } from './costs';
import { Summaries } from './summaries';
import { foreignSummary } from './vpa-view';
import { WithoutVpa } from './without-vpa';
import { WorkloadViews } from './workload-view';

interface ViewsParts {
  state: ClusterState;
  vpaStore: VpaStore;
  feeds: Pick<Feeds, 'refusalEvents' | 'recentOoms' | 'ended'>;
  bounds: ReturnType<typeof boundsByNamespace>;
  recommending: Recommending;
  groups: Groups;
  signals: SignalsHandle | undefined;
  checkpointKeeper: CheckpointKeeper;
  pass: Pass;
  prices: () => PriceTable | undefined;
  /** What the pods of a workload use now, by its key. */
  inUseBy(workload: string): InUse | undefined;
}

/** What people see of VPAs, of workloads without one, and of what all that costs. */
export function openViews(context: RoleContext<RecommenderSettings>, parts: ViewsParts) {
  const { config, clock, problems, caches, targets } = context;
  const {
    state,
    vpaStore,
    feeds,
    bounds,
    recommending,
    groups,
    signals,
    checkpointKeeper,
    pass,
    prices,
    inUseBy,
  } = parts;
  const limitsOf = (namespace: string) => bounds.limits(namespace).limits;
  const hpasOf = (vpa: VerticalPodAutoscaler) => {
    const target = targetOfVpa(vpa);
    return target && config.respectConflicts ? caches.hpasByTarget.targeting(target) : [];
  };
  const views = new WorkloadViews({
    config,
    clock,
    problems,
    checkpointKeeper,
    pods: caches.pods,
    state,
    ...ownersIn(context, feeds.refusalEvents),
    recommending,
    pass,
    recentOoms: feeds.recentOoms,
    ended: feeds.ended,
    hpasOf,
    inUseOf: (vpa) => {
      const target = targetOfVpa(vpa);
      return target && inUseBy(ownerKey(target));
    },
    limitsOf,
    quotasOf: (namespace) => bounds.quotas(namespace).left,
    globalMaxAllowed: globalMaxAllowedFrom(config),
    signals,
    groups,
  });
  const summaries = new Summaries({
    vpas: caches.vpas,
    pods: caches.pods,
    vpasOf: ({ metadata: { namespace = '', labels = {} } }) => state.vpasFor(namespace, labels),
    summaryOf: (vpa) => {
      const served = vpaStore.get(vpa.metadata.namespace ?? '', vpa.metadata.name);
      return served ? views.summary(served) : foreignSummary(vpa, config);
    },
    problems,
  });
  const withoutVpa = new WithoutVpa({ config, caches, targets, recommending, views });
  return {
    views,
    summaries,
    withoutVpa,
    costs: new Costs({
      prices,
      caches,
      targets,
      state,
      recommending,
      groups,
      ...costBounds(context, bounds, inUseBy),
    }),
    passed: () => {
      summaries.passed();
      withoutVpa.passed();
    },
    stop: () => {
      summaries.stop();
      withoutVpa.stop();
    },
  };
}

/** The workload of a target, with what was refused to it, and the owners of pods. */
function ownersIn(
  { caches, targets }: Pick<RoleContext<RecommenderSettings>, 'caches' | 'targets'>,
  refusalEvents: Feeds['refusalEvents'],
) {
  return {
    controllerOf: (target: OwnerRef) => {
      const kind = workloadKindOf(target.apiVersion, target.kind);
      const workload = kind && caches[kind].get(target.namespace, target.name);
      const isOfTarget = (name: string) =>
        controllerOf(caches.replicaSets.get(target.namespace, name)?.metadata.ownerReferences)?.uid ===
        workload?.metadata.uid;
      const events = () =>
        kind === 'deployments'
          ? refusalEvents.aboutReplicaSets(target.namespace, isOfTarget)
          : refusalEvents.about(target);
      return workload && { kind, workload, events };
    },
    ownerOf: ({ metadata: { namespace = '', ownerReferences } }: Pod) => {
      const owner = targets.topmostController(namespace, ownerReferences) ?? controllerOf(ownerReferences);
      return owner && { kind: owner.kind, name: owner.name };
    },
  };
}
