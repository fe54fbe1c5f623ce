import { z } from 'zod';
import { AppError } from '../errors';
import type { AuditQuery, Journal } from '../store';
import { cursorFrom, cursorText, LAST_MOMENT_MS } from '../store/audit/order';
import { AUDIT_KINDS, type AuditRecord, type Stored } from '../store/audit/records';
import { DECISIONS, type Decision } from '../words/decisions';
import { ACTION_KINDS, type AuditEntry, type AuditView, CHANGE_KINDS, OUTCOMES, type Outcome } from './views';

const MOST = 500;
const FEW = 100;

const decisions = Object.keys(DECISIONS) as Decision[];
const time = z.coerce.number().int().min(-LAST_MOMENT_MS).max(LAST_MOMENT_MS).optional();
const querySchema = z.object({
  kind: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(AUDIT_KINDS)))
    .default([...AUDIT_KINDS]),
  namespace: z.string().optional(),
  vpa: z.string().optional(),
  what: z.enum([...ACTION_KINDS, ...CHANGE_KINDS, ...decisions]).optional(),
  outcome: z.enum(Object.keys(OUTCOMES) as Outcome[]).optional(),
  q: z
    .string()
    .max(200)
    .refine((text) => !text.includes('\0'), 'has a character that no name can have')
    .optional(),
  since: time,
  until: time,
  order: z.enum(['newest', 'oldest']).default('newest'),
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

/**
 * One page of the audit log for the query of a request. Gaps are included whatever kinds are asked for.
 * @throws AppError `bad-request` for an invalid query
 */
export async function readAudit(store: Journal, params: URLSearchParams): Promise<AuditView> {
  const parsed = querySchema.safeParse(Object.fromEntries(params));
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => ({
      field: String(path[0] ?? ''),
      message,
    }));
    throw new AppError(
      'bad-request',
      fields.map(({ field, message }) => `${field}: ${message}`).join('; '),
      fields,
    );
  }
  const { kind, namespace, vpa, what, outcome, q = '', since, until, order, after, limit } = parsed.data;
  const query: AuditQuery = {
    kinds: [...new Set([...kind, 'gap' as const])],
    namespace,
    name: vpa,
    what,
    outcome,
    words: q.split(/\s+/).filter(Boolean),
    sinceMs: since,
    untilMs: until,
    order,
    after,
    limit: limit + 1,
  };
  const found = await store.audit(query);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const { state } = store;
  return {
    entries: page.map(entryOf),
    nextAfter: found.length > limit && last ? cursorText(last) : undefined,
    store:
      state.kind === 'away'
        ? { kind: 'away', dropped: state.dropped, message: state.message }
        : { kind: 'available', dropped: state.dropped },
  };
}

/** This product wrote the rows, so codes and reasons are its own. */
function entryOf(record: Stored<AuditRecord>): AuditEntry {
  return { ...record, id: String(record.id) } as AuditEntry;
}
