import type { EventRow } from '../../contract/events';
import type { KubeEvent } from '../../objects/types';

/** Longer messages are cut: lists show them whole. */
const LONGEST = 500;

/** An event as lists show it; undefined for one that names no object or no time. */
export function eventRow(event: KubeEvent): EventRow | undefined {
  const { metadata, involvedObject, reason = '', message = '', count, reportingComponent, source } = event;
  const atMs = Date.parse(event.lastTimestamp ?? event.eventTime ?? metadata.creationTimestamp ?? '');
  const { kind, name } = involvedObject ?? {};
  if (!kind || !name || Number.isNaN(atMs)) return undefined;
  return {
    id: metadata.uid ?? metadata.name,
    atMs,
    about: { kind, name },
    isWarning: event.type === 'Warning',
    reason: String(reason),
    message: String(message).slice(0, LONGEST),
    count: typeof count === 'number' && count > 0 ? count : 1,
    from: reportingComponent || source?.component || '',
  };
}
