import { type CalendarView, calendarView } from '../../features/calendar/view';
import type { Runtime } from '../../host/runtime';

/** When the pods of a VPA may be evicted or resized; undefined if the VPA is unknown. */
export function calendarOf(
  { cluster, config, clock }: Pick<Runtime, 'cluster' | 'config' | 'clock'>,
  namespace: string,
  name: string,
): CalendarView | undefined {
  const vpa = cluster?.caches.vpas.get(namespace, name);
  return vpa && calendarView(vpa, config.calendar, clock.now());
}
