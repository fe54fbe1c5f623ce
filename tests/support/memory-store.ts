import type { ActionTime } from '@/server/store/audit/actions-over-time';
import type { AuditMark, AuditQuery, AuditStore, Cutoffs } from '@/server/store/audit/audit-store';
import { auditOrder } from '@/server/store/audit/order';
import {
  type AuditRecord,
  FINISHED,
  type Noted,
  type OutcomeRecord,
  type Stored,
} from '@/server/store/audit/records';
import { type ActionKind, PART_OF_STOP } from '@/server/words/records';

/** Keeps the past as long as the process lives: for tests, and the shape every other store is held to. */
export class MemoryStore implements AuditStore {
  private records: Stored<AuditRecord>[] = [];
  private readonly keys = new Set<string>();
  private lastId = 0n;

  async append(records: readonly Noted[]): Promise<void> {
    for (const record of records) {
      if (record.kind === 'outcome') continue;
      const { key, ...rest } = structuredClone(record);
      if (key !== undefined && this.keys.has(key)) continue;
      if (key !== undefined) this.keys.add(key);
      this.records.push({ ...rest, id: ++this.lastId });
    }
    for (const record of records) if (record.kind === 'outcome') this.note(record);
  }

  private note({ namespace, vpa, part, sinceMs, atMs, cameOfIt }: OutcomeRecord): void {
    for (const record of this.records) {
      if (record.kind !== 'action' || record.namespace !== namespace || record.vpa !== vpa) continue;
      if ((record.part ?? '') !== part) continue;
      const isFollowed = record.outcome === 'done' && ['evict', 'resize'].includes(record.action);
      if (!isFollowed) continue;
      if (record.atMs >= sinceMs && record.atMs <= atMs) record.cameOfIt = cameOfIt;
      if (record.atMs < sinceMs && record.cameOfIt === 'running') record.cameOfIt = 'unknown';
    }
  }

  async audit(query: AuditQuery): Promise<Stored<AuditRecord>[]> {
    return this.records
      .filter((record) => query.kinds.includes(record.kind) && matches(record, query))
      .sort(auditOrder(query.order ?? 'newest'))
      .slice(0, query.limit);
  }

  async actionTimes(query: AuditQuery): Promise<ActionTime[]> {
    const found = await this.audit({ ...query, kinds: ['action'] });
    return found.flatMap((one) =>
      one.kind === 'action' ? [{ atMs: one.atMs, action: one.action as ActionKind }] : [],
    );
  }

  async finished(query: AuditQuery, most: number): Promise<number> {
    const all = await this.audit({ ...query, kinds: ['decision'], hidesFinished: false, limit: Infinity });
    const found = query.kinds.includes('decision') ? all.filter(isFinished).length : 0;
    return Math.min(found, most);
  }

  async mark(): Promise<AuditMark> {
    const { lastId } = this;
    return { decision: lastId, action: lastId, admission: lastId, change: lastId, gap: lastId };
  }

  async prune(cutoffs: Cutoffs): Promise<number> {
    const before = this.records.length;
    this.records = this.records.filter((record) => record.atMs >= cutoffOf(record, cutoffs));
    return before - this.records.length;
  }

  async probe(): Promise<void> {}

  async close(): Promise<void> {}
}

function isFinished(record: AuditRecord): boolean {
  return record.kind === 'decision' && record.decision === FINISHED;
}

function matches(record: Stored<AuditRecord>, query: AuditQuery): boolean {
  const { after, order = 'newest', namespace, within, name, what, outcome, words = [] } = query;
  if (!isWithin(record, query)) return false;
  if (query.recorded && record.id > query.recorded.mark[record.kind] !== (query.recorded.when === 'after'))
    return false;
  if (query.hidesFinished && isFinished(record)) return false;
  if (query.hidesPartsOfStops && record.kind === 'change' && record.change === PART_OF_STOP) return false;
  if (query.changes && record.kind === 'change' && !query.changes.includes(record.change)) return false;
  if (after && auditOrder(order)(record, after) <= 0) return false;
  if (record.kind === 'gap') return true;
  const told = toldOf(record);
  const texts = told.texts.map((text) => text.toLowerCase());
  return (
    (namespace === undefined || namespace === record.namespace) &&
    (within === undefined || within.includes(record.namespace)) &&
    (name === undefined || name === told.name) &&
    (what === undefined || what === told.what) &&
    (outcome === undefined || outcome === told.outcome) &&
    words.every((word) => texts.some((text) => text.includes(word.toLowerCase())))
  );
}

/** What each kind of record calls what a query asks about. */
function toldOf(record: Exclude<AuditRecord, { kind: 'gap' }>) {
  switch (record.kind) {
    case 'decision': {
      const { namespace, vpa: name, pod, decision: what } = record;
      return { name, what, outcome: undefined, texts: [namespace, name, pod] };
    }
    case 'action': {
      const { namespace, vpa: name, pod, action: what, outcome, detail, trace = '' } = record;
      return { name, what, outcome, texts: [namespace, name, pod, detail, trace] };
    }
    case 'admission': {
      const { namespace, vpa: name, pod, detail } = record;
      return { name, what: undefined, outcome: undefined, texts: [namespace, name, pod, detail] };
    }
    case 'change': {
      const { namespace, name, who, change: what, outcome, detail, trace = '' } = record;
      return { name, what, outcome, texts: [namespace, name, who, detail, trace] };
    }
  }
}

/** A gap is a stretch: it counts when it reaches into the time asked for. */
function isWithin(
  record: AuditRecord,
  {
    sinceMs = Number.NEGATIVE_INFINITY,
    untilMs = Number.POSITIVE_INFINITY,
  }: { sinceMs?: number; untilMs?: number },
): boolean {
  const beganMs = record.kind === 'gap' ? record.sinceMs : record.atMs;
  return record.atMs >= sinceMs && beganMs <= untilMs;
}

function cutoffOf(record: AuditRecord, cutoffs: Cutoffs): number {
  switch (record.kind) {
    case 'decision':
      return cutoffs.decisionsMs;
    case 'action':
    case 'admission':
    case 'change':
    case 'gap':
      return cutoffs.auditMs;
  }
}
