import type { KubeEvent } from '../objects/types';
import type { AuditEntry } from '../store/audit/views';
import { countOf } from '../words/counts';
import { CAME_OF_IT } from '../words/outcomes';
import { reasonsText } from '../words/reasons';
import { OUTCOMES } from '../words/records';
import { absoluteTime } from '../words/times';
import { whoWords } from '../words/who';
import type { HistoryRow } from './backend';

const PLUMBLINE = 'plumbline';

export function historyRow(entry: AuditEntry): HistoryRow {
  const { atMs } = entry;
  switch (entry.kind) {
    case 'action': {
      const { namespace, vpa, pod, action, outcome, detail, reasons, cameOfIt } = entry;
      const came = cameOfIt === undefined ? '' : CAME_OF_IT[cameOfIt];
      const text = joined(OUTCOMES[outcome], came, detail, reasonsText(reasons, atMs));
      return { atMs, namespace, about: `${vpa}/${pod}`, what: action, who: PLUMBLINE, text };
    }
    case 'admission': {
      const { namespace, vpa, pod, count, detail } = entry;
      const text = joined(count > 1 ? `${countOf(count, 'pod')} alike within a minute.` : '', detail);
      return { atMs, namespace, about: `${vpa}/${pod}`, what: 'admission', who: PLUMBLINE, text };
    }
    case 'change': {
      const { namespace, name, change, who, outcome, detail } = entry;
      const text = joined(outcome === 'done' ? '' : OUTCOMES[outcome], detail);
      return { atMs, namespace, about: name, what: change, who: whoWords(who), text };
    }
    case 'decision': {
      const { namespace, vpa, pod, decision, reasons } = entry;
      const text = reasonsText(reasons, atMs);
      return { atMs, namespace, about: `${vpa}/${pod}`, what: decision, who: PLUMBLINE, text };
    }
    case 'gap': {
      const text = `Records may be missing since ${absoluteTime(entry.sinceMs)}: ${countOf(entry.dropped, 'record')} known. ${entry.detail}`;
      return { atMs, namespace: '', about: '', what: 'gap', who: PLUMBLINE, text };
    }
  }
}

/** An event of ours in the cluster. */
export function historyRowOfEvent(event: KubeEvent): HistoryRow {
  const { involvedObject, reason = '', message = '', count = 1 } = event;
  const at = event.lastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp ?? '';
  return {
    atMs: Date.parse(at) || 0,
    namespace: involvedObject.namespace ?? event.metadata.namespace ?? '',
    about: `${involvedObject.kind ?? ''}/${involvedObject.name ?? ''}`,
    what: reason,
    who: componentOf(event),
    text: count > 1 ? `${message} (${count} times)` : message,
  };
}

export function componentOf({ reportingComponent, source }: KubeEvent): string {
  return reportingComponent || source?.component || '';
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(' ');
}
