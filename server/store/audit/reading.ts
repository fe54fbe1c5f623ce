import * as z from 'zod';
import { AppError } from '../../lib/report/errors';
import { DECISIONS, type Decision } from '../../words/decisions';
import { ACTION_KINDS, CHANGE_KINDS, OUTCOMES, type Outcome, PART_OF_STOP } from '../../words/records';
import { type ActionsOverTime, actionsOverTime, MOST_ACTIONS } from './actions-over-time';
import type { AuditQuery } from './audit-store';
import type { Journal } from './journal';
import { cursorFrom, cursorText, LAST_MOMENT_MS } from './order';
import { AUDIT_KINDS, type AuditRecord, FINISHED, type Stored } from './records';
import { type AuditEntry, type AuditView, MOST_COUNTED } from './views';

const MOST = 500;
const FEW = 100;

const decisions = Object.keys(DECISIONS) as Decision[];
const unknown = { error: ({ input }: { input?: unknown }) => `is not known: ${input}` };
const noTime = { error: 'is no time' };
const time = z.coerce
  .number(noTime)
  .int(noTime)
  .min(-LAST_MOMENT_MS, noTime)
  .max(LAST_MOMENT_MS, noTime)
  .optional();
/** Periods up to now. */
const LAST_MS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;

const querySchema = z.object({
  kind: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(AUDIT_KINDS, unknown)))
    .default([...AUDIT_KINDS]),
  namespace: z.string().optional(),
  vpa: z.string().optional(),
  what: z.enum([...ACTION_KINDS, ...CHANGE_KINDS, ...decisions, FINISHED], unknown).optional(),
  outcome: z.enum(Object.keys(OUTCOMES) as Outcome[], unknown).optional(),
  q: z
    .string()
    .max(200)
    .refine((text) => !text.includes('\0'), 'has a character that no name can have')
    .optional(),
  since: time,
  until: time,
  last: z.enum(Object.keys(LAST_MS) as (keyof typeof LAST_MS)[], unknown).optional(),
  finished: z.enum(['shown', 'hidden'], unknown).default('hidden'),
  run: z.enum(['this', 'earlier'], unknown).default('this'),
  order: z.enum(['newest', 'oldest'], unknown).default('newest'),
  after: z
    .string()
    .transform((text, context) => {
      const cursor = cursorFrom(text);
      if (cursor) return cursor;
      context.addIssue({ code: 'custom', message: 'is not a position in the log' });
      return z.NEVER;
    })
    .optional(),
  limit: z.coerce.number().int().min(1).max(MOST).default(FEW),
});

/** What is asked of the audit log, and the namespaces whose records the person may read; undefined for all. */
export interface AskedOfAudit {
  readonly params: URLSearchParams;
  readonly within?: readonly string[] | undefined;
  /** The kinds of changes that are shown of the others; undefined for all. */
  readonly changes?: readonly string[] | undefined;
}

type Entries = Pick<AuditView, 'entries' | 'nextAfter' | 'store'>;

/**
 * One page of the audit log for the query of a request. Gaps are included whatever kinds are asked for.
 * @throws AppError `bad-request` for an invalid query, as `readEntries`
 */
export async function readAudit(store: Journal, asked: AskedOfAudit, nowMs: number): Promise<AuditView> {
  const { query, run } = queryOf(asked, nowMs);
  const { page, isLast, ...entries } = await pageOf(store, query, run);
  const actions = await actionsOf(store, query, { run, nowMs });
  const end = page.at(-1);
  return {
    ...entries,
    ...(actions && { actions }),
    finished: await store.finished(isLast ? query : upTo(query, end), run, MOST_COUNTED),
    hasEarlier: store.hasEarlier,
  };
}

/** What was done, for the first page: what was tried in vain counts only where that is asked for. */
async function actionsOf(
  store: Journal,
  query: AuditQuery,
  { run, nowMs }: { run: 'this' | 'earlier'; nowMs: number },
): Promise<ActionsOverTime | undefined> {
  const { sinceMs, untilMs = nowMs, outcome = 'done' } = query;
  if (!query.kinds.includes('action') || query.after) return undefined;
  const asked = { ...query, outcome, order: 'newest', limit: MOST_ACTIONS } as const;
  return actionsOverTime(await store.actionTimes(asked, run), { sinceMs, untilMs: Math.min(untilMs, nowMs) });
}

/** The same without what is counted besides. */
export async function readEntries(store: Journal, asked: AskedOfAudit, nowMs: number): Promise<Entries> {
  const { query, run } = queryOf(asked, nowMs);
  const { entries, nextAfter, store: state } = await pageOf(store, query, run);
  return { entries, nextAfter, store: state };
}

function queryOf({ params, within, changes }: AskedOfAudit, nowMs: number) {
  const parsed = querySchema.safeParse(Object.fromEntries(params));
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => ({
      field: String(path[0] ?? ''),
      message,
    }));
    throw new AppError(
      'bad-request',
      fields.map(({ field, message }) => `${field} ${message}`).join('; '),
      fields,
    );
  }
  const {
    kind,
    namespace,
    vpa,
    what,
    outcome,
    q = '',
    since,
    until,
    order,
    after,
    limit,
    last,
    finished,
    run,
  } = parsed.data;
  const query: AuditQuery = {
    kinds: [...new Set([...kind, 'gap' as const])],
    namespace,
    within,
    name: vpa,
    what,
    outcome,
    changes,
    words: q.split(/\s+/).filter(Boolean),
    sinceMs: last === undefined ? since : Math.max(nowMs - LAST_MS[last], since ?? Number.NEGATIVE_INFINITY),
    untilMs: until,
    hidesFinished: finished === 'hidden' && what !== FINISHED,
    hidesPartsOfStops: vpa === undefined && what !== PART_OF_STOP,
    order,
    after,
    limit: limit + 1,
  };
  return { query, run };
}

async function pageOf(store: Journal, query: AuditQuery, run: 'this' | 'earlier') {
  const limit = query.limit - 1;
  const found = await store.audit(query, run);
  const page = found.slice(0, limit);
  const end = page.at(-1);
  const isLast = found.length <= limit;
  const { state } = store;
  const entries: Entries = {
    entries: page.map(entryOf),
    nextAfter: !isLast && end ? cursorText(end) : undefined,
    store:
      state.kind === 'away'
        ? { kind: 'away', dropped: state.dropped, message: state.message }
        : { kind: 'available', dropped: state.dropped },
  };
  return { ...entries, page, isLast };
}

/** The query up to the end of that page: what lies beyond is counted with its own page. */
function upTo(query: AuditQuery, end: { atMs: number } | undefined): AuditQuery {
  if (!end) return query;
  return query.order === 'oldest'
    ? { ...query, untilMs: Math.min(end.atMs, query.untilMs ?? Number.POSITIVE_INFINITY) }
    : { ...query, sinceMs: Math.max(end.atMs, query.sinceMs ?? Number.NEGATIVE_INFINITY) };
}

/** This product wrote the rows, so codes and reasons are its own. */
function entryOf(record: Stored<AuditRecord>): AuditEntry {
  return { ...record, id: String(record.id) } as AuditEntry;
}
