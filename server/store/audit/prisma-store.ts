import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CameOfIt } from '../../words/outcomes';
import { type ActionKind, PART_OF_STOP } from '../../words/records';
import type { Database } from '../database';
import type { Dialect } from '../database-url';
import { insertsOf } from '../inserts';
import type { ActionTime } from './actions-over-time';
import type { AuditCursor, AuditMark, AuditQuery, AuditStore, Cutoffs } from './audit-store';
import { atItsMoment, auditOrder } from './order';
import {
  type AuditKind,
  type AuditRecord,
  FINISHED,
  type Noted,
  type OutcomeRecord,
  type Stored,
} from './records';
import {
  ADMIT,
  actionRow,
  admissionRow,
  changeRow,
  decisionRow,
  gapRow,
  textOrNull,
  timeColumn,
} from './rows';

/** Old records removed at once, so that pruning never delays others for long. */
const PRUNE_LIMIT = 1000;
/** Rows of SQLite searched at once, so that a search never blocks others for long. */
const STRETCH = 5_000;
/** Marks the row that a probe writes and removes at once. */
const PROBE = -1;
/** The columns that PostgreSQL does not take as they are sent. */
const POSTGRES_TYPES: Readonly<Record<string, string>> = {
  at: 'timestamp',
  since: 'timestamp',
  notBefore: 'timestamp',
  reasons: 'jsonb',
  before: 'jsonb',
  after: 'jsonb',
};

/** The actions that have an outcome to follow. */
const FOLLOWED = ['evict', 'resize'] as const satisfies readonly ActionKind[];

/** A row as people read it. */
function withoutKey<R extends object>(row: R): Omit<R, 'key'> {
  const { key: _key, ...rest } = row as R & { key?: unknown };
  return rest;
}

type Row = Readonly<Record<string, string | number | Date | null>>;

/** Keeps the past in SQLite or PostgreSQL through Prisma. */
export class PrismaStore implements AuditStore {
  constructor(
    private readonly database: Database,
    private readonly dialect: Dialect,
    private readonly options: { stretch?: number; ended?: () => Promise<void> } = {},
  ) {}

  async append(records: readonly Noted[]): Promise<void> {
    const of = <K extends Noted['kind']>(kind: K) =>
      records.filter((record): record is Extract<Noted, { kind: K }> => record.kind === kind);
    const inserts = [
      ...this.inserting('Decision', of('decision').map(decisionRow)),
      ...this.inserting('Action', [...of('action').map(actionRow), ...of('admission').map(admissionRow)]),
      ...this.inserting('Change', of('change').map(changeRow)),
      ...this.inserting('Gap', of('gap').map(gapRow)),
    ];
    const noted = of('outcome').flatMap((outcome) => this.noting(outcome));
    if (inserts.length + noted.length > 0) await this.database.$transaction([...inserts, ...noted]);
  }

  /**
   * Says of what was done to the pods of a VPA between two times what came of it. One change is followed at a time, so
   * of any before it nothing more will be seen.
   */
  private noting({ namespace, vpa, part, sinceMs, atMs, cameOfIt }: OutcomeRecord) {
    const where = {
      namespace: textOrNull(namespace),
      vpa: textOrNull(vpa),
      part: textOrNull(part),
      outcome: 'done',
      kind: { in: [...FOLLOWED] },
    };
    const still = { cameOfIt: 'running' satisfies CameOfIt, at: { lt: new Date(sinceMs) } };
    return [
      this.database.action.updateMany({
        where: { ...where, at: between(sinceMs, atMs) },
        data: { cameOfIt: textOrNull(cameOfIt) },
      }),
      this.database.action.updateMany({
        where: { ...where, ...still },
        data: { cameOfIt: 'unknown' satisfies CameOfIt },
      }),
    ];
  }

  /** Statements for rows that all have the same columns. */
  private inserting(table: string, rows: readonly Row[]) {
    const columns = Object.keys(rows[0] ?? {});
    const into = `"${table}" (${columns.map((column) => `"${column}"`).join(', ')})`;
    const casts = this.dialect === 'postgres' ? columns.map((column) => POSTGRES_TYPES[column]) : [];
    const values = rows.map((row) => columns.map((column) => row[column]));
    return insertsOf(this.database, into, values, { casts, after: 'ON CONFLICT ("key") DO NOTHING' });
  }

  async audit(query: AuditQuery): Promise<Stored<AuditRecord>[]> {
    const found = await this.ofEach(query.kinds, (kind) => this.found(kind, query));
    return found
      .flat()
      .sort(auditOrder(query.order ?? 'newest'))
      .slice(0, query.limit);
  }

  async actionTimes(query: AuditQuery): Promise<ActionTime[]> {
    const found: ActionTime[] = [];
    for await (const stretch of this.stretches('action', query)) {
      const rows = await this.database.action.findMany({
        where: this.actionWhere(stretch),
        orderBy: orderOf(query),
        take: query.limit - found.length,
        select: { at: true, kind: true },
      });
      found.push(...rows.map(({ at, kind }) => ({ atMs: at.getTime(), action: kind as ActionKind })));
      if (found.length >= query.limit) break;
    }
    return found;
  }

  async finished(query: AuditQuery, most: number): Promise<number> {
    if (!query.kinds.includes('decision') || query.outcome !== undefined) return 0;
    let count = 0;
    for await (const stretch of this.stretches('decision', query)) {
      const where = this.decisionWhere({ ...stretch, hidesFinished: false });
      const finished = { AND: [where, { decision: FINISHED }] };
      count += await this.database.decision.count({ where: finished, take: most - count });
      if (count >= most) break;
    }
    return count;
  }

  async mark(): Promise<AuditMark> {
    const newest = { orderBy: { id: 'desc' as const }, select: { id: true } };
    const { database } = this;
    const [decision, action, change, gap] = await Promise.all([
      database.decision.findFirst(newest),
      database.action.findFirst(newest),
      database.change.findFirst(newest),
      database.gap.findFirst(newest),
    ]);
    const idOf = (row: { id: bigint } | null) => row?.id ?? 0n;
    return {
      decision: idOf(decision),
      action: idOf(action),
      admission: idOf(action),
      change: idOf(change),
      gap: idOf(gap),
    };
  }

  async prune({ decisionsMs, auditMs }: Cutoffs): Promise<number> {
    const before = (ms: number) => ({ where: { at: { lt: timeColumn(ms) } }, limit: PRUNE_LIMIT });
    const { database } = this;
    const removed = await database.$transaction([
      database.decision.deleteMany(before(decisionsMs)),
      database.action.deleteMany(before(auditMs)),
      database.change.deleteMany(before(auditMs)),
      database.gap.deleteMany(before(auditMs)),
    ]);
    return removed.reduce((sum, { count }) => sum + count, 0);
  }

  async probe(): Promise<void> {
    const { gap } = this.database;
    const epoch = new Date(0);
    await this.database.$transaction([
      gap.create({ data: { since: epoch, at: epoch, dropped: PROBE } }),
      gap.deleteMany({ where: { at: epoch, dropped: PROBE } }),
    ]);
  }

  async close(): Promise<void> {
    await this.database.$disconnect();
    await this.options.ended?.();
  }

  /** SQLite works on this thread: others get a turn between two kinds. */
  private async ofEach<T>(kinds: readonly AuditKind[], work: (kind: AuditKind) => Promise<T>): Promise<T[]> {
    if (this.dialect !== 'sqlite') return Promise.all(kinds.map(work));
    const results: T[] = [];
    for (const kind of kinds) {
      results.push(await work(kind));
      await nextTurn();
    }
    return results;
  }

  private async found(kind: AuditKind, query: AuditQuery): Promise<Stored<AuditRecord>[]> {
    const found: Stored<AuditRecord>[] = [];
    for await (const stretch of this.stretches(kind, query)) {
      found.push(...(await this.auditOf(kind, { ...stretch, limit: query.limit - found.length })));
      if (found.length >= query.limit) break;
    }
    return found;
  }

  /** The query, and if it searches SQLite, over one stretch of rows after the other with a turn for others between. */
  private async *stretches(kind: AuditKind, query: AuditQuery): AsyncGenerator<Stretch> {
    if (this.dialect !== 'sqlite' || kind === 'gap' || !isSearch(query)) {
      yield query;
      return;
    }
    for (let { after } = query; ; ) {
      const through = await this.endOfStretch(kind, { ...query, after });
      await nextTurn();
      yield { ...query, after, through };
      if (!through) return;
      after = through;
      await nextTurn();
    }
  }

  /** The last row of the stretch that begins here; undefined if fewer rows are left. */
  private async endOfStretch(
    kind: Exclude<AuditKind, 'gap'>,
    query: AuditQuery,
  ): Promise<AuditCursor | undefined> {
    const page = {
      orderBy: orderOf(query),
      skip: (this.options.stretch ?? STRETCH) - 1,
      select: { id: true, at: true },
    } as const;
    const where = timeWhere(kind, query);
    const { decision, action, change } = this.database;
    const rows = {
      decision: () => decision.findFirst({ where, ...page }),
      action: () => action.findFirst({ where, ...page }),
      admission: () => action.findFirst({ where, ...page }),
      change: () => change.findFirst({ where, ...page }),
    };
    const last = await rows[kind]();
    return last ? { kind, id: last.id, atMs: last.at.getTime() } : undefined;
  }

  private async auditOf(kind: AuditKind, query: Stretch): Promise<Stored<AuditRecord>[]> {
    const time = { AND: [timeWhere(kind, query), recordedWhere(kind, query)] };
    const page = { orderBy: orderOf(query), take: query.limit };
    const { name, what, outcome } = query;
    const namespace = namespaceWhere(query);
    const { database } = this;
    switch (kind) {
      case 'decision': {
        if (outcome !== undefined) return [];
        const where = this.decisionWhere(query);
        return (await database.decision.findMany({ where, ...page }))
          .map(withoutKey)
          .map(({ id, at: time, notBefore, ...row }) => ({
            ...row,
            kind,
            id,
            atMs: time.getTime(),
            notBeforeMs: notBefore?.getTime(),
          }));
      }
      case 'action': {
        return (await database.action.findMany({ where: this.actionWhere(query), ...page }))
          .map(withoutKey)
          .map(({ at: time, kind: action, part, count: _one, trace, cameOfIt, ...row }) => ({
            ...row,
            ...(part && { part }),
            kind,
            action,
            atMs: time.getTime(),
            ...(trace && { trace }),
            ...(cameOfIt && { cameOfIt }),
          }));
      }
      case 'admission': {
        if (what !== undefined || outcome !== undefined) return [];
        const said = this.saying(query, ['namespace', 'vpa', 'pod', 'detail']);
        const its = { namespace, vpa: name, kind: ADMIT };
        return (await database.action.findMany({ where: { AND: [time, its, ...said] }, ...page })).map(
          ({ id, at: time, namespace, vpa, pod, count, detail, before, after }) => ({
            kind,
            id,
            atMs: time.getTime(),
            namespace,
            vpa,
            pod,
            count,
            detail,
            before,
            after,
          }),
        );
      }
      case 'change': {
        const said = this.saying(query, ['namespace', 'name', 'who', 'detail', 'trace']);
        const kinds = {
          equals: what,
          not: query.hidesPartsOfStops ? PART_OF_STOP : undefined,
          in: query.changes && [...query.changes],
        };
        const where = { AND: [time, { namespace, name, kind: kinds, outcome }, ...said] };
        return (await database.change.findMany({ where, ...page }))
          .map(withoutKey)
          .map(({ at: time, kind: change, trace, ...row }) => ({
            ...row,
            kind,
            change,
            atMs: time.getTime(),
            ...(trace && { trace }),
          }));
      }
      case 'gap':
        return (await database.gap.findMany({ where: time, ...page }))
          .map(withoutKey)
          .map(({ since, at: time, ...row }) => ({
            ...row,
            kind,
            sinceMs: since.getTime(),
            atMs: time.getTime(),
          }));
    }
  }

  private actionWhere(query: Stretch) {
    const { name: vpa, what, outcome } = query;
    const its = { namespace: namespaceWhere(query), vpa, kind: { equals: what, not: ADMIT }, outcome };
    const said = this.saying(query, ['namespace', 'vpa', 'pod', 'detail', 'trace']);
    return { AND: [timeWhere('action', query), recordedWhere('action', query), its, ...said] };
  }

  private decisionWhere(query: Stretch) {
    const { name: vpa, what, hidesFinished } = query;
    const namespace = namespaceWhere(query);
    const said = this.saying(query, ['namespace', 'vpa', 'pod']);
    const decision = { equals: what, not: hidesFinished ? FINISHED : undefined };
    const place = [timeWhere('decision', query), recordedWhere('decision', query)];
    return { AND: [...place, { namespace, vpa, decision }, ...said] };
  }

  /** One condition per word: one of the columns contains it. PostgreSQL needs to be told to ignore case. */
  private saying<Column extends string>({ words = [] }: AuditQuery, columns: readonly Column[]) {
    const mode = this.dialect === 'postgres' ? { mode: 'insensitive' as const } : {};
    return words.map((word) => ({
      OR: columns.map((column) => ({ [column]: { contains: word, ...mode } })),
    }));
  }
}

/** A query over its rows up to and including one. */
interface Stretch extends AuditQuery {
  readonly through?: AuditCursor;
}

/** Whether rows are read that may not match. */
function isSearch({
  namespace,
  within,
  name,
  what,
  outcome,
  changes,
  words = [],
  hidesFinished,
  hidesPartsOfStops,
}: AuditQuery): boolean {
  return (
    hidesFinished ||
    hidesPartsOfStops ||
    words.length > 0 ||
    [namespace, within, name, what, outcome, changes].some((one) => one !== undefined)
  );
}

function namespaceWhere({ namespace, within }: AuditQuery) {
  return { equals: namespace, in: within && [...within] };
}

function orderOf({ order }: AuditQuery) {
  const direction = order === 'oldest' ? ('asc' as const) : ('desc' as const);
  return [{ at: direction }, { id: direction }];
}

function between(sinceMs: number | undefined, untilMs: number | undefined) {
  return {
    gte: sinceMs === undefined ? undefined : timeColumn(sinceMs),
    lte: untilMs === undefined ? undefined : timeColumn(untilMs),
  };
}

function recordedWhere(kind: AuditKind, { recorded }: AuditQuery) {
  if (!recorded) return {};
  const last = recorded.mark[kind];
  return { id: recorded.when === 'after' ? { gt: last } : { lte: last } };
}

function timeWhere(kind: AuditKind, { sinceMs, untilMs, after, through, order = 'newest' }: Stretch) {
  // A gap is a range: it matches if it overlaps the time asked for.
  const range =
    kind === 'gap'
      ? { at: between(sinceMs, undefined), since: between(undefined, untilMs) }
      : { at: between(sinceMs, untilMs) };
  const [beyond, before] = order === 'newest' ? (['lt', 'gt'] as const) : (['gt', 'lt'] as const);
  const bounds: object[] = [range];
  // The plain bound of each pair is the one that the index serves.
  if (after) {
    const further = { at: { [beyond]: timeColumn(after.atMs) } };
    const itsMoment = atItsMoment(kind, after, order);
    if (itsMoment === 'none') bounds.push(further);
    else bounds.push({ at: { [`${beyond}e`]: timeColumn(after.atMs) } });
    if (itsMoment === 'beyond-id') bounds.push({ OR: [further, { id: { [beyond]: after.id } }] });
  }
  if (through) {
    const nearer = { at: { [before]: timeColumn(through.atMs) } };
    bounds.push({ at: { [`${before}e`]: timeColumn(through.atMs) } });
    bounds.push({ OR: [nearer, { id: { [`${before}e`]: through.id } }] });
  }
  return { AND: bounds };
}
