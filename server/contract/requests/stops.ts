import * as z from 'zod';
import type { StopScope } from '../../decide/pods/stop';
import { AppError } from '../../lib/report/errors';

const name = z.string().regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be the name of an object');

const scope: z.ZodType<StopScope> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('namespace'), namespace: name }),
  z.strictObject({ kind: z.literal('vpa'), namespace: name, name }),
]);

/** The body of a resume and a revert. */
export const scopeSchema = z.strictObject({ scope });

const LONGEST_REASON = 200;

/** The body of a stop. */
export const stopSchema = z.strictObject({
  scope,
  reason: z
    .string()
    .trim()
    .max(LONGEST_REASON, `must have at most ${LONGEST_REASON} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line')
    .transform((text) => text || undefined)
    .optional(),
});

/**
 * A scope in a query string, `kind=vpa&namespace=shop&name=web`.
 * @throws AppError `bad-request` if invalid
 */
export function readScope(params: URLSearchParams): StopScope {
  const parsed = scope.safeParse(Object.fromEntries(params));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  throw new AppError(
    'bad-request',
    fields.map(({ field, message }) => `${field} ${message}`).join('; '),
    fields,
  );
}
