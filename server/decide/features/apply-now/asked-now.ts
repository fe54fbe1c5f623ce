import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn } from '../../pods/stated-text';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** Until when changes of the pods of a VPA do not wait for their time, as RFC 3339. */
export const APPLY_NOW_ANNOTATION = 'plumbline.dev/apply-now';

/** Long enough for a pass or two; a wish that is older is none. */
export const APPLY_FOR_MS = 600_000;
/** Whoever writes it by hand may ask for this long. */
const LONGEST_MS = 3_600_000;

/** Until when changes are asked for now, Unix milliseconds; undefined if they are not. */
export function askedNowUntil(vpa: Stating, nowMs: number): number | undefined {
  const untilMs = Date.parse(statedIn(vpa, APPLY_NOW_ANNOTATION) ?? '');
  return untilMs > nowMs && untilMs <= nowMs + LONGEST_MS ? untilMs : undefined;
}

export function applyNowFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, APPLY_NOW_ANNOTATION);
  if (text === undefined || !Number.isNaN(Date.parse(text))) return [];
  return [`"${text.slice(0, 60)}" is no time; write until when as RFC 3339, such as 2026-11-27T08:10:00Z`];
}
