import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '@/bin/root.mjs';
import type { Figures } from '@/server/backtest/figures';
import { type Recording, recordingsOf } from '@/server/backtest/recordings';
import { DEFAULT_OPTIONS } from '@/server/backtest/workload';
import { defaultConfig } from '@/server/config';
import { RECOMMENDER_NAMES, type RecommenderName } from '@/server/estimators/recommenders';
import { figuresUnder } from '@/server/process/backtest/run';
import { workloadFrom } from '@/server/process/backtest/start-amounts';
import { CsvTraces } from '@/server/usage/csv-traces';
import type { Bench, Figure } from './bench';
import { MEMORY_STEPS, memorySeries } from './memory-series';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 1, 2);
/** Every recommender first learns so long; that does not count. */
const LEARN_MS = 3 * DAY_MS;
const TRACES = path.join(root, 'bench', 'traces');
const CPU_MILLICORES = 100;
const MODES = ['Recreate', 'InPlaceOrRecreate'] as const;
type Mode = (typeof MODES)[number];
/** Slack is the same up to here. */
const EPSILON = 1e-9;

/** Every recommender as it comes, and one with other parameters. */
const CONTESTANTS: Readonly<Record<string, { recommender: RecommenderName; parameters: object }>> = {
  ...Object.fromEntries(RECOMMENDER_NAMES.map((name) => [name, { recommender: name, parameters: {} }])),
  'seasonal-tight': {
    recommender: 'seasonal',
    parameters: { marginFraction: 0.05, horizonMs: 3_600_000, cpuPercentile: 0.9 },
  },
};
const NAMES = Object.keys(CONTESTANTS);
const AIM = /^(ensemble|seasonal)/;

/** One series under every contestant. */
interface Row {
  readonly name: string;
  readonly resource: 'cpu' | 'memory';
  readonly by: ReadonlyMap<string, Figures>;
}

/** The recorded CPU series, if there are any; they have owners and are no part of this repository. */
async function recorded(): Promise<Recording[]> {
  if (!existsSync(TRACES)) return [];
  return recordingsOf(new CsvTraces(TRACES), {
    fromMs: Number.NEGATIVE_INFINITY,
    toMs: Number.POSITIVE_INFINITY,
  });
}

function made(): Recording[] {
  return memorySeries().map(({ name, memoryBytes }) => ({
    namespace: 'made',
    name,
    startMs: START_MS,
    stepMs: 60_000,
    steps: MEMORY_STEPS,
    containers: new Map([
      ['app', { cpuMillicores: new Float32Array(MEMORY_STEPS).fill(CPU_MILLICORES), memoryBytes }],
    ]),
  }));
}

/** CPU has no limit: under one, a container can never show that it needs more, and those below spiral down. */
function rowOf(recording: Recording, resource: Row['resource'], updateMode: Mode): Row {
  const workload = workloadFrom(recording, { replicas: 2, limits: { cpu: 'none' } });
  const options = { ...DEFAULT_OPTIONS, learnMs: LEARN_MS };
  const by = new Map<string, Figures>();
  for (const [name, { recommender, parameters }] of Object.entries(CONTESTANTS)) {
    const spec = { updatePolicy: { updateMode } };
    const policy = { spec, recommender, parameters: { ...parameters }, config: defaultConfig() };
    by.set(name, figuresUnder({ name, policy, options }, workload));
  }
  return { name: recording.name, resource, by };
}

function ownOf({ by }: Row, name: string): Figures {
  const own = by.get(name);
  if (!own) throw new Error(`${name} was not replayed`);
  return own;
}

const slackOf = ({ resource }: Row, own: Figures) =>
  own[resource === 'cpu' ? 'cpuSlack' : 'memorySlack'] ?? 0;
const shortOf = ({ resource }: Row, own: Figures) =>
  own[resource === 'cpu' ? 'cpuShort' : 'memoryShort'] ?? 0;
const oomsOf = (own: Figures) => own.oomsADay ?? 0;

type Verdict = 'better' | 'equal' | 'more slack' | 'more risk';

/** Better: less slack than the default at no more kills and no more time short. */
function verdictOf(row: Row, name: string): Verdict {
  const [own, usual] = [ownOf(row, name), ownOf(row, 'default')];
  if (oomsOf(own) > oomsOf(usual) || shortOf(row, own) > shortOf(row, usual)) return 'more risk';
  const less = slackOf(row, usual) - slackOf(row, own);
  if (Math.abs(less) <= EPSILON) return 'equal';
  return less > 0 ? 'better' : 'more slack';
}

const MARKS: Readonly<Record<Verdict, string>> = {
  better: '✓',
  equal: '=',
  'more slack': '+',
  'more risk': '!',
};
const LEGEND =
  'slack % · time short % · OOM kills per container-day (memory) · evictions and resizes. Against default: ' +
  '✓ less slack at no more risk, = the same, + more slack, ! more kills or time short.';

function table(rows: readonly Row[]): string {
  const percent = (value: number) => (value * 100).toFixed(1);
  const cells = rows.map((row) => [
    row.name,
    row.resource,
    ...NAMES.map((name) => {
      const own = ownOf(row, name);
      const mark = name === 'default' ? '' : ` ${MARKS[verdictOf(row, name)]}`;
      const ooms = row.resource === 'memory' ? ` · ${oomsOf(own).toFixed(2)}` : '';
      const changes = (own.evictions ?? 0) + (own.resizes ?? 0);
      return `${percent(slackOf(row, own))} · ${percent(shortOf(row, own))}${ooms} · ${changes}${mark}`;
    }),
  ]);
  const head = [
    ['series', '', ...NAMES],
    ['---', '---', ...NAMES.map(() => '---')],
  ];
  return [...head, ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const OTHERS = NAMES.filter((name) => name !== 'default');
const VERDICTS: readonly Verdict[] = ['better', 'equal', 'more slack', 'more risk'];

function countOf(rows: readonly Row[], name: string, verdict: Verdict): number {
  return rows.filter((row) => verdictOf(row, name) === verdict).length;
}

const percentOf = (count: number, rows: readonly Row[]) => (count / rows.length) * 100;

/** How often each recommender is better than the default, and what it is otherwise, by mode. */
function shares(byMode: ReadonlyMap<Mode, readonly Row[]>): string {
  const modes = [...byMode];
  const lines = OTHERS.map((name) => [
    name,
    ...modes.flatMap(([, rows]) => [
      `**${percentOf(countOf(rows, name, 'better'), rows).toFixed(0)} %**`,
      VERDICTS.slice(1)
        .map((verdict) => countOf(rows, name, verdict))
        .join(' · '),
    ]),
  ]);
  const head = [
    ['', ...modes.flatMap(([mode]) => [`better, ${mode}`, 'equal · more slack · more risk'])],
    ['---', ...modes.flatMap(() => ['---', '---'])],
  ];
  return [...head, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function figuresIn(mode: Mode, rows: readonly Row[]): Figure[] {
  return OTHERS.map((name, index) => ({
    name: `better-${name}-${mode === 'Recreate' ? 'recreate' : 'in-place'}`,
    value: percentOf(countOf(rows, name, 'better'), rows),
    unit: '% of series',
    ...(AIM.test(name) && { reach: '≥ 80' }),
    ...(index === 0 && { note: `${mode}: ${LEGEND}\n\n${table(rows)}\n` }),
  }));
}

/**
 * Every recommender over recorded CPU and made memory series, in closed loop, with two replicas that start with
 * 1.5 times their peak. The first days, in which all of them learn, do not count.
 */
export const qualityBench: Bench = {
  name: 'quality',
  async run() {
    const traces = await recorded();
    if (traces.length === 0)
      console.error(`No recorded series: put CSV files into ${TRACES} to measure CPU as well`);
    const byMode = new Map(
      MODES.map((mode) => [
        mode,
        [
          ...traces.map((recording) => rowOf(recording, 'cpu', mode)),
          ...made().map((recording) => rowOf(recording, 'memory', mode)),
        ],
      ]),
    );
    const [first, ...rest] = [...byMode].flatMap(([mode, rows]) => figuresIn(mode, rows));
    if (!first) return [];
    return [{ ...first, note: `${shares(byMode)}\n\n${first.note ?? ''}` }, ...rest];
  },
};
