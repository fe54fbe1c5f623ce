import type { Claim, HiddenSince, HistoryPoint } from '../contract/hpas';
import type { Evaluation } from '../decide/replicas/evaluation';
import type { MetricReading, Selected } from '../decide/replicas/input';
import type { HpaPast } from '../decide/replicas/past';
import type { Sync } from '../decide/replicas/sync';
import type { HorizontalPodAutoscaler, MetricSpec } from '../objects/types';
import { heldBy } from './held-by';
import { ReplicaHistory } from './history';
import type { OutOfReachSince } from './out-of-reach';
import type { ScaledTarget } from './targets';

/** An HPA as this process knows it, from one sync to the next. */
export class KnownHpa {
  readonly history = new ReplicaHistory();
  claim: Claim = { kind: 'not-asked' };
  target: ScaledTarget | undefined;
  selected: Selected | undefined;
  /** Whether any metric is of use, by the metrics API; and those that need requests of their own, by place. */
  needs: { readonly usage: boolean; readonly values: readonly (readonly [number, MetricSpec])[] } = {
    usage: false,
    values: [],
  };
  /** Of metrics that are read by requests, by their place in the spec. */
  readings: ReadonlyMap<number, MetricReading> = new Map();
  past: HpaPast | undefined;
  sync: Sync | undefined;
  /** The names of all HPAs of the target, if there are several. */
  sharedBy: readonly string[] = [];
  /** The replicas at the last sync, or as Plumbline set them since. */
  replicas: number | undefined;
  /** What Plumbline set, until the cache shows it. */
  awaited: { readonly from: number; readonly untilMs: number } | undefined;
  /** The resourceVersion that Plumbline's last write of the status replaced, and when it was. */
  written: { readonly before: string | undefined; readonly atMs: number } | undefined;
  /** Since when its metrics and their targets are as they are, as far as it is known. */
  metricsSinceMs: number;
  /** Since when the controller's answer differs from ours. */
  differsSinceMs: number | undefined;
  /** Containers that it does not see, by the last evaluation, and since when. */
  hidden: readonly HiddenSince[] = [];
  /** What is out of its reach, by the last evaluation. */
  outOfReach: OutOfReachSince | undefined;
  /** When each event was last told. */
  readonly told = new Map<string, number>();

  constructor(
    public hpa: HorizontalPodAutoscaler,
    readonly firstMs: number,
  ) {
    this.metricsSinceMs = firstMs;
  }

  get evaluation(): Evaluation | undefined {
    return this.sync?.kind === 'evaluated' ? this.sync.evaluation : undefined;
  }

  /** What this sync adds to the picture of the past; nothing if the target cannot be read. */
  point(nowMs: number): HistoryPoint | undefined {
    const { evaluation } = this;
    if (!evaluation) return undefined;
    const { course, metrics, currentReplicas: replicas, desiredReplicas: desired } = evaluation;
    return {
      atMs: nowMs,
      replicas,
      desired,
      controller: controllersAnswer(this.hpa),
      winner: course.kind === 'metrics' ? course.combined.metric : undefined,
      held: heldBy(evaluation),
      metrics: metrics.map(({ outcome }) =>
        outcome.kind === 'failed' ? {} : { ratio: outcome.ratio, proposed: outcome.replicas },
      ),
    };
  }
}

/** The replicas that the status asks for; nothing if no controller has written it. */
export function controllersAnswer({ status }: HorizontalPodAutoscaler): number | undefined {
  return status?.conditions?.length ? status.desiredReplicas : undefined;
}
