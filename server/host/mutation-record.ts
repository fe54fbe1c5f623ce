import type { CountedMutation, MutationRecorder } from '../admission/serving/like-mutations';
import type { LeftAsStated } from '../decide/new/left-as-stated';
import type { MutationChange } from '../decide/new/mutation';
import { capAnnotation } from '../decide/pods/cap-reasons';
import type { AdmissionRecord, JournalWriter } from '../store';
import { LEFT_REASONS } from '../words/admission';

/** Records what admission did to new pods: before, after, and why it differs from the recommendation. */
export function recordMutations(store: JournalWriter): MutationRecorder {
  return {
    record: (...mutations) => store.record(...mutations.map(rowOf)),
    begin: () => {
      const end = store.begin();
      return (...mutations) => end(...mutations.map(rowOf));
    },
  };
}

function rowOf(mutation: CountedMutation): AdmissionRecord {
  const { atMs, namespace, pod, vpa, changes, left, overruled, count } = mutation;
  return {
    kind: 'admission',
    atMs,
    namespace,
    vpa,
    pod,
    count,
    detail: [...notesOf(changes), ...left.map(leftWords), ...overruled.map(overruledWords)].join('\n'),
    before: amounts(changes, (change) => change.from),
    after: amounts(changes, (change) => change.to),
  };
}

/** Why amounts differ from the recommendation. A request and its limit share their reasons. */
function notesOf(changes: readonly MutationChange[]): string[] {
  const notes = changes.flatMap(({ container, resource, cappedBy, boosted }) => [
    ...cappedBy.map((reason) => `${container}: ${capAnnotation({ resource, reason })}`),
    ...(boosted ? [`${container}: ${resource} raised for the startup`] : []),
  ]);
  return [...new Set(notes)];
}

function leftWords({ container, resource, reason, autoscaler }: LeftAsStated): string {
  const by = autoscaler === undefined ? '' : ` (${autoscaler})`;
  return `${container}: ${resource} left as stated, because ${LEFT_REASONS[reason]}${by}`;
}

function overruledWords(vpa: string): string {
  return `VPA ${vpa} targets the same workload and has no effect: it is younger, or later by name`;
}

type ResourceAmounts = Record<string, Record<string, Record<string, number>>>;

/** By container, then `requests` or `limits`, then resource; millicores and bytes. */
function amounts(
  changes: readonly MutationChange[],
  amountOf: (change: MutationChange) => number | undefined,
): ResourceAmounts {
  const listed: ResourceAmounts = {};
  for (const change of changes) {
    const value = amountOf(change);
    if (value === undefined) continue;
    const field = `${change.field}s`;
    const container = listed[change.container] ?? {};
    listed[change.container] = { ...container, [field]: { ...container[field], [change.resource]: value } };
  }
  return listed;
}
