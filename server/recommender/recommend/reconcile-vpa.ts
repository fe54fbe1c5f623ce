import { PolicyError } from '@/server/decide/pods/container-policy';
import { recommendationOf, statusBeside } from '@/server/decide/pods/memory-limit/recommended';
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

type Reconciled = ServedVpa & ReconciledVpa;

interface ReconcilerParts {
  config: RecommenderSettings;
  wallClock: Clock;
  problems: ProblemReporter;
  pods: WatchCache<Pod>;
  recommending: Recommending;
  recentPast: RecentPast;
  groups: Pick<Groups, 'recommend'>;
  book: Pick<VpaStore, 'statusWritten'>;
  /** Absent if no past is loaded. */
  past: Pick<PastLoader, 'mayRecommend'> | undefined;
}

/**
 * What a pass does with each VPA: recommends, keeps the result, and decides whether its status needs writing.
 */
export class VpaReconciler {
  constructor(private readonly parts: ReconcilerParts) {}

  /** Never throws: a VPA that cannot be read becomes a problem, and the pass continues. */
  reconcile(record: Reconciled, nowMs: number): PendingStatus | undefined {
    if (record.target.kind === 'pending' || record.target.kind === 'failed') return undefined;
    const { problems } = this.parts;
    const about = aboutVpa(record);
    try {
      record.policyFault = undefined;
      const pending = this.reconcileOne(record, nowMs);
      if (record.policyFault === undefined) problems.clear('policy-invalid', about);
      else problems.report('policy-invalid', about, record.policyFault);
      return pending;
    } catch (error) {
      record.visited = true;
      record.policyFault = errorText(error);
      problems.report('policy-invalid', about, record.policyFault);
      return undefined;
    }
  }

  private reconcileOne(record: Reconciled, nowMs: number): PendingStatus | undefined {
    const { recommending, recentPast } = this.parts;
    const knowledge = recommending.knowledgeOf(record.namespace, record.name);
    record.leaks?.keep(knowledge.aggregates);
    if (this.mayStudy(record)) record.studies?.begin(studied(knowledge));
    const before = record.recommendation ?? recommendationOf(record.vpa);
    record.recommendation = this.recommendationOf(record, knowledge);
    record.liveContainers = knowledge.liveContainers;
    record.sidecars = knowledge.sidecars;
    this.learn(record, knowledge);
    record.wholePod = this.wholePodOf(record, knowledge);
    recentPast.add(record, knowledge, before, nowMs);
    record.visited = true;
    return this.pendingStatus(record, knowledge, nowMs);
  }

  /** A study starts from what is known of the past, so that must be there. */
  private mayStudy(record: ServedVpa): boolean {
    if (record.past === 'fetching' || record.checkpoints === 'awaited') return false;
    return !awaitsCheckpoints(record, this.parts.config);
  }

  /** The previous recommendation stays while nothing is known, or the target or the policy cannot be used. */
  private recommendationOf(record: Reconciled, knowledge: Knowledge) {
    const { recommending, past, config } = this.parts;
    const former = record.recommendation ?? recommendationOf(record.vpa);
    if (record.target.kind !== 'found' || knowledge.aggregates.size === 0) return former;
    if (awaitsCheckpoints(record, config) && former) return former;
    try {
      if (past?.mayRecommend(record, isFromBefore(record)) === false)
        return (
          former &&
          raisedByOoms(former, () => recommending.recommendationFrom(record.vpa, knowledge), knowledge)
        );
      const whole = recommending.recommendationFrom(record.vpa, knowledge);
      const recommendation = this.parts.groups.recommend(record, knowledge, whole, this.mayStudy(record));
      record.isOwnRecommendation = true;
      return recommending.withFormer(record.vpa, recommendation, former, knowledge);
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      record.policyFault = error.message;
      return former;
    }
  }

  private learn(record: ServedVpa, { aggregates }: Knowledge): void {
    for (const container of record.containers.keys())
      if (!aggregates.has(container)) record.containers.delete(container);
    for (const [container, aggregate] of aggregates)
      record.containers.set(container, {
        ...this.learnedIn(aggregate),
        comparedMs: record.containers.get(container)?.comparedMs ?? 0,
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

  private wholePodOf(record: ServedVpa, knowledge: Knowledge): ServedVpa['wholePod'] {
    const recommendation = this.parts.recommending.recommendationOfWhole(record.vpa, knowledge);
    if (!recommendation || !knowledge.wholePod) return undefined;
    return { learned: this.learnedIn(knowledge.wholePod), recommendation };
  }

  private pendingStatus(record: Reconciled, knowledge: Knowledge, nowMs: number): PendingStatus | undefined {
    const { wallClock, book } = this.parts;
    const turn = (record.statusTurn ?? 0) + 1;
    record.statusTurn = turn;
    const facts = this.factsOf(record, knowledge, nowMs);
    const former = record.vpa.status;
    const status = nextStatus(former, facts, nowMs);
    const isNewGeneration =
      seesNewGeneration(former, status) && status.observedGeneration !== record.generationWritten;
    const requests = (container: string, resource: Resource) =>
      this.requestsOf(container, resource, knowledge);
    if (!isNewGeneration) {
      if (sameStatus(former, status)) return undefined;
      const boundsWait = doBoundsWait(record.vpa.metadata.uid, nowMs - record.statusMs);
      if (mayStand(former, status, requests, boundsWait)) return undefined;
    }
    if (wallClock.steady() - record.statusWrittenAtMs < STATUS_AGAIN_AFTER_MS) return undefined;
    const worth = isNewGeneration ? 'decision' : worthOf(former, status, requests);
    const rank = statusRankOf(worth, record.statusWaits ?? 0);
    record.statusWaits = (record.statusWaits ?? 0) + 1;
    return {
      vpa: record.vpa,
      rank,
      isOutdated: () => record.statusTurn !== turn,
      statusOver: (latest) => nextStatus(latest, facts, nowMs),
      written: (vpa) => {
        record.statusWaits = 0;
        record.statusWrittenAtMs = wallClock.steady();
        record.statusMs = nowMs;
        record.generationWritten = facts.generation;
        book.statusWritten(record, vpa);
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

  private factsOf(record: ServedVpa, knowledge: Knowledge, nowMs: number): StatusFacts {
    return {
      generation: record.vpa.metadata.generation,
      recommendation: statusBeside(record.recommendation, record.vpa),
      podsMatched: knowledge.pods.length > 0,
      unsupported: unsupportedOf(record),
      deprecated: record.vpa.spec.updatePolicy?.updateMode === 'Auto' ? AUTO_IS_DEPRECATED : undefined,
      fetchesPast: record.past === 'fetching' || record.past === 'awaited',
      lacksPast: (record.lacksPastUntilMs ?? 0) > nowMs,
      lowConfidenceContainers: this.lowConfidence(record),
      leakingContainers: (record.leaks?.all() ?? []).map(({ container }) => container).sort(),
      withoutSamples: this.withoutSamples(record, knowledge),
    };
  }

  private withoutSamples({ vpa, policyFault }: ServedVpa, { aggregates }: Knowledge) {
    return policyFault === undefined
      ? withoutSamples(aggregates, this.parts.recommending.rulesOf(vpa))
      : NOTHING_UNSAMPLED;
  }

  private lowConfidence(record: ServedVpa): string[] {
    return (record.recommendation?.containerRecommendations ?? [])
      .map(({ containerName }) => containerName)
      .filter((name) => (record.containers.get(name)?.confidence ?? 1) < LOW_CONFIDENCE);
  }
}
