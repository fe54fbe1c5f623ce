import { z } from 'zod';
import type { StopScope } from '../../policy/stop';

const name = z.string().regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be the name of an object');

const scope: z.ZodType<StopScope> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('namespace'), namespace: name }),
  z.strictObject({ kind: z.literal('vpa'), namespace: name, name }),
]);

/** The body of a stop, a resume and a revert. */
export const scopeSchema = z.strictObject({ scope });
