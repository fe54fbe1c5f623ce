import { writeFileSync } from 'node:fs';
import { FIGURE_NAMES } from '@/server/contract/figures';
import { traceNames } from '@/server/usage/csv-series';
import { csvLine } from '@/server/words/csv';
import type { Bench, BenchOptions, Figure } from '../bench';
import { type Asked, contestantsOf } from './contestants';
import { FAMILY_NAMES } from './families';
import { MADE_NAMES } from './made-series';
import { pictureOf } from './picture';
import { type Row, rowsOf } from './rows';
import { scoreboardOf, scoresOf } from './scoreboard';
import { LEARN_MS, type MeasuredSeries, MODES } from './series';
import { measureAll } from './study';
import { tableOf } from './table';

const DAY_MS = 86_400_000;

/**
 * What every recommender reserves at equal risk, over a folder of recordings (`--traces DIR`) or made series: closed
 * loop, two replicas that start with 1.5 times their peak, no limit of CPU. `--csv FILE` writes every figure of every
 * replay, `--picture FILE` an SVG; `--only NAME,…` and `--mode NAME` measure less.
 */
export const qualityBench: Bench = {
  name: 'quality',
  isLong: true,
  async run({ traces, csv, picture, only, mode }: BenchOptions = {}) {
    const asked = askedBy(only, mode);
    const names = traces ? traceNames(traces).map((file) => file.replace(/\.csv(\.gz)?$/, '')) : MADE_NAMES;
    const all = await measureAll(traces ?? '', names, asked, (done) =>
      console.error(`${done} of ${names.length} series`),
    );
    const rows = rowsOf(all);
    if (csv) writeFileSync(csv, csvOf(all, asked));
    if (picture) writeFileSync(picture, pictureOf(rows));
    const [first, ...rest] = figuresOf(rows);
    const note = `${scopeOf(all)}\n\n${scoreboardOf(scoresOf(all, rows))}\n\n${tableOf(rows)}\n`;
    return first ? [{ ...first, note }, ...rest] : [];
  },
};

function askedBy(only: string | undefined, mode: string | undefined): Asked {
  const names = only?.split(',') ?? FAMILY_NAMES;
  const families = FAMILY_NAMES.filter((name) => names.includes(name));
  const unknown = names.find((name) => !families.some((one) => one === name));
  if (unknown !== undefined) throw new Error(`${unknown} is no family: ${FAMILY_NAMES.join(', ')}`);
  const modes = mode === undefined ? MODES : MODES.filter((one) => one === mode);
  if (modes.length === 0) throw new Error(`${mode} is no mode: ${MODES.join(', ')}`);
  return { modes, families };
}

/** How many series of what time, and whose. */
function scopeOf(all: readonly MeasuredSeries[]): string {
  const spans = all.map(({ startMs, endMs }) => (endMs - startMs) / DAY_MS).sort((a, b) => a - b);
  const days = (share: number) => (spans[Math.floor(share * (spans.length - 1))] ?? 0).toFixed(0);
  const sources = new Map<string, number>();
  for (const { name } of all) {
    const source = /^[a-z]+/i.exec(name)?.[0] ?? name;
    sources.set(source, (sources.get(source) ?? 0) + 1);
  }
  const counted = all.reduce((sum, { podDays }) => sum + podDays, 0);
  return [
    `${all.length} containers, ${all.filter(({ hasMemory }) => hasMemory).length} with memory:`,
    `${[...sources].map(([source, count]) => `${count} ${source}`).join(', ')};`,
    `${days(0)} to ${days(1)} days each (median ${days(0.5)}), of which ${LEARN_MS / DAY_MS} only teach;`,
    `${counted.toFixed(0)} pod-days count; ${new Set(all.map(({ block }) => block)).size} blocks.`,
  ].join(' ');
}

function figuresOf(rows: readonly Row[]): Figure[] {
  return rows.flatMap(({ who, cpu, memory }): Figure[] => {
    if (who.kind !== 'recommender' || who.member !== 0) return [];
    const name = `${who.family}-${who.mode === 'Recreate' ? 'recreate' : 'in-place'}`;
    const unit = "of upstream's";
    return [
      ...(cpu.equalRisk ? [{ name: `cpu-${name}`, value: cpu.equalRisk.mean, unit }] : []),
      ...(memory.equalRisk ? [{ name: `memory-${name}`, value: memory.equalRisk.mean, unit }] : []),
    ];
  });
}

/** A line for each replay of each series. */
function csvOf(all: readonly MeasuredSeries[], asked: Asked): string {
  const parameters = new Map(contestantsOf(asked).map((one) => [keyOf(one), JSON.stringify(one.parameters)]));
  const head = ['container', 'block', 'mode', 'family', 'member', 'parameters', 'podDays', ...FIGURE_NAMES];
  const lines = all.flatMap(({ name, block, podDays, replayed }) =>
    replayed.map((one) => [
      name,
      block,
      one.mode,
      one.family,
      one.member,
      parameters.get(keyOf(one)) ?? '',
      podDays,
      ...FIGURE_NAMES.map((figure) => one.figures[figure]),
    ]),
  );
  return [head, ...lines].map(csvLine).join('');
}

const keyOf = ({ mode, family, member }: { mode: string; family: string; member: number }) =>
  `${mode} ${family} ${member}`;
