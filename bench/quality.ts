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

/** One series under every recommender. */
interface Row {
  readonly name: string;
  readonly resource: 'cpu' | 'memory';
  readonly by: Readonly<Record<RecommenderName, Figures>>;
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

function rowOf(recording: Recording, resource: Row['resource']): Row {
  const workload = workloadFrom(recording, { replicas: 2 });
  const figures = RECOMMENDER_NAMES.map((recommender) => {
    const policy = {
      spec: { updatePolicy: { updateMode: 'Recreate' as const } },
      recommender,
      parameters: {},
      config: defaultConfig(),
    };
    const options = { ...DEFAULT_OPTIONS, learnMs: LEARN_MS };
    return [recommender, figuresUnder({ name: recommender, policy, options }, workload)] as const;
  });
  return { name: recording.name, resource, by: Object.fromEntries(figures) as Row['by'] };
}

const slackOf = ({ resource }: Row, own: Figures) =>
  own[resource === 'cpu' ? 'cpuSlack' : 'memorySlack'] ?? 0;
const shortOf = ({ resource }: Row, own: Figures) =>
  own[resource === 'cpu' ? 'cpuShort' : 'memoryShort'] ?? 0;
const oomsOf = (own: Figures) => own.oomsADay ?? 0;

/** Less slack than the default at no more kills and no more time short. */
function beats(row: Row, name: RecommenderName): boolean {
  const [own, usual] = [row.by[name], row.by.default];
  return (
    slackOf(row, own) < slackOf(row, usual) &&
    oomsOf(own) <= oomsOf(usual) &&
    shortOf(row, own) <= shortOf(row, usual)
  );
}

/** Slack %, time short %, OOM kills per container-day, and evictions of every series under every recommender. */
function table(rows: readonly Row[]): string {
  const percent = (value: number) => (value * 100).toFixed(1);
  const cells = rows.map((row) => [
    row.name,
    row.resource,
    ...RECOMMENDER_NAMES.map((name) => {
      const own = row.by[name];
      const mark = name !== 'default' && beats(row, name) ? ' ✓' : '';
      const ooms = row.resource === 'memory' ? ` · ${oomsOf(own).toFixed(2)}` : '';
      return `${percent(slackOf(row, own))} · ${percent(shortOf(row, own))}${ooms} · ${own.evictions ?? 0}${mark}`;
    }),
  ]);
  return [
    ['series', '', ...RECOMMENDER_NAMES],
    ['---', '---', ...RECOMMENDER_NAMES.map(() => '---')],
    ...cells,
  ]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

/**
 * Every recommender over recorded CPU and made memory series, in closed loop, mode Recreate, two replicas that
 * start with 1.5 times their peak.
 */
export const qualityBench: Bench = {
  name: 'quality',
  async run() {
    const traces = await recorded();
    if (traces.length === 0)
      console.error(`No recorded series: put CSV files into ${TRACES} to measure CPU as well`);
    const rows = [
      ...traces.map((recording) => rowOf(recording, 'cpu')),
      ...made().map((recording) => rowOf(recording, 'memory')),
    ];
    const others = RECOMMENDER_NAMES.filter((name) => name !== 'default');
    const figures = others.map((name): Figure => {
      const won = rows.filter((row) => beats(row, name)).length;
      const value = (won / rows.length) * 100;
      const isAimed = name === 'ensemble' || name === 'seasonal';
      return { name: `quality-${name}`, value, unit: '% of series', ...(isAimed && { reach: '≥ 80' }) };
    });
    const [first, ...rest] = figures;
    const legend =
      'slack % · time short % · OOM kills per container-day (memory) · evictions; ✓ beats default';
    return first ? [{ ...first, note: `${legend}\n\n${table(rows)}\n` }, ...rest] : [];
  },
};
