import { atItsMoment, auditOrder } from './audit-order';
import type { Database, Dialect } from './database';
import type {
  ActionRecord,
  AdmissionRecord,
  AuditKind,
  AuditRecord,
  ChangeRecord,
  DecisionRecord,
  RecommendationRecord,
  Stored,
  StoreRecord,
} from './records';
import type { AuditQuery, Cutoffs, RecommendationQuery, Store } from './store';

/** So many at once go in one statement; and so many old ones, so that pruning never holds others up for long. */
const PRUNE_LIMIT = 1000;

/** What admission did stands among the actions, told apart by this. */
const ADMIT = 'admit';

const at = (atMs: number) => new Date(atMs);
const json = (value: unknown) => JSON.parse(JSON.stringify(value ?? null)) as object;

/** Keeps the past in SQLite or PostgreSQL through Prisma. */
export class PrismaStore implements Store {
  constructor(
    private readonly database: Database,
    private readonly dialect: Dialect,
  ) {}

  async append(records: readonly StoreRecord[]): Promise<void> {
    const of = <K extends StoreRecord['kind']>(kind: K) =>
      records.filter((record): record is Extract<StoreRecord, { kind: K }> => record.kind === kind);
    const { database } = this;
    await database.$transaction([
      database.decision.createMany({ data: of('decision').map(decisionRow) }),
      database.action.createMany({
        data: [...of('action').map(actionRow), ...of('admission').map(admissionRow)],
      }),
      database.change.createMany({ data: of('change').map(changeRow) }),
      database.gap.createMany({
        data: of('gap').map(({ sinceMs, atMs, dropped, detail }) => ({
          since: at(sinceMs),
          at: at(atMs),
          dropped,
          detail,
        })),
      }),
      database.recommendation.createMany({ data: of('recommendation').map(recommendationRow) }),
    ]);
  }

  async audit(query: AuditQuery): Promise<Stored<AuditRecord>[]> {
    const found = await Promise.all(query.kinds.map((kind) => this.auditOf(kind, query)));
    return found
      .flat()
      .sort(auditOrder(query.order ?? 'newest'))
      .slice(0, query.limit);
  }

  async recommendations(query: RecommendationQuery): Promise<Stored<RecommendationRecord>[]> {
    const { namespace, vpa, sinceMs, untilMs, limit } = query;
    const rows = await this.database.recommendation.findMany({
      where: { namespace, vpa, at: between(sinceMs, untilMs) },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: limit,
    });
    const amounts = (target: number | null, lower: number | null, upper: number | null) => ({
      target: target ?? undefined,
      lowerBound: lower ?? undefined,
      upperBound: upper ?? undefined,
    });
    return rows.map((row) => ({
      kind: 'recommendation',
      id: row.id,
      atMs: row.at.getTime(),
      namespace: row.namespace,
      vpa: row.vpa,
      container: row.container,
      cpu: amounts(row.targetCpu, row.lowerCpu, row.upperCpu),
      memory: amounts(row.targetMemory, row.lowerMemory, row.upperMemory),
    }));
  }

  async prune({ decisionsMs, auditMs, recommendationsMs }: Cutoffs): Promise<number> {
    const before = (ms: number) => ({ where: { at: { lt: at(ms) } }, limit: PRUNE_LIMIT });
    const { database } = this;
    const removed = await database.$transaction([
      database.decision.deleteMany(before(decisionsMs)),
      database.action.deleteMany(before(auditMs)),
      database.change.deleteMany(before(auditMs)),
      database.gap.deleteMany(before(auditMs)),
      database.recommendation.deleteMany(before(recommendationsMs)),
    ]);
    return removed.reduce((sum, { count }) => sum + count, 0);
  }

  async close(): Promise<void> {
    await this.database.$disconnect();
  }

  private async auditOf(kind: AuditKind, query: AuditQuery): Promise<Stored<AuditRecord>[]> {
    const time = timeWhere(kind, query);
    const direction = query.order === 'oldest' ? ('asc' as const) : ('desc' as const);
    const page = { orderBy: [{ at: direction }, { id: direction }], take: query.limit };
    const { namespace, name, what, outcome } = query;
    const { database } = this;
    switch (kind) {
      case 'decision': {
        if (outcome !== undefined) return [];
        const said = this.saying(query, ['namespace', 'vpa', 'pod']);
        const where = { AND: [time, { namespace, vpa: name, decision: what }, ...said] };
        return (await database.decision.findMany({ where, ...page })).map(
          ({ id, at: time, notBefore, ...row }) => ({
            ...row,
            kind,
            id,
            atMs: time.getTime(),
            notBeforeMs: notBefore?.getTime(),
          }),
        );
      }
      case 'action': {
        const said = this.saying(query, ['namespace', 'vpa', 'pod', 'detail']);
        const its = { namespace, vpa: name, kind: { equals: what, not: ADMIT }, outcome };
        return (await database.action.findMany({ where: { AND: [time, its, ...said] }, ...page })).map(
          ({ at: time, kind: action, ...row }) => ({ ...row, kind, action, atMs: time.getTime() }),
        );
      }
      case 'admission': {
        if (what !== undefined || outcome !== undefined) return [];
        const said = this.saying(query, ['namespace', 'vpa', 'pod', 'detail']);
        const its = { namespace, vpa: name, kind: ADMIT };
        return (await database.action.findMany({ where: { AND: [time, its, ...said] }, ...page })).map(
          ({ id, at: time, namespace, vpa, pod, detail, before, after }) => ({
            kind,
            id,
            atMs: time.getTime(),
            namespace,
            vpa,
            pod,
            detail,
            before,
            after,
          }),
        );
      }
      case 'change': {
        const said = this.saying(query, ['namespace', 'name', 'who', 'detail']);
        const where = { AND: [time, { namespace, name, kind: what, outcome }, ...said] };
        return (await database.change.findMany({ where, ...page })).map(
          ({ at: time, kind: change, ...row }) => ({ ...row, kind, change, atMs: time.getTime() }),
        );
      }
      case 'gap':
        return (await database.gap.findMany({ where: time, ...page })).map(({ since, at: time, ...row }) => ({
          ...row,
          kind,
          sinceMs: since.getTime(),
          atMs: time.getTime(),
        }));
    }
  }

  /** One condition for each word: one of the columns holds it. Only PostgreSQL minds the case unless told not to. */
  private saying<Column extends string>({ words = [] }: AuditQuery, columns: readonly Column[]) {
    const mode = this.dialect === 'postgres' ? { mode: 'insensitive' as const } : {};
    return words.map((word) => ({
      OR: columns.map((column) => ({ [column]: { contains: word, ...mode } })),
    }));
  }
}

function between(sinceMs: number | undefined, untilMs: number | undefined) {
  return {
    gte: sinceMs === undefined ? undefined : at(sinceMs),
    lte: untilMs === undefined ? undefined : at(untilMs),
  };
}

function timeWhere(kind: AuditKind, { sinceMs, untilMs, after, order = 'newest' }: AuditQuery) {
  // A gap is a stretch: it counts when it reaches into the time asked for.
  const range =
    kind === 'gap'
      ? { at: between(sinceMs, undefined), since: between(undefined, untilMs) }
      : { at: between(sinceMs, untilMs) };
  if (!after) return range;
  const beyond = order === 'newest' ? 'lt' : 'gt';
  const further = { at: { [beyond]: at(after.atMs) } };
  switch (atItsMoment(kind, after, order)) {
    case 'none':
      return { AND: [range, further] };
    case 'all':
      return { AND: [range, { OR: [further, { at: at(after.atMs) }] }] };
    case 'beyond-id':
      return { AND: [range, { OR: [further, { at: at(after.atMs), id: { [beyond]: after.id } }] }] };
  }
}

function decisionRow({ atMs, notBeforeMs, namespace, vpa, pod, podUid, decision, reasons }: DecisionRecord) {
  return {
    at: at(atMs),
    namespace,
    vpa,
    pod,
    podUid,
    decision,
    reasons: json(reasons),
    notBefore: notBeforeMs === undefined ? null : at(notBeforeMs),
  };
}

function actionRow({ kind: _kind, atMs, action, reasons, before, after, ...row }: ActionRecord) {
  return {
    ...row,
    at: at(atMs),
    kind: action,
    reasons: json(reasons),
    before: json(before),
    after: json(after),
  };
}

function admissionRow({ kind: _kind, atMs, before, after, ...row }: AdmissionRecord) {
  return {
    ...row,
    at: at(atMs),
    podUid: '',
    kind: ADMIT,
    outcome: 'done',
    reasons: [],
    before: json(before),
    after: json(after),
  };
}

function changeRow({ kind: _kind, atMs, change, before, after, ...row }: ChangeRecord) {
  return { ...row, at: at(atMs), kind: change, before: json(before), after: json(after) };
}

function recommendationRow({ atMs, namespace, vpa, container, cpu, memory }: RecommendationRecord) {
  return {
    at: at(atMs),
    namespace,
    vpa,
    container,
    targetCpu: cpu.target,
    lowerCpu: cpu.lowerBound,
    upperCpu: cpu.upperBound,
    targetMemory: memory.target,
    lowerMemory: memory.lowerBound,
    upperMemory: memory.upperBound,
  };
}
