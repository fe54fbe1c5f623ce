import * as z from 'zod';
import { UPDATE_MODES, type UpdateMode } from '../../objects/vpa-types';
import { type BulkRequest, MOST_STEPS } from './bulk';

const LONGEST_NAME = 253;

const textLike = (pattern: RegExp, what: string) =>
  z
    .string('must be text')
    .max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`)
    .regex(pattern, `must be ${what}`);
/** As Kubernetes names objects: no part of a path. */
const name = textLike(/^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/, 'the name of an object');
const mode = z.enum(
  UPDATE_MODES as readonly [UpdateMode, ...UpdateMode[]],
  `must be one of ${UPDATE_MODES.join(', ')}`,
);

const step = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mode'), namespace: name, name, mode, from: mode.optional() }),
  z.strictObject({
    kind: z.literal('make'),
    namespace: name,
    target: z.strictObject({
      apiVersion: textLike(/^([-.a-z0-9]+\/)?[a-z0-9]+$/, 'a version of an API'),
      kind: textLike(/^[A-Za-z][A-Za-z0-9]*$/, 'a kind'),
      name,
    }),
  }),
  z.strictObject({
    kind: z.literal('remove'),
    namespace: name,
    name,
    uid: name,
    generation: z.int('must be a whole number'),
  }),
]);

/** A part of a change of many objects, as a page sends it. */
export const bulkSchema: z.ZodType<BulkRequest> = z.strictObject({
  steps: z
    .array(step)
    .min(1, 'names no object')
    .max(MOST_STEPS, `must be at most ${MOST_STEPS} at once`)
    .refine((all) => new Set(all.map(objectOf)).size === all.length, 'names an object twice'),
});

function objectOf(one: z.output<typeof step>): string {
  const object = one.kind === 'make' ? `${one.target.kind} ${one.target.name}` : one.name;
  return `${one.kind === 'make'} ${one.namespace}/${object}`;
}
