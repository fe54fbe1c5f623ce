import { z } from 'zod';
import { AppError } from '../../../errors';
import type { AuditRecord, Journal, Past, Series } from '../../../store';
import { type PastMark, type PastView, RANGES, type RangeName } from './views';

const MINUTE_MS = 60_000;
/** Points in a chart: a screen cannot show more. */
const MOST_POINTS = 600;
/** Log entries searched for marks. */
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

interface PastParts {
  readonly series: Pick<Series, 'past'>;
  readonly journal: Pick<Journal, 'audit'>;
  readonly nowMs: number;
}

/**
 * The past of one container for a request's query: the `last` hour to 90 days, or the time between `from` and
 * `to` (Unix ms).
 * @throws AppError `bad-request` naming the invalid parameters
 */
export async function readPast(
  { namespace, name }: { namespace: string; name: string },
  params: URLSearchParams,
  { series, journal, nowMs }: PastParts,
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
  const past = await series.past({ namespace, vpa: name, container }, { fromMs, toMs }, MOST_POINTS);
  const marks = await marksOf({ namespace, name }, { fromMs, toMs }, past.stepMs, journal);
  return { fromMs, toMs, ...past, marks };
}

async function marksOf(
  { namespace, name }: { namespace: string; name: string },
  { fromMs, toMs }: { fromMs: number; toMs: number },
  stepMs: Past['stepMs'],
  journal: PastParts['journal'],
): Promise<PastMark[]> {
  const span = { sinceMs: fromMs, untilMs: toMs, limit: MOST_ENTRIES };
  const [own, stops] = await Promise.all([
    journal.audit({ ...span, kinds: ['action', 'change'], namespace, name }),
    journal.audit({ ...span, kinds: ['change'], what: 'stop' }),
  ]);
  const wide = stops.filter(
    (one) =>
      one.kind === 'change' && one.name === '' && (one.namespace === '' || one.namespace === namespace),
  );
  return markSteps([...own, ...wide], stepMs);
}

const KIND_OF_CHANGE: Readonly<Record<string, PastMark['kind']>> = {
  'update-mode': 'policy',
  'resource-policy': 'policy',
  'edited-in-cluster': 'policy',
  stop: 'stop',
  resume: 'stop',
};

function kindOf(record: AuditRecord): PastMark['kind'] | undefined {
  if (record.kind === 'change') return record.outcome === 'done' ? KIND_OF_CHANGE[record.change] : undefined;
  if (record.kind !== 'action' || record.outcome !== 'done') return undefined;
  return record.action === 'evict' ? 'evict' : 'resize';
}

/** What happened, oldest first, one mark per kind and step of the chart; refusals leave none. */
export function markSteps(records: readonly AuditRecord[], stepMs: number): PastMark[] {
  const marks = new Map<string, PastMark>();
  for (const record of [...records].sort((a, b) => a.atMs - b.atMs)) {
    const kind = kindOf(record);
    if (!kind) continue;
    const key = `${kind} ${Math.floor(record.atMs / stepMs)}`;
    const known = marks.get(key);
    if (known) marks.set(key, { ...known, lastMs: record.atMs, times: known.times + 1 });
    else marks.set(key, { kind, atMs: record.atMs, lastMs: record.atMs, times: 1 });
  }
  return [...marks.values()];
}
