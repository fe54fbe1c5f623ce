import { LRUCache } from 'lru-cache';
import { upTo } from '../lib/memo/up-to';
import type { Pod } from '../objects/types';
import { ANNOTATIONS } from '../words/annotations';
import {
  type PodAnnotations,
  resizedByManagers,
  revertedMsByManagers,
  unboostedByManagers,
  withMarks,
} from './resize-marks';

/** Notes are some hundred bytes each; of a pod left out, its managed fields still tell that it was resized. */
const MOST = 50_000;
/** A resize that the API server dates this much later than the note of it is another one, by another process. */
const ANOTHER_AFTER_MS = 60_000;

/**
 * What this process noted of pods that it may not annotate. Caches and fresh reads show the pods with it, as if it
 * stood on them.
 */
export class PodNotes {
  private readonly noted = new LRUCache<string, PodAnnotations>(upTo(MOST));

  note({ metadata: { uid = '' } }: Pod, annotations: PodAnnotations): void {
    this.noted.set(uid, { ...this.noted.get(uid), ...annotations });
  }

  /** The pod with what its managed fields tell of resizes, and what was noted here. */
  on(pod: Pod): Pod {
    const { uid = '', managedFields } = pod.metadata;
    const noted = this.noted.get(uid);
    if (!noted && !managedFields) return pod;
    const resized = resizedByManagers(pod);
    if (noted && !isPast(noted, { resized, revertedMs: revertedMsByManagers(pod) }))
      return withMarks(pod, { ...resized, ...noted });
    return withMarks(pod, { ...resized, ...unboostedByManagers(pod) });
  }
}

/** Whether another process resized the pod anew since this was noted, or put it back. */
function isPast(
  noted: PodAnnotations,
  {
    resized,
    revertedMs = Number.NaN,
  }: { resized: PodAnnotations | undefined; revertedMs: number | undefined },
): boolean {
  const timeOf = (marks: PodAnnotations | undefined) => Date.parse(marks?.[ANNOTATIONS.resizedAt.name] ?? '');
  return timeOf(resized) - timeOf(noted) > ANOTHER_AFTER_MS || revertedMs > timeOf(noted);
}
