import * as z from 'zod';
import { UPDATE_MODES, type UpdateMode } from '../../objects/vpa-types';
import type { SkipReason } from '../../words/bulk';
import type { ForeseenPods, NewPodsOfVpa, PodCounts } from '../operations';

/** Steps in one request: few enough to be answered soon, with progress in between. */
export const MOST_STEPS = 50;

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

/** What is asked of one object, as one of many. */
const step = z.discriminatedUnion('kind', [
  /** Changes the mode of a VPA, or only from the mode `from`. */
  z.strictObject({ kind: z.literal('mode'), namespace: name, name, mode, from: mode.optional() }),
  /** Makes a VPA in mode Off. */
  z.strictObject({
    kind: z.literal('make'),
    namespace: name,
    target: z.strictObject({
      apiVersion: textLike(/^([-.a-z0-9]+\/)?[a-z0-9]+$/, 'a version of an API'),
      kind: textLike(/^[A-Za-z][A-Za-z0-9]*$/, 'a kind'),
      name,
    }),
  }),
  /** Removes a VPA that was just made, if nobody has changed it since. */
  z.strictObject({
    kind: z.literal('remove'),
    namespace: name,
    name,
    uid: name,
    generation: z.int('must be a whole number'),
  }),
]);
export type BulkStep = z.output<typeof step>;

/** POST /api/bulk and /api/bulk/preview: some of the steps, since all of them may be very many. */
export const bulkSchema = z.strictObject({
  steps: z
    .array(step)
    .min(1, 'names no object')
    .max(MOST_STEPS, `must be at most ${MOST_STEPS} at once`)
    .refine((all) => new Set(all.map(objectOf)).size === all.length, 'names an object twice'),
});

/** A step that is not taken. */
export type NotTaken =
  | { kind: 'skipped'; reason: SkipReason; detail?: string }
  | { kind: 'failed'; message: string };

export type BulkForecast =
  | {
      kind: 'changes';
      /** The mode from which it changes; with a stop, the one that counts once it is lifted. */
      from?: UpdateMode;
      /** Whether a stop holds the VPA, so that its mode waits. */
      isStopped?: boolean;
      /** What the next pass does to its pods in the new mode; absent if this process plans none. */
      pods?: PodCounts;
      /** Which of them it changes and to what. */
      foreseen?: readonly ForeseenPods[];
      /** What new pods get in the new mode, where it changes that and running pods are left alone. */
      newPods?: NewPodsOfVpa;
    }
  | NotTaken;

/** In the order of the steps. */
export interface BulkForecastView {
  results: BulkForecast[];
}

export type BulkOutcome = { kind: 'done'; undo: BulkStep } | NotTaken;

/** In the order of the steps. */
export interface BulkOutcomeView {
  results: BulkOutcome[];
}

function objectOf(one: BulkStep): string {
  const object = one.kind === 'make' ? `${one.target.kind} ${one.target.name}` : one.name;
  return `${one.kind === 'make'} ${one.namespace}/${object}`;
}
