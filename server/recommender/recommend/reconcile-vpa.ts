import { PolicyError } from '@/server/decide/pods/container-policy';
import { recommendationOf, statusToWrite } from '@/server/decide/pods/memory-limit/recommended';
import type { ProblemReporter } from '@/server/kube/problems';
import type { WatchCache } from '@/server/kube/watch-cache';
import { errorText } from '@/server/lib/report/errors';
import type { Clock } from '@/server/lib/time/clock';
import type { ContainerAggregate } from '@/server/model/aggregate';
import { sizedContainer } from '@/server/objects/sized-containers';
import type { Pod } from '@/server/objects/types';
import type { Resource } from '@/server/objects/units';
import { aboutVpa } from '@/server/words/object-fault';
import { confidenceOf } from '../../decide/estimators/confidence';
import type { Groups } from '../groups';
import type { NewLives } from '../lives/new-lives';
import { awaitsCheckpoints } from '../past/need';
import type { PastLoader } from '../past/past-loader';
import type { RecommenderSettings } from '../settings';
import {
  doBoundsWait,
  mayStand,
  nextStatus,
  type StatusFacts,
  sameStatus,
  seesNewGeneration,
} from '../status/conditions';
import type { PendingStatus } from '../status/status-writer';
import { statusRankOf, worthOf } from '../status/worth';
import type { RecentPast } from '../views/recent-past';
import {
  detailOfTarget,
  type LearnedContainer,
  type LivingVpa,
  type ReconciledVpa,
  type ServedVpa,
} from '../vpas/served-vpa';
import type { VpaStore } from '../vpas/vpa-store';
import { isFromBefore, raisedByOoms } from './raised-by-ooms';
import { withoutSamples } from './recommendation';
import type { Knowledge, Recommending } from './recommending';

/** Real time between two status writes of one VPA; a fast clock does not write more often. */
export const STATUS_AGAIN_AFTER_MS = 1000;
/** Below an hour of a day's history, bounds are so wide that people should know why. */
const LOW_CONFIDENCE = 1 / 24;

const NOTHING_UNSAMPLED: StatusFacts['withoutSamples'] = new Map();

const AUTO_IS_DEPRECATED = 'Update mode Auto is deprecated; use Recreate';

function unsupportedOf({ target, vpa }: ServedVpa): StatusFacts['unsupported'] {
  const message = detailOfTarget(target, vpa) ?? '';
  switch (target.kind) {
    case 'missing':
      return { reason: 'TargetMissing', message };
    case 'unsupported':
      return { reason: 'TargetUnsupported', message };
    case 'not-topmost':
      return { reason: 'TargetNotTopmost', message };
    case 'pending':
    case 'failed':
    case 'found':
      return undefined;
  }
}

/** Changes whenever the container learned something. */
function markOf({ sampleCount, lastSampleMs, peakCount }: ContainerAggregate): string {
  return `${sampleCount} ${lastSampleMs ?? ''} ${peakCount}`;
}

/** Everything that a study is made of. */
function studied({ aggregates, wholePod }: Knowledge): ReadonlyMap<string, ContainerAggregate> {
  return wholePod ? new Map([...aggregates, [wholePod.container, wholePod]]) : aggregates;
}

type Reconciled = ServedVpa & ReconciledVpa & LivingVpa;

interface ReconcilerParts {
  config: RecommenderSettings;
  wallClock: Clock;
  problems: ProblemReporter;
  pods: WatchCache<Pod>;
  recommending: Recommending;
  recentPast: RecentPast;
  groups: Pick<Groups, 'recommend'>;
  newLives: Pick<NewLives, 'look'>;
  vpaStore: Pick<VpaStore, 'statusWritten'>;
  /** Absent if no past is loaded. */
  past: Pick<PastLoader, 'mayRecommend'> | undefined;
}

/**
 * What a pass does with each VPA: recommends, keeps the result, and decides whether its status needs writing.
 */
export class VpaReconciler {
  constructor(private readonly parts: ReconcilerParts) {}

  /** Never throws: a VPA that cannot be read becomes a problem, and the pass continues. */
  reconcile(served: Reconciled, nowMs: number): PendingStatus | undefined {
    if (served.target.kind === 'pending' || served.target.kind === 'failed') return undefined;
    const { problems } = this.parts;
    const about = aboutVpa(served);
    try {
      served.policyFault = undefined;
      const pending = this.reconcileOne(served, nowMs);
      if (served.policyFault === undefined) problems.clear('policy-invalid', about);
      else problems.report('policy-invalid', about, served.policyFault);
      return pending;
    } catch (error) {
      served.visited = true;
      served.policyFault = errorText(error);
      problems.report('policy-invalid', about, served.policyFault);
      return undefined;
    }
  }

  private reconcileOne(served: Reconciled, nowMs: number): PendingStatus | undefined {
    const { recommending, recentPast } = this.parts;
    const isPastSettled = served.past === 'complete' || served.past === 'awaited';
    const beginsAnew = isPastSettled && this.mayStudy(served) && this.parts.newLives.look(served, nowMs);
    const knowledge = recommending.knowledgeOf(served.namespace, served.name);
    if (beginsAnew) served.studies?.restart();
    served.leaks?.keep(knowledge.aggregates);
    if (this.mayStudy(served)) served.studies?.begin(studied(knowledge));
    const before = served.recommendation ?? recommendationOf(served.vpa);
    served.recommendation = this.recommendationOf(served, knowledge);
    served.liveContainers = knowledge.liveContainers;
    served.sidecars = knowledge.sidecars;
    this.learn(served, knowledge);
    served.wholePod = this.wholePodOf(served, knowledge);
    recentPast.add(served, knowledge, before, nowMs);
    served.visited = true;
    return this.pendingStatus(served, knowledge, nowMs);
  }

  /** A study starts from what is known of the past, so that must be there. */
  private mayStudy(served: ServedVpa): boolean {
    if (served.past === 'fetching' || served.checkpoints === 'awaited') return false;
    return !awaitsCheckpoints(served, this.parts.config);
  }

  /** The previous recommendation stays while nothing is known, or the target or the policy cannot be used. */
  private recommendationOf(served: Reconciled, knowledge: Knowledge) {
    const { recommending, past, config } = this.parts;
    const former = served.recommendation ?? recommendationOf(served.vpa);
    if (served.target.kind !== 'found' || knowledge.aggregates.size === 0) return former;
    if (awaitsCheckpoints(served, config) && former) return former;
    try {
      if (past?.mayRecommend(served, isFromBefore(served)) === false)
        return (
          former &&
          raisedByOoms(former, () => recommending.recommendationFrom(served.vpa, knowledge), knowledge)
        );
      const rules = recommending.rulesOf(served.vpa);
      const whole = recommending.recommendationFrom(served.vpa, knowledge, rules);
      const recommendation = this.parts.groups.recommend(served, knowledge, whole, this.mayStudy(served));
      served.isOwnRecommendation = true;
      return recommending.withFormer(served.vpa, recommendation, former, knowledge, rules);
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      served.policyFault = error.message;
      return former;
    }
  }

  private learn(served: ServedVpa, { aggregates }: Knowledge): void {
    for (const container of served.containers.keys())
      if (!aggregates.has(container)) served.containers.delete(container);
    for (const [container, aggregate] of aggregates)
      served.containers.set(container, {
        ...this.learnedIn(aggregate),
        comparedMs: served.containers.get(container)?.comparedMs ?? 0,
      });
  }

  private learnedIn(aggregate: ContainerAggregate): LearnedContainer {
    const { firstSampleMs = 0, lastSampleMs = 0 } = aggregate;
    return {
      confidence: confidenceOf(aggregate, this.parts.config.confidenceIntervalCpuMs),
      mark: markOf(aggregate),
      samples: aggregate.sampleCount,
      peaks: aggregate.peakCount,
      spanMs: lastSampleMs - firstSampleMs,
      comparedMs: 0,
    };
  }

  private wholePodOf(served: ServedVpa, knowledge: Knowledge): ServedVpa['wholePod'] {
    const recommendation = this.parts.recommending.recommendationOfWhole(served.vpa, knowledge);
    if (!recommendation || !knowledge.wholePod) return undefined;
    return { learned: this.learnedIn(knowledge.wholePod), recommendation };
  }

  private pendingStatus(served: Reconciled, knowledge: Knowledge, nowMs: number): PendingStatus | undefined {
    const { wallClock, vpaStore } = this.parts;
    const turn = (served.statusTurn ?? 0) + 1;
    served.statusTurn = turn;
    const facts = this.factsOf(served, knowledge, nowMs);
    const former = served.vpa.status;
    const status = nextStatus(former, facts, nowMs);
    const isNewGeneration =
      seesNewGeneration(former, status) && status.observedGeneration !== served.generationWritten;
    const requests = (container: string, resource: Resource) =>
      this.requestsOf(container, resource, knowledge);
    if (!isNewGeneration) {
      if (sameStatus(former, status)) return undefined;
      const boundsWait = doBoundsWait(served.vpa.metadata.uid, nowMs - served.statusMs);
      if (mayStand(former, status, requests, boundsWait)) return undefined;
    }
    if (wallClock.steady() - served.statusWrittenAtMs < STATUS_AGAIN_AFTER_MS) return undefined;
    const worth = worthOf(former, status, requests, isNewGeneration);
    const rank = statusRankOf(worth, served.statusWaits ?? 0);
    served.statusWaits = (served.statusWaits ?? 0) + 1;
    return {
      vpa: served.vpa,
      rank,
      isOutdated: () => served.statusTurn !== turn,
      statusOver: (latest) => nextStatus(latest, facts, nowMs),
      written: (vpa) => {
        served.statusWaits = 0;
        served.statusWrittenAtMs = wallClock.steady();
        served.statusMs = nowMs;
        served.generationWritten = facts.generation;
        vpaStore.statusWritten(served, vpa);
      },
    };
  }

  private requestsOf(
    container: string,
    resource: Resource,
    knowledge: Knowledge,
  ): ReadonlySet<string | number> {
    const texts = new Set<string | number>();
    for (const { namespace, name } of knowledge.pods) {
      const spec = this.parts.pods.get(namespace, name)?.spec;
      const own = spec && sizedContainer(spec, container);
      const text = own?.resources?.requests?.[resource];
      if (text !== undefined) texts.add(text);
    }
    return texts;
  }

  private factsOf(served: ServedVpa, knowledge: Knowledge, nowMs: number): StatusFacts {
    return {
      generation: served.vpa.metadata.generation,
      recommendation: statusToWrite(served.recommendation, served.vpa),
      podsMatched: knowledge.pods.length > 0,
      unsupported: unsupportedOf(served),
      deprecated: served.vpa.spec.updatePolicy?.updateMode === 'Auto' ? AUTO_IS_DEPRECATED : undefined,
      fetchesPast: served.past === 'fetching' || served.past === 'awaited',
      lacksPast: (served.lacksPastUntilMs ?? 0) > nowMs,
      lowConfidenceContainers: this.lowConfidence(served),
      leakingContainers: (served.leaks?.all() ?? []).map(({ container }) => container).sort(),
      inVainContainers: (served.leaks?.allInVain() ?? []).map(({ container }) => container).sort(),
      withoutSamples: this.withoutSamples(served, knowledge),
    };
  }

  private withoutSamples({ vpa, policyFault }: ServedVpa, { aggregates }: Knowledge) {
    return policyFault === undefined
      ? withoutSamples(aggregates, this.parts.recommending.estimationOf(vpa))
      : NOTHING_UNSAMPLED;
  }

  private lowConfidence(served: ServedVpa): string[] {
    return (served.recommendation?.containerRecommendations ?? [])
      .map(({ containerName }) => containerName)
      .filter((name) => (served.containers.get(name)?.confidence ?? 1) < LOW_CONFIDENCE);
  }
}
