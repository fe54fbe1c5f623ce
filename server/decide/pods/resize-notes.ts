import { toKubeTime } from '../../lib/time/clock';
import type { Amounts } from '../../objects/units';
import { CHANGES_ANNOTATION, withChange } from './change-times';
import { RESIZED_AT_ANNOTATION } from './pod-annotations';
import { REQUESTS_BEFORE_ANNOTATION, requestsBefore } from './requests-before';

/** What a pod says of a resize at that time, in Unix milliseconds, beside what it said of earlier ones. */
export function resizeNotes(
  annotations: Readonly<Record<string, string>> | undefined,
  changes: readonly { readonly container: string; readonly from: Amounts; readonly to: Amounts }[],
  nowMs: number,
) {
  return {
    [RESIZED_AT_ANNOTATION]: toKubeTime(nowMs),
    [REQUESTS_BEFORE_ANNOTATION]: requestsBefore(changes, annotations?.[REQUESTS_BEFORE_ANNOTATION]),
    [CHANGES_ANNOTATION]: withChange(annotations?.[CHANGES_ANNOTATION], nowMs),
  };
}

/** What takes these notes away. */
export const NO_RESIZE_NOTES = {
  [RESIZED_AT_ANNOTATION]: null,
  [REQUESTS_BEFORE_ANNOTATION]: null,
  [CHANGES_ANNOTATION]: null,
};
