import type { Labels } from '../objects/selector';
import type { Aggregate } from './aggregate';
import type { AggregateStore } from './aggregate-store';
import type { LabelSet } from './cluster-entities';
import type { ModelSettings } from './cluster-types';
import { hourAfter } from './folded-aggregate';
import { foldRevision } from './folding';
import type { NamespaceState } from './namespace-state';
import type { SampleIntake } from './sample-intake';

/** What the cluster tells the model about future pods. */
export interface Liveness {
  /** Whether a controller exists that creates pods with these labels. */
  isLive(namespace: string, labels: Labels): boolean;
  /** Whether pods with exactly these labels may come back after the last one is gone; true by default. */
  canReturn?(namespace: string, labels: Labels): boolean;
}

/** Forgets what is too old to count or can teach nothing any more. */
export class Expiry {
  constructor(
    private readonly settings: ModelSettings,
    private readonly store: Pick<AggregateStore, 'createScratch'>,
    private readonly intake: Pick<SampleIntake, 'release'>,
  ) {}

  /**
   * Drops and folds aggregates of one namespace, see `ClusterState.collectGarbage`; returns how many were
   * dropped.
   */
  collect(
    name: string,
    namespace: NamespaceState,
    nowMs: number,
    { isLive, canReturn = () => true }: Liveness,
  ): number {
    let dropped = 0;
    for (const labelSet of [...namespace.labelSets.values()]) {
      if (labelSet.loading > 0) continue;
      dropped += this.dropExpired(labelSet, nowMs, (labels) => isLive(name, labels));
      if (labelSet.pods.length === 0 && labelSet.aggregates.size > 0 && !canReturn(name, labelSet.labels))
        foldRevision(namespace, labelSet, this.store.createScratch, (one) => this.intake.release(one, []));
      if (labelSet.isUnused) namespace.removeLabelSet(labelSet);
    }
    for (const vpa of namespace.departed.values()) {
      vpa.dropCheckpoints((one) => nowMs - (one.lastSampleMs ?? one.createdMs) >= this.historyOf(one));
      if (!vpa.hasCheckpoints) namespace.departed.delete(vpa.name);
    }
    return dropped;
  }

  private dropExpired(labelSet: LabelSet, nowMs: number, isLive: (labels: Labels) => boolean): number {
    const { aggregates, folded, pods, labels, vpas } = labelSet;
    const before = aggregates.size + (folded?.size ?? 0);
    let canBeFed: boolean | undefined;
    const isOver = (isEmpty: boolean, untilMs: number, historyMs: number) => {
      if (nowMs >= untilMs + historyMs) return true;
      canBeFed ??= pods.some((pod) => !pod.isFinished) || isLive(labels);
      return isEmpty && !canBeFed;
    };
    for (const aggregate of [...aggregates.values()]) {
      const { sampleCount, peakCount, lastSampleMs, createdMs, key } = aggregate;
      if (
        !isOver(
          sampleCount === 0 && peakCount === 0,
          hourAfter(lastSampleMs ?? createdMs),
          this.historyOf(aggregate),
        )
      )
        continue;
      aggregates.delete(key);
      this.intake.release(aggregate, pods);
    }
    for (const [key, { untilMs, container }] of folded ?? [])
      if (nowMs >= untilMs + this.historyOf({ overrides: labelSet.overridesOf(container) }))
        folded?.delete(key);
    const dropped = before - aggregates.size - (folded?.size ?? 0);
    if (dropped > 0) for (const vpa of vpas) vpa.invalidate();
    return dropped;
  }

  private historyOf({ overrides }: Pick<Aggregate, 'overrides'>): number {
    const interval = overrides?.memoryAggregationIntervalMs ?? this.settings.memoryAggregationIntervalMs;
    return (
      interval * (overrides?.memoryAggregationIntervalCount ?? this.settings.memoryAggregationIntervalCount)
    );
  }
}
