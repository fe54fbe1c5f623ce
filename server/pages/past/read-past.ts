import * as z from 'zod';
import { type PastView, RANGES, type RangeName } from '../../contract/past';
import { AppError } from '../../lib/report/errors';
import type { AuditRecord, Journal, PastSpan, Series } from '../../store';
import { markSteps } from './marks';

const MINUTE_MS = 60_000;
/** Passes this far apart are no gap yet: in the cluster's time, and in real time, where that passes faster. */
const SHORTEST_GAP_MS = 5 * MINUTE_MS;
const SHORTEST_REAL_GAP_MS = 10_000;
/** Points in a chart: a screen cannot show more. */
const MOST_POINTS = 600;
/** Log entries, and happenings, searched for marks. */
const MOST_ENTRIES = 400;

const LAST_MOMENT_MS = 8.64e15;
const moment = z.coerce.number().int().min(0).max(LAST_MOMENT_MS).optional();

const querySchema = z
  .object({
    container: z.string().min(1),
    last: z.enum(Object.keys(RANGES) as RangeName[]).default('1d'),
    from: moment,
    to: moment,
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['from'],
    message: 'and to go together',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from + MINUTE_MS <= to, {
    path: ['from'],
    message: 'must be at least a minute before to',
  });

export interface PastParts {
  readonly series: Pick<Series, 'past' | 'happenings'>;
  readonly journal: Pick<Journal, 'audit'>;
  readonly nowMs: number;
  /** How many times faster than real time the cluster's time passes; 1 by default. */
  readonly speed?: number;
}

/**
 * The past of one container for a request's query: the `last` hour to 90 days, or the time between `from` and
 * `to` (Unix ms).
 * @throws AppError `bad-request` naming the invalid parameters
 */
export async function readPast(
  { namespace, name }: { namespace: string; name: string },
  params: URLSearchParams,
  { series, journal, nowMs, speed = 1 }: PastParts,
): Promise<PastView> {
  const parsed = querySchema.safeParse(Object.fromEntries(params));
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => ({
      field: String(path[0] ?? ''),
      message,
    }));
    const said = fields.map(({ field, message }) => `${field} ${message}`).join('; ');
    throw new AppError('bad-request', said, fields);
  }
  const { container, last, from, to } = parsed.data;
  // Whole minutes, so that the answer stays the same until there is new data.
  const nextMinuteMs = Math.floor(nowMs / MINUTE_MS + 1) * MINUTE_MS;
  const toMs = to ?? nextMinuteMs;
  const fromMs = from ?? toMs - RANGES[last];
  const key = { namespace, vpa: name, container };
  const past = await series.past(key, { fromMs, toMs }, MOST_POINTS);
  const happenings = await series.happenings(key, { fromMs, toMs }, MOST_ENTRIES);
  const records = await recordsOf({ namespace, name }, { fromMs, toMs }, journal);
  const marks = markSteps({ records, happenings, recommenders: past.recommenders }, past.stepMs);
  const gapMs = Math.max(2 * past.stepMs, SHORTEST_GAP_MS, SHORTEST_REAL_GAP_MS * speed);
  return { fromMs, toMs, ...past, gapMs, marks };
}

/** What the audit log says was done to the workload. */
async function recordsOf(
  { namespace, name }: { namespace: string; name: string },
  { fromMs, toMs }: PastSpan,
  journal: PastParts['journal'],
): Promise<AuditRecord[]> {
  const span = { sinceMs: fromMs, untilMs: toMs, limit: MOST_ENTRIES };
  const [own, stops] = await Promise.all([
    journal.audit({ ...span, kinds: ['action', 'change'], namespace, name }),
    journal.audit({ ...span, kinds: ['change'], what: 'stop' }),
  ]);
  const wide = stops.filter(
    (one) =>
      one.kind === 'change' && one.name === '' && (one.namespace === '' || one.namespace === namespace),
  );
  return [...own, ...wide];
}
