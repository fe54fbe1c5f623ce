import type { Bench, Figure } from '../bench';
import { ARMS, type Arm } from './arms';
import { harmIn } from './run';
import { type Harm, worseThan } from './tally';

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

/** A Markdown table, a row for each run. */
export function harmTable(rows: readonly { scenario: string; arm: Arm; harm: Harm }[]): string {
  const names = Object.keys(COLUMNS) as (keyof Harm)[];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['scenario', 'with', ...names.map((name) => COLUMNS[name])]),
    line(['---', '---', ...names.map(() => '--:')]),
    ...rows.map(({ scenario, arm, harm }) =>
      line([scenario, arm, ...names.map((name) => harm[name].toFixed(/Hours|Minutes/.test(name) ? 1 : 0))]),
    ),
  ].join('\n');
}

/**
 * `npm run bench -- harm [--only SCENARIO,…] [--mode Plumbline,Off,reference] [--minutes N] [--speed N]`: what happens to
 * the pods of scenarios in N minutes of the cluster, two days by default, that lives N times as fast as the process
 * is idle, 2,000 by default, with Plumbline, without anything that changes pods, and with the reference's settings.
 */
export const harmBench: Bench = {
  name: 'harm',
  isLong: true,
  async run({ only, mode, minutes = String(TWO_DAYS_MIN), speed = String(SPEED) } = {}): Promise<Figure[]> {
    const scenarios = only?.split(',') ?? SCENARIOS;
    const arms = (mode?.split(',') ?? Object.keys(ARMS)) as Arm[];
    const rows: { scenario: string; arm: Arm; harm: Harm }[] = [];
    for (const scenario of scenarios) {
      const lastsMs = Number(minutes) * MINUTE_MS;
      const of = await Promise.all(
        arms.map(async (arm) => ({
          scenario,
          arm,
          harm: await harmIn({ scenario, arm, lastsMs, speed: Number(speed) }),
        })),
      );
      rows.push(...of);
      console.error(harmTable(of).split('\n').slice(2).join('\n'));
    }
    const worse = rows.flatMap(({ scenario, arm, harm }) => {
      const off = rows.find((row) => row.scenario === scenario && row.arm === 'Off')?.harm;
      if (arm !== 'Plumbline' || !off) return [];
      return worseThan(off, harm);
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
