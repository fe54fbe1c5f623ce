import type { AuditEntry } from '@/server/contract/audit';

/** A line of the log: an entry, or the same action on several pods of a VPA in one pass. */
export interface AuditRow {
  /** The first of them. */
  entry: AuditEntry;
  /** The pods, if there are several. */
  pods?: string[];
}

/** The entries in their order, each with those after it that say the same of other pods. */
export function folded(entries: readonly AuditEntry[]): AuditRow[] {
  const rows: AuditRow[] = [];
  let former: string | undefined;
  for (const entry of entries) {
    const same = samenessOf(entry);
    const last = rows.at(-1);
    if (last && same !== undefined && same === former && entry.kind === 'action')
      last.pods = [...(last.pods ?? [podOf(last.entry)]), entry.pod];
    else rows.push({ entry });
    former = same;
  }
  return rows;
}

/** The same text for what differs in the pod and the moment alone; undefined for what stands by itself. */
function samenessOf(entry: AuditEntry): string | undefined {
  if (entry.kind !== 'action' || !entry.trace) return undefined;
  const { trace, namespace, vpa, part, action, outcome, cameOfIt, detail, before, after } = entry;
  return JSON.stringify([trace, namespace, vpa, part, action, outcome, cameOfIt, detail, before, after]);
}

function podOf(entry: AuditEntry): string {
  return entry.kind === 'action' ? entry.pod : '';
}
