import { AWAITED_EVENTS } from '../../words/awaited-events';
import { reasonsText } from '../../words/reasons';
import { relativeTime } from '../../words/times';
import type { WaitingPods } from '../ports';

const MOST_NAMED = 3;

/** Which pods wait, until when, and why. `nowMs` is the cluster's time. */
export function waitingWords({ pods, reasons, notBeforeMs, awaits }: WaitingPods, nowMs: number): string {
  const names = namedPods(pods);
  const waits = pods.length === 1 ? '1 pod waits' : `${pods.length} pods wait`;
  const ends = [
    ...(notBeforeMs === undefined ? [] : [`not before ${relativeTime(notBeforeMs, nowMs)}`]),
    ...awaits.map((event) => `until ${AWAITED_EVENTS[event]}`),
  ].join(' and ');
  return `${waits}${ends && ` ${ends}`} (${names}). ${reasonsText(reasons, nowMs)}`.trim();
}

/** The first few names, and how many more. */
export function namedPods(pods: readonly string[]): string {
  const others = pods.length - MOST_NAMED;
  return `${pods.slice(0, MOST_NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
