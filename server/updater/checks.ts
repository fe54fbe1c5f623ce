import { ConfigError } from '../config';
import { clusterCalendar, faultText } from '../policy/calendar/reading';
import type { UpdaterSettings } from './settings';

/**
 * Whether the calendar of the cluster can be read.
 * @throws ConfigError that names each field that cannot, and what it takes
 */
export function checkSettings({ calendar }: Pick<UpdaterSettings, 'calendar'>): void {
  const { faults = [] } = clusterCalendar(calendar) ?? {};
  if (faults.length === 0) return;
  throw new ConfigError(`PLUMBLINE_CALENDAR cannot be used:\n  ${faults.map(faultText).join('\n  ')}`);
}
