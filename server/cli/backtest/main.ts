import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '@/server/config';
import { readGiven } from '@/server/decide/estimators/parameter-text';
import { FIGURES, type Figures, figureText } from '../../contract/figures';
import { errorText } from '../../lib/report/errors';
import { wallClock } from '../../lib/time/clock';
import { durationSetting } from '../../lib/time/duration-setting';
import { exceededIn } from '../../replay/engine/exceeded';
import { recordingsOf } from '../../replay/engine/recordings';
import { summaryOf, type WorkloadFigures } from '../../replay/engine/summary';
import { comparisonTable } from '../../replay/engine/table';
import { RecordingError } from '../../replay/engine/usage-grid';
import { type ReplayOptions, type ReplayWorkload, titleOf } from '../../replay/engine/workload';
import { PolicyFault } from '../../replay/live/decider';
import { figuresUnder, type Variant } from '../../replay/live/run';
import { TraceError } from '../../usage/csv-series';
import type { PastSource } from '../../usage/source';
import { PAST_SOURCES } from '../../usage/sources';
import { formatDuration } from '../../words/times';
import { plainText, withoutControls } from '../text';
import { figuresCsv } from './figures-csv';
import { StartError, workloadFrom } from './start-amounts';
import { readVariants, VariantsError, type VariantsFile } from './variants-file';

const USAGE = `usage: npm run backtest -- --traces DIR --variants FILE [--json] [--csv FILE]
  --traces DIR      CSV files of usage, one for each container
  --variants FILE   YAML or JSON: what to try, see docs/backtest.md
  --json            print everything as JSON
  --csv FILE        write every figure of every container under every variant
  --timeout TIME    give up after so long, such as 30m (12h)
Exits with 0; with 1 if a threshold in the file is exceeded; with 2 if the input cannot be used.`;
const PROGRESS_EVERY_MS = 1000;
const DEFAULT_TIMEOUT = '12h';
const MOST_VARIANTS_BYTES = 2 ** 20;
/** Samples of all traces, held at once: 24 bytes each. */
const MOST_SAMPLES = 60_000_000;
const EXCEEDED = 1;
const UNUSABLE = 2;

/** Input that cannot be used. */
class UsageError extends Error {}

interface Asked {
  readonly traces: string;
  readonly variants: string;
  readonly json: boolean;
  readonly csv?: string;
  readonly timeoutMs: number;
}

/** Undefined if only the usage is asked for. @throws UsageError */
function asked(): Asked | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { traces: text, variants: text, json: flag, csv: text, timeout: text, help: flag };
  const { values } = (() => {
    try {
      return parseArgs({ options });
    } catch (error) {
      throw new UsageError(`${errorText(error)}\n${USAGE}`);
    }
  })();
  if (values.help) return undefined;
  const { traces, variants, json, csv, timeout = DEFAULT_TIMEOUT } = values;
  if (!traces) throw new UsageError(`--traces is missing\n${USAGE}`);
  if (!variants) throw new UsageError(`--variants is missing\n${USAGE}`);
  const timeoutMs = durationSetting.safeParse(timeout);
  if (!timeoutMs.success || timeoutMs.data <= 0)
    throw new UsageError(`--timeout "${timeout}" must be a duration such as 30m`);
  return { traces, variants, json, csv, timeoutMs: timeoutMs.data };
}

interface Outcome {
  readonly variant: Variant;
  readonly workloads: readonly WorkloadFigures[];
}

/** The variants of a file that was read. */
function variantsFrom(file: VariantsFile): Variant[] {
  return file.variants.map((one) => {
    const { name, recommender, parameters, updatePolicy, resourcePolicy, settings, loop } = one;
    const options: ReplayOptions = {
      loop: loop ?? file.loop,
      seed: file.seed,
      spread: file.spread,
      replaceMs: file.replace,
      patienceMs: file.patience,
      learnMs: file.learn,
    };
    const { given } = readGiven(JSON.stringify(parameters));
    const config = readConfig(settings);
    return {
      name,
      options,
      policy: { spec: { updatePolicy, resourcePolicy }, recommender, parameters: given, config },
    };
  });
}

async function outcomesOf({ traces, timeoutMs }: Asked, file: VariantsFile): Promise<Outcome[]> {
  const deadline = new Deadline(timeoutMs);
  const source = PAST_SOURCES['csv-traces'](traces);
  const span = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
  const recordings = await recordingsOf(bounded(source, deadline), span);
  const known = new Set(recordings.map(titleOf));
  const unknown = Object.keys(file.workloads).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new UsageError(
      `workloads.${unknown}: the traces have no such workload; they have ${[...known].slice(0, 10).join(', ')}`,
    );
  const longestMs = Math.max(...recordings.map(({ steps, stepMs }) => steps * stepMs));
  if (longestMs <= file.learn)
    throw new UsageError(
      `learn: the longest recording lasts ${formatDuration(longestMs)}, so that nothing counts; learn for less`,
    );
  const variants = variantsFrom(file);
  const progress = new Progress(variants.length * recordings.length);
  return variants.map((variant) => ({
    variant,
    workloads: recordings.map((recording) => {
      const workload = workloadFrom(recording, { ...file, ...file.workloads[titleOf(recording)] });
      progress.next(`${variant.name}, ${titleOf(recording)}`);
      deadline.check();
      return { workload: titleOf(recording), figures: figuresOf(variant, workload, file) };
    }),
  }));
}

/** @throws UsageError naming the variant */
function figuresOf(variant: Variant, workload: ReplayWorkload, { prices }: VariantsFile): Figures {
  try {
    return figuresUnder(variant, workload, prices && { cpu: prices.coreHour, memory: prices.gibHour });
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    throw new UsageError(`variant "${variant.name}": ${error.message}`, { cause: error });
  }
}

/** When the whole command gives up. */
class Deadline {
  private readonly untilMs: number;

  constructor(private readonly afterMs: number) {
    this.untilMs = wallClock.steady() + afterMs;
  }

  /** @throws UsageError */
  check(): void {
    if (wallClock.steady() < this.untilMs) return;
    throw new UsageError(
      `not done within ${formatDuration(this.afterMs)}: allow more with --timeout, or replay fewer traces or variants at a time`,
    );
  }
}

/** The same source, up to a sum of samples and a time. @throws UsageError */
function bounded(source: PastSource, deadline: Deadline): PastSource {
  return {
    name: source.name,
    containers: (...of) => source.containers(...of),
    async *samples(...of) {
      let samples = 0;
      for await (const series of source.samples(...of)) {
        deadline.check();
        samples += series.timesMs.length;
        if (samples > MOST_SAMPLES)
          throw new UsageError(`the traces have more than ${MOST_SAMPLES} rows: replay fewer at a time`);
        yield series;
      }
    },
  };
}

/** Says on stderr, now and then, how far the work is. */
class Progress {
  private done = 0;
  private saidMs = 0;

  constructor(private readonly total: number) {}

  next(what: string): void {
    this.done++;
    const nowMs = wallClock.now();
    if (nowMs - this.saidMs < PROGRESS_EVERY_MS && this.done < this.total) return;
    this.saidMs = nowMs;
    console.error(plainText(`${this.done} of ${this.total}: ${what}`));
  }
}

/** @returns the exit status */
async function main(): Promise<number> {
  const wanted = asked();
  if (!wanted) {
    console.log(USAGE);
    return 0;
  }
  const file = readVariants(wanted.variants, textOf(wanted.variants));
  const outcomes = await outcomesOf(wanted, file);
  const results = outcomes.map(({ variant, workloads }) => {
    const summary = summaryOf(workloads);
    const own = file.variants.find(({ name }) => name === variant.name)?.thresholds;
    const { loop, seed } = variant.options;
    const exceeded = exceededIn(summary, { ...file.thresholds, ...own });
    return { variant: variant.name, loop, seed, summary, exceeded, workloads };
  });
  if (wanted.csv) write(wanted.csv, figuresCsv(results));
  if (wanted.json) console.log(JSON.stringify({ variants: results }));
  else
    console.log(
      comparisonTable(
        results.map(({ variant, loop, summary }) => ({ title: plainText(`${variant} (${loop})`), summary })),
      ),
    );
  for (const { variant, exceeded } of results)
    for (const { figure, of, value, limit, workload } of exceeded) {
      const side = FIGURES[figure].better === 'less' ? 'above' : 'below';
      console.error(
        plainText(
          `${variant}: ${of} of ${figure} is ${figureText(figure, value)}, ${side} ${figureText(figure, limit)}; worst: ${workload}`,
        ),
      );
    }
  return results.some(({ exceeded }) => exceeded.length > 0) ? EXCEEDED : 0;
}

function textOf(file: string): string {
  try {
    if (statSync(file).size > MOST_VARIANTS_BYTES)
      throw new UsageError(`${file} has more than 1 MiB: name fewer variants or workloads`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${errorText(error)}`);
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, withoutControls(text));
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${errorText(error)}`);
  }
}

/** What the files of others hold may command a terminal. */
function shownLine(line: string): string {
  const [blanks = ''] = /^ */.exec(line) ?? [];
  return blanks + plainText(line);
}

/** Faults of the input are told in words, others with their stack. */
function isOfInput(error: unknown): error is Error {
  const faults = [UsageError, VariantsError, TraceError, RecordingError, StartError];
  return faults.some((fault) => error instanceof fault);
}

main()
  .then((status) => {
    process.exitCode = status;
  })
  .catch((error: unknown) => {
    console.error(isOfInput(error) ? error.message.split('\n').map(shownLine).join('\n') : error);
    process.exitCode = UNUSABLE;
  });
