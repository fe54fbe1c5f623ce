import { PolicyError } from '@/server/decide/pods/container-policy';
import { recommendationOf } from '@/server/decide/pods/memory-limit/recommended';
import { recommenderAskedBy, servingRecommender } from '@/server/decide/pods/serving-recommender';
import type { ClusterCaches } from '@/server/kube/caches';
import type { Clock } from '@/server/lib/time/clock';
import type { ClusterState } from '@/server/model/cluster-state';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NEWEST_USAGE_MS, type PeerUsage } from './feeds/peer-usage';
import type { Groups } from './groups';
import type { RecommenderHandle } from './handle';
import { awaitsCheckpoints } from './past/need';
import type { PastLoader } from './past/past-loader';
import { isFromBefore, raisedByOoms } from './recommend/raised-by-ooms';
import type { Recommending } from './recommend/recommending';
import type { RecommenderSettings } from './settings';
import type { SignalsHandle } from './signals';
import type { Costs } from './views/costs';
import { foreignSummary, policyView, unusableSummary } from './views/vpa-view';
import type { WorkloadViews } from './views/workload-view';
import { isServed } from './vpas/served-vpa';
import type { VpaStore } from './vpas/vpa-store';

interface AnswerParts {
  state: Pick<ClusterState, 'usageOf' | 'lowMemoryOf'>;
  clock: Clock;
  config: RecommenderSettings;
  caches: Pick<ClusterCaches, 'vpas'>;
  vpaStore: VpaStore;
  views: WorkloadViews;
  costs: Costs;
  recommending: Recommending;
  groups: Groups;
  past: PastLoader | undefined;
  peers: Pick<PeerUsage, 'of'>;
  signals: Pick<SignalsHandle, 'throttlingOf' | 'pressureOf'> | undefined;
}

type Answers = Pick<
  RecommenderHandle,
  | 'detail'
  | 'costOf'
  | 'podChangesOf'
  | 'evidence'
  | 'recommendationFor'
  | 'historyMsOf'
  | 'learnedOf'
  | 'throttlingOf'
  | 'pressureOf'
  | 'usedMemoryOf'
  | 'lowMemoryOf'
  | 'isSampled'
  | 'inUseBy'
>;

/** What the process asks about one VPA, answered from what the recommender knows now. */
export function answers(parts: AnswerParts): Answers {
  const { config, caches, vpaStore, views, costs, recommending } = parts;
  return {
    detail: (namespace, name, group) => {
      const vpa = caches.vpas.get(namespace, name);
      if (!vpa) return undefined;
      const served = vpaStore.get(namespace, name);
      const bare = { containers: [], podList: [], problems: [], written: { isBehind: false } };
      try {
        if (served) return views.detail(served, { value: group });
        return { ...foreignSummary(vpa, config), ...bare, policy: policyView(vpa, config) };
      } catch (error) {
        return { ...unusableSummary(vpa, error), ...bare, policy: policyView({ ...vpa, spec: {} }, config) };
      }
    },
    costOf: (namespace, name) => {
      const served = vpaStore.get(namespace, name);
      return served && costs.of(served);
    },
    podChangesOf: (namespace, name) => {
      const served = vpaStore.get(namespace, name);
      return served ? costs.changesOf(served) : [];
    },
    evidence: (namespace, name, container, group) => {
      const vpa = caches.vpas.get(namespace, name);
      if (!vpa) return undefined;
      const recommender = vpa.spec && (servingRecommender(vpa, config) ?? recommenderAskedBy(vpa));
      const served = vpaStore.get(namespace, name);
      const chosen = group === undefined ? undefined : served?.groups?.byValue.get(group);
      const model = chosen?.modelName ?? name;
      const history = recommending.knowledgeOf(namespace, model).aggregates.get(container);
      const studies = chosen?.studies ?? served?.studies;
      return { recommender: recommender ?? '', evidence: history && studies?.evidenceOf(history) };
    },
    recommendationFor: (vpa) => liveRecommendation(parts, vpa),
    historyMsOf: ({ metadata: { namespace = '', name } }) => {
      const spans = [...(vpaStore.get(namespace, name)?.containers.values() ?? [])].map((one) => one.spanMs);
      return spans.length > 0 ? Math.max(...spans) : undefined;
    },
    learnedOf: ({ metadata: { namespace = '', name } }) => {
      const served = vpaStore.get(namespace, name);
      if (!served?.visited) return undefined;
      return [...served.containers]
        .filter(([container]) => served.liveContainers.size === 0 || served.liveContainers.has(container))
        .map(([container, { spanMs: historyMs, samples }]) => ({ container, historyMs, samples }));
    },
    throttlingOf: ({ metadata: { namespace = '', name } }) => parts.signals?.throttlingOf(namespace, name),
    pressureOf: ({ metadata: { namespace = '', name } }) => parts.signals?.pressureOf(namespace, name),
    usedMemoryOf: (namespace, pod, container) => {
      const usage = parts.state.usageOf(namespace, pod, container);
      const isNew = usage && parts.clock.now() - usage.atMs <= NEWEST_USAGE_MS;
      return isNew ? usage.memoryBytes : undefined;
    },
    lowMemoryOf: (...container) => parts.state.lowMemoryOf(...container),
    // What serves no VPA of ours is not measured to save memory.
    isSampled: (...container) =>
      parts.state.usageOf(...container) !== undefined || (config.memorySaver ? undefined : false),
    inUseBy: (workload) => parts.peers.of(workload),
  };
}

function liveRecommendation(
  { config, vpaStore, recommending, groups, past }: AnswerParts,
  vpa: VerticalPodAutoscaler,
): RecommendedPodResources | undefined {
  const served = vpaStore.get(vpa.metadata.namespace ?? '', vpa.metadata.name);
  if (!served || !isServed(vpa, config)) return undefined;
  const former = served.recommendation ?? recommendationOf(vpa);
  if (awaitsCheckpoints(served, config) && former) return former;
  const knowledge = recommending.knowledgeOf(served.namespace, served.name);
  const isKnown = served.target.kind === 'found' && knowledge.aggregates.size > 0;
  try {
    if (past?.mayRecommend(served, isFromBefore(served)) === false)
      return former && isKnown
        ? raisedByOoms(former, () => recommending.recommendationUnder(vpa, knowledge), knowledge)
        : former;
    if (!isKnown) return served.recommendation;
    const whole = recommending.recommendationUnder(vpa, knowledge);
    return groups.recommendUnder(served, vpa, knowledge, whole);
  } catch (error) {
    if (error instanceof PolicyError) return served.recommendation;
    throw error;
  }
}
