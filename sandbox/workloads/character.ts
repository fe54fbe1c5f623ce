import * as z from 'zod';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';

/** The annotation on a pod (template) that says how its containers behave; see `parseCharacters`. */
export const WORKLOAD_ANNOTATION = 'sandbox.plumbline.dev/workload';

const quantity = z.union([z.string(), z.number()]);
const cpu = quantity.transform((value) => Number(cpuFrom(value)));
const memory = quantity.transform((value) => Number(memoryFrom(value)));
const seconds = z.number().gte(0);

const life = {
  /** Seconds from the start of the container until it is ready. */
  startSeconds: seconds.default(2),
  /** Memory that it holds until it is ready, if that is more than it uses then. */
  startMemory: memory.optional(),
  /** Seconds the container takes to stop; its grace period ends it sooner. */
  stopSeconds: seconds.default(1),
  /** Seconds after which the container ends by itself with `exitCode`; absent means never. */
  runSeconds: seconds.optional(),
  exitCode: z.number().int().gte(0).lte(255).default(0),
  /** The load is shared: this CPU is what each of so many serving pods of the workload uses. */
  spreadOver: z.number().gt(0).optional(),
  /** What it states is for a node with so many cores; on others it uses more or less in proportion to theirs. */
  onCores: z.number().gt(0).optional(),
};

const characterSchema = z.discriminatedUnion('kind', [
  /** Flat use with a little noise. */
  z.strictObject({ kind: z.literal('steady'), cpu, memory, ...life }),
  /** Low at night, high around `peakHour` (UTC). */
  z.strictObject({
    kind: z.literal('daily'),
    cpu,
    peakCpu: cpu,
    memory,
    peakMemory: memory,
    peakHour: z.number().gte(0).lt(24).default(14),
    ...life,
  }),
  /** Idle, with bursts of `spikeCpu` and `spikeMemory`, `spikesPerHour` times an hour for `spikeSeconds`. */
  z.strictObject({
    kind: z.literal('spiky'),
    cpu,
    spikeCpu: cpu,
    memory,
    spikeMemory: memory,
    spikesPerHour: z.number().gt(0).default(4),
    spikeSeconds: seconds.default(90),
    ...life,
  }),
  /** Memory leaks from `memory` by `growthPerHour` since the container started, until something kills it. */
  z.strictObject({ kind: z.literal('growing'), cpu, memory, growthPerHour: memory, ...life }),
  /** Uses `startCpu` while it starts (longer if throttled), then has a saw-tooth heap. */
  z.strictObject({
    kind: z.literal('jvm'),
    cpu,
    startCpu: cpu,
    memory,
    ...life,
    startSeconds: seconds.default(60),
  }),
  /** A proxy or log shipper beside the main container: little, following the day. */
  z.strictObject({ kind: z.literal('sidecar'), cpu, memory, ...life }),
  /** Always wants `cpu`, whatever its limit. */
  z.strictObject({ kind: z.literal('throttled'), cpu, memory, ...life }),
]);

/** How one container behaves; CPU in millicores, memory in bytes. */
export type Character = z.output<typeof characterSchema>;
/** As written in the annotation: amounts are quantities, lifetimes are optional. */
export type CharacterText = z.input<typeof characterSchema>;

/** The content of an annotation: one character for the first container, or one per named container. */
interface Characters {
  readonly first?: Character;
  readonly byContainer: ReadonlyMap<string, Character>;
}

const annotationSchema = z.union([
  z
    .strictObject({ containers: z.record(z.string(), characterSchema) })
    .transform(({ containers }): Characters => ({ byContainer: new Map(Object.entries(containers)) })),
  characterSchema.transform((first): Characters => ({ first, byContainer: new Map() })),
]);

/**
 * Parses the annotation: `{"kind":"steady","cpu":"200m","memory":"256Mi"}` for the first container, or
 * `{"containers":{"app":{…},"proxy":{…}}}`. Undefined if it is invalid, so that a typing error gives a pod
 * the default behaviour.
 */
export function parseCharacters(annotation: string | undefined): Characters | undefined {
  if (!annotation) return undefined;
  try {
    return annotationSchema.parse(JSON.parse(annotation));
  } catch {
    return undefined;
  }
}

/** The annotation's text for the characters of a pod's containers. */
export function describeCharacters(containers: Record<string, CharacterText>): string {
  return JSON.stringify({ containers });
}
