import type { Labels } from '../objects/selector';
import type { Aggregate } from './aggregate';
import type { LabelSet } from './cluster-entities';
import { FoldedAggregate, hourAfter } from './folded-aggregate';
import type { NamespaceState } from './namespace-state';

/** Labels that distinguish one revision of a workload, or one run of a job, from the next. */
const REVISION_LABELS: ReadonlySet<string> = new Set([
  'pod-template-hash',
  'rollouts-pod-template-hash',
  'controller-uid',
  'batch.kubernetes.io/controller-uid',
  'job-name',
  'batch.kubernetes.io/job-name',
]);

/**
 * Moves what a label set learned, whose pods are gone for good, to the label set that every revision of its
 * workload shares, so that memory does not grow with each rollout. Recommendations stay the same. An
 * aggregate expires as a whole once its last sample is old enough, so only those that expire in the same hour
 * are added up: there are at most as many sums as hours of history. Every VPA that selects the workload finds
 * them, including later ones. A label set is kept if a VPA distinguishes its revision; a VPA that only later
 * selects a revision by its label finds nothing.
 */
export function foldRevision(
  namespace: NamespaceState,
  labelSet: LabelSet,
  scratchFor: (key: string) => Aggregate,
  release: (aggregate: Aggregate) => void,
): void {
  const shared = withoutRevision(labelSet.labels);
  if (!shared) return;
  const into = namespace.labelSetOf(shared);
  if (hasSameVpas(labelSet, into))
    for (const aggregate of [...labelSet.aggregates.values()]) {
      addTo(into, aggregate, scratchFor);
      labelSet.aggregates.delete(aggregate.key);
      release(aggregate);
    }
  for (const vpa of into.vpas) vpa.invalidate();
  if (into.isUnused) namespace.removeLabelSet(into);
}

function addTo(into: LabelSet, aggregate: Aggregate, scratchFor: (key: string) => Aggregate): void {
  if (aggregate.sampleCount === 0 && aggregate.peakCount === 0) return;
  const untilMs = hourAfter(aggregate.lastSampleMs ?? aggregate.createdMs);
  const key = `${aggregate.key} ${untilMs}`;
  into.folded ??= new Map();
  const known = into.folded.get(key);
  if (!known) {
    into.folded.set(key, new FoldedAggregate(aggregate, untilMs));
    return;
  }
  const sum = scratchFor(aggregate.key);
  sum.merge(known);
  sum.merge(aggregate);
  into.folded.set(key, new FoldedAggregate(sum, untilMs));
}

function withoutRevision(labels: Labels): Labels | undefined {
  const kept = Object.entries(labels).filter(([key]) => !REVISION_LABELS.has(key));
  return kept.length < Object.keys(labels).length ? Object.fromEntries(kept) : undefined;
}

function hasSameVpas(a: LabelSet, b: LabelSet): boolean {
  return a.vpas.length === b.vpas.length && a.vpas.every((vpa) => b.vpas.includes(vpa));
}
