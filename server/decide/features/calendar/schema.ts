import * as z from 'zod';

const RULE_KEYS = ['days', 'from', 'to', 'for', 'cron', 'timeZone'] as const;
const MOST_WINDOWS = 32;
const MOST_BLACKOUTS = 64;

const text = z.string({ error: 'must be a text' }).max(200, 'must be shorter than 200 characters');

const known = (what: string, keys: readonly string[]) => (issue: { code?: string }) =>
  issue.code === 'unrecognized_keys'
    ? `is no field of ${what}; it takes ${keys.join(', ')}`
    : 'must be fields';

const ruleShape = {
  /** Weekdays, as in `[Mon-Fri, Sun]`; every day if absent. */
  days: z
    .union([text, z.array(text).min(1).max(7)], { error: 'must be weekdays such as [Mon-Fri] or Sat, Sun' })
    .optional(),
  from: text.optional(),
  to: text.optional(),
  /** How long it lasts, in elapsed time. */
  for: text.optional(),
  /** Five fields of cron: when it starts. */
  cron: text.optional(),
  timeZone: text.optional(),
};

const windowSchema = z.strictObject(ruleShape, { error: known('a window', RULE_KEYS) });
const blackoutSchema = z.strictObject(
  { date: text.optional(), ...ruleShape },
  { error: known('a blackout', ['date', ...RULE_KEYS]) },
);

/** A calendar as people write it; what its texts mean is checked when it is compiled. */
export const calendarSchema = z.strictObject(
  {
    /** An IANA time zone, UTC if absent; a window or blackout may name its own. */
    timeZone: text.optional(),
    /** When pods may change; without any, always but in blackouts. */
    windows: z
      .array(windowSchema, { error: 'must be a list of windows' })
      .min(1, 'must have a window; leave it out to change pods at all times but in blackouts')
      .max(MOST_WINDOWS, `must be at most ${MOST_WINDOWS} windows`)
      .optional(),
    /** When pods must not change; they win over windows. */
    blackouts: z
      .array(blackoutSchema, { error: 'must be a list of blackouts' })
      .max(MOST_BLACKOUTS, `must be at most ${MOST_BLACKOUTS} blackouts`)
      .optional(),
    /** What may change pods at all times. */
    exempt: z
      .array(z.enum(['oom', 'in-place'], { error: 'must be oom or in-place' }), {
        error: 'must be a list of oom and in-place',
      })
      .optional(),
  },
  { error: known('a calendar', ['timeZone', 'windows', 'blackouts', 'exempt']) },
);

export type CalendarSpec = z.infer<typeof calendarSchema>;
export type WindowSpec = z.infer<typeof windowSchema>;
export type BlackoutSpec = z.infer<typeof blackoutSchema>;

/** What is wrong with a calendar; the field is as people write it, such as `windows[0].from`. */
export interface CalendarFault {
  readonly field: string;
  /** The fault and what the field takes. */
  readonly message: string;
}

/** Fields of a calendar that have the wrong form. */
export function schemaFaults(error: z.ZodError): CalendarFault[] {
  return error.issues.flatMap(({ code, path, message, ...issue }) => {
    if (code !== 'unrecognized_keys') return [{ field: fieldOf(path), message }];
    const { keys } = issue as { keys: readonly string[] };
    return keys.map((key) => ({ field: fieldOf([...path, key.slice(0, 60)]), message }));
  });
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (field, key) =>
      typeof key === 'number' ? `${field}[${key}]` : field ? `${field}.${String(key)}` : String(key),
    '',
  );
}
