import * as z from 'zod';
import { durationSetting } from '../lib/time/duration-setting';
import { ExponentialBuckets } from '../model/bucketing';
import { OTHER_SIGNALS, type OtherSignal, SIGNAL_UNITS, USUAL_BUCKETS } from '../model/other-signals';
import { EPHEMERAL_STORAGE } from '../objects/units';
import { list, setting } from './setting';

const MOST_SIGNALS = 20;
/** More buckets than this are finer than anything measured. */
const MOST_BUCKETS = 400;
const RATIO = 1.1;
const TAKEN = ['cpu', 'memory'];
const LONGEST_QUERY = 2000;

const wholeTime = durationSetting.pipe(z.number().min(1000, 'must be at least 1s'));
const amount = z.number({ error: 'must be a number above 0' }).gt(0, 'must be above 0');

const written = z
  .strictObject({
    name: z
      .string({ error: 'must be a name such as gpu-memory' })
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be small letters, digits and dashes, such as gpu-memory')
      .refine(
        (name) => !TAKEN.includes(name),
        'is learned already; PLUMBLINE_PROMETHEUS_CPU_QUERY and _MEMORY_QUERY say how',
      ),
    label: z.string().min(1).max(60).optional(),
    unit: z.enum(SIGNAL_UNITS, { error: `must be one of ${SIGNAL_UNITS.join(', ')}` }).optional(),
    of: z.enum(['container', 'pod'], { error: 'must be container or pod' }).optional(),
    query: z
      .string({ error: 'must be PromQL such as max by ($by) (my_metric{$matchers})' })
      .max(LONGEST_QUERY)
      .regex(
        /[a-zA-Z_:][\w:]*\{\$matchers[,}]/,
        'must contain the name of a metric followed by {$matchers}, such as max by ($by) (my_metric{$matchers})',
      )
      .includes('$by', { error: 'must group by ($by), such as max by ($by) (my_metric{$matchers})' })
      .optional(),
    halfLife: wholeTime.optional(),
    first: amount.optional(),
    most: amount.optional(),
  })
  .superRefine(({ name, unit, of, query, first, most }, context) => {
    if (name === EPHEMERAL_STORAGE && ((unit ?? 'bytes') !== 'bytes' || of === 'pod'))
      context.addIssue({
        code: 'custom',
        path: [of === 'pod' ? 'of' : 'unit'],
        message: 'must stay bytes of a container, since pods can be made to request it',
      });
    const known = OTHER_SIGNALS.find((one) => one.name === name);
    const missing = (path: string) =>
      context.addIssue({ code: 'custom', path: [path], message: 'is missing' });
    if (!known && query === undefined) missing('query');
    if (!known && unit === undefined) missing('unit');
    const usual = unit ? USUAL_BUCKETS[unit] : known?.buckets;
    if (!usual || (first === undefined && most === undefined)) return;
    const [low, high] = [first ?? usual.firstBucketSize, most ?? usual.maxValue];
    if (!(low < high))
      context.addIssue({ code: 'custom', path: ['first'], message: `must be below most (${high})` });
    else if (Math.log((high / low) * (RATIO - 1) + 1) / Math.log(RATIO) > MOST_BUCKETS)
      context.addIssue({ code: 'custom', path: ['first'], message: `is too fine for values up to ${high}` });
  });

function signalFrom({
  name,
  label,
  unit,
  of,
  query,
  halfLife,
  first,
  most,
}: z.infer<typeof written>): OtherSignal {
  const known = OTHER_SIGNALS.find((one) => one.name === name);
  const itsUnit = unit ?? known?.unit ?? 'count';
  const usual = known && itsUnit === known.unit ? known.buckets : USUAL_BUCKETS[itsUnit];
  return {
    name,
    label: label ?? known?.label ?? name,
    unit: itsUnit,
    of: of ?? known?.of ?? 'container',
    query: query ?? known?.query ?? '',
    buckets:
      first === undefined && most === undefined
        ? usual
        : new ExponentialBuckets(most ?? usual.maxValue, first ?? usual.firstBucketSize, RATIO),
    halfLifeMs: halfLife ?? known?.halfLifeMs ?? 86_400_000,
  };
}

/** A JSON list; messages name the entry, the field and what it takes. */
const signals = z.string().transform((text, context): readonly OtherSignal[] => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    entries = undefined;
  }
  if (!Array.isArray(entries))
    return refuse(
      'must be a JSON list such as [{"name": "gpu-memory", "unit": "bytes", "query": "max by ($by) (gpu_memory_bytes{$matchers})"}]',
    );
  if (entries.length > MOST_SIGNALS) return refuse(`must have at most ${MOST_SIGNALS} entries`);
  const found = new Map<string, OtherSignal>();
  for (const [index, entry] of entries.entries()) {
    const parsed = written.safeParse(entry);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        refuse(`entry ${index + 1}${path.length > 0 ? `, ${path.join('.')}` : ''}: ${message}`);
      continue;
    }
    const { name } = parsed.data;
    if (found.has(name)) refuse(`entry ${index + 1}, name: ${name} is there twice`);
    found.set(name, signalFrom(parsed.data));
  }
  return [...found.values()];
});

export const SIGNALS_SETTINGS = {
  signals: setting(
    'SIGNALS',
    '[]',
    signals,
    'Signals of your own to learn from Prometheus, as a JSON list; an entry with the name of a built-in one changes it. See docs/signals.md.',
  ),
  signalsLeftOut: setting(
    'SIGNALS_LEFT_OUT',
    '',
    list,
    'Names of signals that are not learned, separated by commas; all means none is.',
  ),
  signalsIntervalMs: setting(
    'SIGNALS_INTERVAL',
    '5m',
    wholeTime,
    'Time between two samples of each signal; each is one query for the whole cluster.',
  ),
} as const;

interface SignalSettings {
  readonly signals: readonly OtherSignal[];
  readonly signalsLeftOut: readonly string[];
}

/** The names that are left out though no signal has them. */
export function unknownLeftOut({ signals, signalsLeftOut }: SignalSettings): string[] {
  const known = new Set(signalsFrom({ signals, signalsLeftOut: [] }).map(({ name }) => name));
  return signalsLeftOut.filter((name) => name !== 'all' && !known.has(name));
}

/** The signals that are learned: the built-in ones and those of the settings, without those left out. */
export function signalsFrom({ signals, signalsLeftOut }: SignalSettings): readonly OtherSignal[] {
  if (signalsLeftOut.includes('all')) return [];
  const own = new Map(signals.map((one) => [one.name, one]));
  const builtIn = OTHER_SIGNALS.map((one) => own.get(one.name) ?? one);
  const further = signals.filter(({ name }) => !OTHER_SIGNALS.some((one) => one.name === name));
  return [...builtIn, ...further].filter(({ name }) => !signalsLeftOut.includes(name));
}
