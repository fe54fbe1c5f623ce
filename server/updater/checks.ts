import { checkDefaultRules } from '../decide/features/approvals/default-rules';
import { clusterCalendar, faultText } from '../decide/features/calendar/reading';
import { ConfigError } from '../lib/report/errors';
import type { UpdaterSettings } from './settings';

/**
 * Whether the calendar of the cluster and the approvals of all VPAs can be read.
 * @throws ConfigError that names each field that cannot, and what it takes
 */
export function checkUpdaterSettings({
  calendar,
  ...settings
}: Pick<UpdaterSettings, 'calendar' | 'approvals'>): void {
  checkDefaultRules(settings);
  const { faults = [] } = clusterCalendar(calendar) ?? {};
  if (faults.length === 0) return;
  throw new ConfigError(`PLUMBLINE_CALENDAR cannot be used:\n  ${faults.map(faultText).join('\n  ')}`);
}
