import { wallClock } from '@/server/lib/time/clock';
import type { Bench, Figure } from '../bench';
import { ARMS, type Arm } from './arms';
import { halfInterval, meanOf, worseInPairs } from './pairs';
import { harmIn } from './run';
import type { Harm } from './tally';

const SCENARIOS = [
  'small-shop',
  'oom-storm',
  'pressure',
  'quota-too-tight',
  'noisy-neighbours',
  'nodes-too-small',
  'node-troubles',
  'day-one',
  'thousand-workloads',
  'marked-pods',
];
const TWO_DAYS_MIN = 2 * 24 * 60;
const MINUTE_MS = 60_000;
const SPEED = 2000;

const COLUMNS: Readonly<Record<keyof Harm, string>> = {
  evictions: 'evicted by Plumbline',
  kubeletEvictions: 'evicted by kubelets',
  preempted: 'ended for a critical pod',
  heldMinutes: 'longest held by a deferred resize, min',
  kills: 'killed for memory',
  throttledHours: 'throttled hours',
  missingHours: 'replica hours missing',
  awayHours: 'replica hours away for a change',
};

/** A start for each run: the loads of a day are met at other phases. */
const APART_MS = 97 * MINUTE_MS;

interface Row {
  readonly scenario: string;
  readonly arm: Arm;
  /** One for each start, in their order. */
  readonly harms: readonly Harm[];
}

const NAMES = Object.keys(COLUMNS) as (keyof Harm)[];
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function cell(name: keyof Harm, values: readonly number[]): string {
  return meanOf(values).toFixed(values.length > 1 || /Hours|Minutes/.test(name) ? 1 : 0);
}

function lineOf({ scenario, arm, harms }: Row): string {
  return line([
    scenario,
    arm,
    ...NAMES.map((name) => {
      const values = harms.map((harm) => harm[name]);
      return cell(name, values) + (values.length > 1 ? ` ± ${halfInterval(values).toFixed(1)}` : '');
    }),
  ]);
}

/** How much more befell pods than from the same starts with Off, with its 95 % interval. */
function differenceLine({ scenario, arm, harms }: Row, off: Row): string {
  return line([
    scenario,
    `${arm} less Off`,
    ...NAMES.map((name) => {
      const more = harms.map((harm, index) => harm[name] - (off.harms[index]?.[name] ?? 0));
      return `${cell(name, more)} ± ${halfInterval(more).toFixed(1)}`;
    }),
  ]);
}

/** Lines of a Markdown table: one for each row, and for each that has several runs its difference from Off. */
function linesOf(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const off = rows.find(({ scenario, arm }) => scenario === row.scenario && arm === 'Off');
    const isPaired = off && off !== row && row.harms.length > 1;
    return [lineOf(row), ...(isPaired ? [differenceLine(row, off)] : [])];
  });
}

function harmTable(rows: readonly Row[]): string {
  return [
    line(['scenario', 'with', ...NAMES.map((name) => COLUMNS[name])]),
    line(['---', '---', ...NAMES.map(() => '--:')]),
    ...linesOf(rows),
  ].join('\n');
}

/**
 * `npm run bench -- harm [--only SCENARIO,…] [--mode Plumbline,Off,reference] [--minutes N] [--runs N] [--speed N]`: what
 * happens to the pods of scenarios in N minutes of the cluster, two days by default, that lives N times as fast as the
 * process is idle, 2,000 by default, with Plumbline, without anything that changes pods, and with the reference's
 * settings; several runs are from different starts, each with all of these.
 */
export const harmBench: Bench = {
  name: 'harm',
  isLong: true,
  async run({
    only,
    mode,
    minutes = String(TWO_DAYS_MIN),
    runs = '1',
    speed = String(SPEED),
  } = {}): Promise<Figure[]> {
    const scenarios = only?.split(',') ?? SCENARIOS;
    const arms = (mode?.split(',') ?? Object.keys(ARMS)) as Arm[];
    const lastsMs = Number(minutes) * MINUTE_MS;
    const rows: Row[] = [];
    for (const scenario of scenarios) {
      const harms = new Map<Arm, Harm[]>(arms.map((arm) => [arm, []]));
      for (let run = 0; run < Number(runs); run++) {
        const startMs = wallClock.now() - run * APART_MS;
        const of = await Promise.all(
          arms.map((arm) => harmIn({ scenario, arm, lastsMs, startMs, speed: Number(speed) })),
        );
        for (const [index, arm] of arms.entries()) harms.get(arm)?.push(of[index] as Harm);
        const ofRun = arms.map((arm, index): Row => ({ scenario, arm, harms: [of[index] as Harm] }));
        console.error(linesOf(ofRun).join('\n'));
      }
      rows.push(...arms.map((arm) => ({ scenario, arm, harms: harms.get(arm) ?? [] })));
    }
    const worse = rows.flatMap(({ scenario, arm, harms }) => {
      const off = rows.find((row) => row.scenario === scenario && row.arm === 'Off')?.harms;
      if (arm !== 'Plumbline' || !off) return [];
      return worseInPairs(harms.map((harm, index) => [off[index] as Harm, harm]));
    });
    return [
      {
        name: 'harm-worse-than-off',
        value: worse.length,
        unit: 'columns',
        reach: '0',
        note: harmTable(rows),
      },
    ];
  },
};
