import * as z from 'zod';
import { ofKey } from '../../../lib/memo/of-key';
import { isJsonObject, objectIn } from '../../../objects/json-object';
import { type Amounts, cpuMillicores, EPHEMERAL_STORAGE, memoryBytes } from '../../../objects/units';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { ANNOTATIONS } from '../../../words/annotations';
import { ALL_PODS } from '../../../words/outcome-parts';
import { WORSE_KINDS, type WorseKind } from '../../../words/outcomes';

/**
 * On a VPA: which change of its pods is followed, and which it undid. It is what admission and every updater know of
 * it, so it survives restarts. The updater writes it.
 */
export const OUTCOME_ANNOTATION = ANNOTATIONS.outcome.name;

/** What one container requested before a change, and since; in millicores and bytes, only what changed. */
export interface AttemptedChange {
  readonly from: Amounts;
  readonly to: Amounts;
  /** The memory limit that it gets while its former amounts are held, if it states none; in bytes. */
  readonly memoryLimit?: number;
  /** It takes all the memory that it finds, so it is to get such a limit once it is known what its neighbours leave. */
  readonly takesAll?: true;
}

/** How the container lived before the change, times in milliseconds; what is unknown is not compared with. */
export interface FormerLife {
  /** Without being killed for memory. */
  readonly ranMs?: number;
  /** The shortest life that ended with a kill for memory. */
  readonly killedAfterMs?: number;
  /** The shortest life that ended with an eviction for what it wrote to the disk. */
  readonly filledAfterMs?: number;
  /** The highest share of the time that it was throttled at its CPU limit. */
  readonly throttled?: number;
  /** The lowest of its CPU limits, in millicores. */
  readonly cpuLimit?: number;
  /** The memory limit of that life, if it had one; in bytes. */
  readonly killedAtLimit?: number;
  /** The highest memory limit that it had, if every pod had one; in bytes. */
  readonly ranAtLimit?: number;
  /** Its usage needs more memory, and there is room for no more. */
  readonly isAllThereIs?: true;
}

/** A change of the pods of a VPA whose outcome is not settled. Times in Unix milliseconds of the cluster. */
export interface ChangeTrial {
  readonly sinceMs: number;
  /** The last pod that was changed so. */
  readonly changedMs: number;
  /** What the pods ran before, see `programOf`. */
  readonly program: string;
  readonly containers: ReadonlyMap<string, AttemptedChange & FormerLife>;
  /** Whether pods crashed before as well. */
  readonly crashed: boolean;
}

/** How a change turned out worse than what was before. */
export interface Worse {
  readonly how: WorseKind;
  readonly container: string;
  /** How long it lived before and since, if that is the point; in milliseconds. */
  readonly beforeMs?: number;
  readonly livedMs?: number;
}

/** Amounts that a workload went back to. */
export interface HeldAmounts extends Worse {
  readonly sinceMs: number;
  readonly triedMs: number;
  /** From then on it is tried once more. */
  readonly untilMs: number;
  readonly containers: ReadonlyMap<string, AttemptedChange>;
  readonly program: string;
  /** The part of the policy that it depends on, see `policyOf`. */
  readonly policy: string;
}

export interface OutcomeState {
  readonly trial?: ChangeTrial;
  readonly held?: HeldAmounts;
  /** Changes undone since one was last kept: each doubles how long the amounts are held. */
  readonly undone: number;
}

export const SETTLED: OutcomeState = { undone: 0 };

/** What is noted on a VPA: the state of each part of its pods, see `words/outcome-parts.ts`; without those that are settled. */
export type Outcomes = ReadonlyMap<string, OutcomeState>;

export const NO_OUTCOMES: Outcomes = new Map();

/** No VPA of ours writes more; who does costs only itself. */
export const LONGEST_TEXT = 98_304;
const MOST_CONTAINERS = 100;
const MOST_PARTS = 400;
/** Kind, name, label and value have 64 to 317 characters each. */
const LONGEST_PART = 1_000;

const time = z.number().nonnegative();
const amounts = z
  .object({ cpu: time.optional(), memory: time.optional(), [EPHEMERAL_STORAGE]: time.optional() })
  .transform(
    ({ cpu, memory, [EPHEMERAL_STORAGE]: storage }): Amounts => ({
      ...(cpu !== undefined && { cpu: cpuMillicores(cpu) }),
      ...(memory !== undefined && { memory: memoryBytes(memory) }),
      ...(storage !== undefined && { [EPHEMERAL_STORAGE]: memoryBytes(storage) }),
    }),
  );
const life = {
  ranMs: time.optional(),
  killedAfterMs: time.optional(),
  filledAfterMs: time.optional(),
  throttled: time.optional(),
  cpuLimit: time.optional(),
  killedAtLimit: time.optional(),
  ranAtLimit: time.optional(),
  isAllThereIs: z.literal(true).optional(),
};
const container = z.object({
  from: amounts,
  to: amounts,
  memoryLimit: time.optional(),
  takesAll: z.literal(true).optional(),
  ...life,
});
/** Each container by itself: one that cannot be read is left out. */
const containers = z.record(z.string(), z.unknown()).transform((all) => {
  const read = new Map<string, AttemptedChange & FormerLife>();
  for (const [name, one] of Object.entries(all).slice(0, MOST_CONTAINERS)) {
    const { data } = container.safeParse(one);
    if (data) read.set(name, data);
  }
  return read;
});
const trial = z.object({
  sinceMs: time,
  changedMs: time,
  program: z.string(),
  containers,
  crashed: z.boolean().default(false),
});
const held = z.object({
  how: z.enum(WORSE_KINDS),
  container: z.string(),
  beforeMs: time.optional(),
  livedMs: time.optional(),
  sinceMs: time,
  triedMs: time,
  untilMs: time,
  containers,
  program: z.string(),
  policy: z.string(),
});

/** Watched objects are immutable, so each is parsed once. */
const READ = new WeakMap<object, Outcomes>();

/** What is noted; a part that cannot be read is left out. */
export function readOutcomes(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): Outcomes {
  const text: unknown = vpa.metadata.annotations?.[OUTCOME_ANNOTATION];
  if (typeof text !== 'string') return NO_OUTCOMES;
  return ofKey(READ, vpa, () => outcomesIn(text));
}

/** What the text of the annotation notes. */
export function outcomesIn(text: string | undefined): Outcomes {
  if (text === undefined || text.length > LONGEST_TEXT) return NO_OUTCOMES;
  const { parts, ...ofAll } = objectIn(text);
  const others = isJsonObject(parts)
    ? Object.entries(parts)
        .filter(([part]) => part.length <= LONGEST_PART)
        .slice(0, MOST_PARTS)
    : [];
  const states = [[ALL_PODS, ofAll] as const, ...others].map(
    ([part, noted]) => [part, isJsonObject(noted) ? stateIn(noted) : SETTLED] as const,
  );
  const found = states.filter(([, state]) => !isSettled(state));
  return found.length === 0 ? NO_OUTCOMES : new Map(found);
}

/** Whether there is nothing to note. */
export function isSettled({ trial: followed, held: kept, undone }: OutcomeState): boolean {
  return !followed && !kept && undone === 0;
}

/** What is held at former amounts of any part of the pods. */
export function heldIn(outcomes: Outcomes): [part: string, held: HeldAmounts][] {
  return [...outcomes].flatMap(([part, { held: kept }]) => (kept ? [[part, kept]] : []));
}

function stateIn(noted: Record<string, unknown>): OutcomeState {
  const followed = trial.safeParse(noted.trial).data;
  const kept = held.safeParse(noted.held).data;
  const undone = z.number().int().nonnegative().safeParse(noted.undone).data ?? 0;
  return {
    undone,
    ...(followed && followed.containers.size > 0 && { trial: followed }),
    ...(kept && kept.containers.size > 0 && { held: kept }),
  };
}

/** The text of the annotation; undefined if there is nothing to note. */
export function outcomesText(outcomes: Outcomes): string | undefined {
  const { [ALL_PODS]: ofAll, ...parts } = Object.fromEntries(
    [...outcomes].filter(([, state]) => !isSettled(state)),
  );
  const hasParts = Object.keys(parts).length > 0;
  if (!ofAll && !hasParts) return undefined;
  return JSON.stringify({ ...ofAll, ...(hasParts && { parts }) }, (_key, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  );
}
