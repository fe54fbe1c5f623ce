import * as z from 'zod';
import { WITHOUT_POLICY } from '../../contract/costs';
import { AppError } from '../../lib/report/errors';

const DAY_MS = 86_400_000;
/** The longest line. */
const MOST_DAYS = 400;
const USUAL_DAYS = 7;

export interface RealisedQuery {
  /** The beginning of a day, UTC. */
  readonly sinceMs: number;
  readonly namespace?: string;
  /** Empty for the workloads that no policy keeps. */
  readonly policy?: string;
}

/**
 * Reads `since=YYYY-MM-DD&namespace=&policy=`; without a date, seven days ago.
 * @throws AppError `bad-request` naming the invalid parameters
 */
export function readRealisedQuery(params: URLSearchParams, nowMs: number): RealisedQuery {
  const schema = z.strictObject({
    since: z.iso
      .date('must be a date such as 2026-11-01')
      .transform((text) => Date.parse(`${text}T00:00:00Z`))
      .refine((ms) => ms < nowMs, 'must be before now')
      .refine((ms) => ms >= nowMs - MOST_DAYS * DAY_MS, `must be within the last ${MOST_DAYS} days`)
      .optional(),
    namespace: z.string().max(253).optional(),
    policy: z.string().max(253).optional(),
  });
  const stated = Object.fromEntries([...params].filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(stated);
  if (!parsed.success) {
    const fields = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((field) => ({ field, message: 'is not known here' }))
        : [{ field: String(issue.path[0] ?? ''), message: issue.message }],
    );
    const said = fields.map(({ field, message }) => `${field} ${message}`).join('; ');
    throw new AppError('bad-request', said, fields);
  }
  const { since, namespace, policy } = parsed.data;
  return {
    sinceMs: since ?? (Math.floor(nowMs / DAY_MS) - USUAL_DAYS) * DAY_MS,
    ...(namespace !== undefined && { namespace }),
    ...(policy !== undefined && { policy: policy === WITHOUT_POLICY ? '' : policy }),
  };
}
