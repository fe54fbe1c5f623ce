import { CALENDAR_ANNOTATION, calendarFaults, calendarTextOf } from '../../features/calendar/reading';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';

/** What `kubectl apply` should say about a calendar that never opens. */
export function calendarWarnings(vpa: VerticalPodAutoscaler, nowMs: number): string[] {
  const text = calendarTextOf(vpa);
  if (text === undefined) return [];
  return calendarFaults(text, nowMs).map(
    (fault) =>
      `metadata.annotations[${CALENDAR_ANNOTATION}]: ${fault}; until it is corrected, no pod is evicted or resized.`,
  );
}
