import { ANNOTATIONS } from '../../words/annotations';

/** When Plumbline changed a pod in place within the last day, the newest last: times of the cluster, by commas. */
export const CHANGES_ANNOTATION = ANNOTATIONS.changes.name;

/** More changes of a pod in a day than this help nobody; so many are kept. */
export const MOST_A_DAY = 6;
const DAY_MS = 86_400_000;

/** The text of the annotation once a pod is changed again. */
export function withChange(known: string | undefined, nowMs: number): string {
  return [...readChanges(known), nowMs]
    .filter((atMs) => atMs > nowMs - DAY_MS)
    .slice(-MOST_A_DAY)
    .map((atMs) => new Date(atMs).toISOString())
    .join(',');
}

/** Reads the annotation, in Unix milliseconds; nothing if it is missing or not ours. */
export function readChanges(text: string | undefined): readonly number[] {
  if (text === undefined) return NONE;
  return text
    .split(',', MOST_A_DAY)
    .map((time) => Date.parse(time))
    .filter((atMs) => !Number.isNaN(atMs));
}

const NONE: readonly number[] = [];
