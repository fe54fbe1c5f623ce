import { YAMLParseError } from 'yaml';
import * as z from 'zod';
import { durationSetting } from '../../../lib/time/duration-setting';
import { isJsonObject } from '../../../objects/json-object';
import type { UpdateMode, VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { statedIn, textReader } from '../../pods/stated-text';
import { parseStated } from '../../pods/stated-yaml';

/** On a VPA: how it earns its update mode, as JSON or YAML; empty for the usual rules. */
export const GRADUATION_ANNOTATION = 'plumbline.dev/graduation';

/** Every step there is, from the one that changes least to the one that changes most. */
export const STEP_MODES = ['Off', 'Initial', 'InPlace', 'InPlaceOrRecreate', 'Recreate'] as const;
export type StepMode = (typeof STEP_MODES)[number];

const LONGEST_TEXT = 4096;
const MOST_KEPT = 1000;
const DAY_MS = 86_400_000;

/** A time with its unit, such as 30m, 12h or 7d. */
const time = (longestDays: number) =>
  z
    .string('must be a time with a unit, such as 12h or 7d')
    .pipe(durationSetting)
    .refine((ms) => ms <= longestDays * DAY_MS, `must be at most ${longestDays}d`);
const share = z.number('must be a share from 0 to 1').min(0).max(1);

const rulesSchema = z.strictObject({
  steps: z
    .array(z.enum(STEP_MODES, `must be of ${STEP_MODES.join(', ')}`))
    .min(2, 'must have at least two steps')
    .refine(isRising, `must go up, in the order ${STEP_MODES.join(', ')}`)
    .default(['Off', 'Initial', 'InPlaceOrRecreate'])
    .describe('The update modes, one after the other.'),
  stay: time(365)
    .default(3 * DAY_MS)
    .describe('How long it stays on each step at least.'),
  history: time(365)
    .default(7 * DAY_MS)
    .describe('How long the usage of every container is known at least.'),
  samples: z
    .int('must be a whole number')
    .min(0)
    .default(5000)
    .describe('How many CPU samples every container has at least.'),
  quiet: z
    .strictObject({
      over: time(90)
        .default(7 * DAY_MS)
        .describe('How far back targets are compared.'),
      change: z
        .number('must be a share such as 0.2')
        .min(0)
        .max(10)
        .default(0.2)
        .describe('How far a target may move in that time, as a share of what it is now.'),
    })
    .prefault({}),
  replay: z
    .strictObject({
      days: z.literal([1, 7, 30], 'must be 1, 7 or 30').default(7).describe('How many days are replayed.'),
      oomsADay: z
        .number('must be a number')
        .min(0)
        .default(0)
        .describe('OOM kills per container and day at most.'),
      cpuShort: share.default(0.02).describe('Share of the time at most in which CPU does not suffice.'),
      memoryShort: share
        .default(0.001)
        .describe('Share of the time at most in which memory does not suffice.'),
    })
    .prefault({}),
  retry: time(365)
    .default(3 * DAY_MS)
    .describe('How long it waits after a first fall; twice as long after each further one.'),
  longestRetry: time(365)
    .default(30 * DAY_MS)
    .describe('How long it waits after a fall at most.'),
});

/** Times in milliseconds. */
export type GraduationRules = z.output<typeof rulesSchema>;

/** What a VPA states of graduation; rules that cannot be read change nothing. */
export type GraduationReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'rules'; readonly rules: GraduationRules }
  | { readonly kind: 'invalid'; readonly faults: readonly string[] };

const NONE: GraduationReading = { kind: 'none' };

const readText = textReader(readingOf, {
  longest: LONGEST_TEXT,
  most: MOST_KEPT,
  tooLong: () => invalid(`it is longer than ${LONGEST_TEXT} characters`),
});

/** Never throws. */
export function readGraduation(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): GraduationReading {
  const text = statedIn(vpa, GRADUATION_ANNOTATION);
  return text === undefined ? NONE : readText(text);
}

export function graduationFaults(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): readonly string[] {
  const reading = readGraduation(vpa);
  return reading.kind === 'invalid' ? reading.faults : [];
}

function readingOf(text: string): GraduationReading {
  let value: unknown;
  try {
    value = parseStated(text) ?? {};
  } catch (error) {
    const [what = ''] = error instanceof Error ? error.message.split('\n') : [];
    return invalid(`it is no ${error instanceof YAMLParseError ? 'JSON or YAML' : 'list of rules'}: ${what}`);
  }
  if (!isJsonObject(value)) return invalid('it is no JSON or YAML object');
  const parsed = rulesSchema.safeParse(value);
  if (parsed.success) return { kind: 'rules', rules: parsed.data };
  return invalid(...parsed.error.issues.map(faultText));
}

function faultText(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => (path ? `${path}.${key}` : key).slice(0, 60)).join(', ');
    return `${keys}: is no rule of graduation`;
  }
  return path ? `${path}: ${issue.message}` : issue.message;
}

function invalid(...faults: string[]): GraduationReading {
  return { kind: 'invalid', faults };
}

/** From 0; the order of the steps. */
export function rankOf(mode: UpdateMode): number {
  return STEP_MODES.indexOf(mode === 'Auto' ? 'Recreate' : mode);
}

function isRising(steps: readonly StepMode[]): boolean {
  return steps.every((step, index) => index === 0 || rankOf(step) > rankOf(steps[index - 1] ?? step));
}
