import { durationSetting } from '../../../lib/time/duration-setting';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn } from '../../pods/stated-text';

type Stating = Pick<VerticalPodAutoscaler, 'metadata'>;

/** How long after it is created a VPA changes nothing, as a duration such as `24h`. */
export const FIRST_CHANGE_ANNOTATION = 'plumbline.dev/first-change-after';

/** Longer waits are mode Off. */
const LONGEST_MS = 90 * 86_400_000;
const LONGEST_TEXT = 40;

/** The wait for the first change: until a Unix time in milliseconds, or why that is not known. */
export type FirstChange = { readonly after: string; readonly untilMs: number } | { readonly fault: string };

/** Undefined where a VPA states no wait, and where it was never created, as in a trial. */
export function firstChangeOf(vpa: Stating): FirstChange | undefined {
  const text = statedIn(vpa, FIRST_CHANGE_ANNOTATION);
  if (text === undefined) return undefined;
  const waits = waitIn(text);
  if (typeof waits === 'string') return { fault: waits };
  const createdMs = Date.parse(vpa.metadata.creationTimestamp ?? '');
  return Number.isNaN(createdMs) ? undefined : { after: text.trim(), untilMs: createdMs + waits };
}

/** Whether the VPA changes nothing yet, running pods and new ones. */
export function isBeforeFirstChange(vpa: Stating, nowMs: number): boolean {
  const found = firstChangeOf(vpa);
  return found !== undefined && ('fault' in found || nowMs < found.untilMs);
}

export function firstChangeFaults(vpa: Stating): readonly string[] {
  const text = statedIn(vpa, FIRST_CHANGE_ANNOTATION);
  const waits = text === undefined ? 0 : waitIn(text);
  return typeof waits === 'string' ? [waits] : [];
}

/** In milliseconds, or what is wrong. */
function waitIn(stated: string): number | string {
  const text = stated.trim();
  const read = durationSetting.safeParse(text.slice(0, LONGEST_TEXT));
  if (!read.success || text.length > LONGEST_TEXT)
    return `"${text.slice(0, LONGEST_TEXT)}" is no duration; write it as 30m, 24h or 7d`;
  return read.data <= LONGEST_MS
    ? read.data
    : `"${text}" is longer than 90d; use update mode Off to wait longer`;
}
