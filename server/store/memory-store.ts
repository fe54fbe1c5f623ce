import { boundFor, compareAudit } from './audit-order';
import type { AuditRecord, RecommendationRecord, Stored, StoreRecord } from './records';
import type { AuditQuery, Cutoffs, RecommendationQuery, Store } from './store';

/** Keeps the past as long as the process lives: for tests, and the shape every other store is held to. */
export class MemoryStore implements Store {
  private records: Stored<StoreRecord>[] = [];
  private lastId = 0;

  async append(records: readonly StoreRecord[]): Promise<void> {
    for (const record of records) this.records.push({ ...structuredClone(record), id: ++this.lastId });
  }

  async audit(query: AuditQuery): Promise<Stored<AuditRecord>[]> {
    return this.records
      .filter(
        (record): record is Stored<AuditRecord> =>
          record.kind !== 'recommendation' && query.kinds.includes(record.kind) && matches(record, query),
      )
      .sort(compareAudit)
      .slice(0, query.limit);
  }

  async recommendations(query: RecommendationQuery): Promise<Stored<RecommendationRecord>[]> {
    const { namespace, vpa, limit } = query;
    return this.records
      .filter(
        (record): record is Stored<RecommendationRecord> =>
          record.kind === 'recommendation' &&
          record.namespace === namespace &&
          record.vpa === vpa &&
          isWithin(record, query),
      )
      .sort((a, b) => b.atMs - a.atMs || b.id - a.id)
      .slice(0, limit);
  }

  async prune(cutoffs: Cutoffs): Promise<number> {
    const before = this.records.length;
    this.records = this.records.filter((record) => record.atMs >= cutoffOf(record, cutoffs));
    return before - this.records.length;
  }

  async close(): Promise<void> {}
}

function matches(record: Stored<AuditRecord>, query: AuditQuery): boolean {
  if (!isWithin(record, query)) return false;
  if (query.before) {
    const { atMs, idBelow } = boundFor(record.kind, query.before);
    if (record.atMs > atMs || (record.atMs === atMs && record.id >= idBelow)) return false;
  }
  if (record.kind === 'gap') return true;
  const name = record.kind === 'change' ? record.name : record.vpa;
  return (
    (query.namespace === undefined || query.namespace === record.namespace) &&
    (query.name === undefined || query.name === name)
  );
}

/** A gap is a stretch: it counts when it reaches into the time asked for. */
function isWithin(
  record: StoreRecord,
  {
    sinceMs = Number.NEGATIVE_INFINITY,
    untilMs = Number.POSITIVE_INFINITY,
  }: { sinceMs?: number; untilMs?: number },
): boolean {
  const beganMs = record.kind === 'gap' ? record.sinceMs : record.atMs;
  return record.atMs >= sinceMs && beganMs <= untilMs;
}

function cutoffOf(record: StoreRecord, cutoffs: Cutoffs): number {
  switch (record.kind) {
    case 'decision':
      return cutoffs.decisionsMs;
    case 'recommendation':
      return cutoffs.recommendationsMs;
    case 'action':
    case 'change':
    case 'gap':
      return cutoffs.auditMs;
  }
}
