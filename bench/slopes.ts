import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Bench, BenchOptions, Figure } from './bench';
import { type LargeCost, largeCost } from './large';
import { listCpuMs } from './pages';
import { scanCpuSeconds } from './scan';
import { type Line, slopesPicture } from './slopes-picture';

const PODS = [1_000, 10_000, 100_000];
const PODS_A_VPA = 10;
/** A week of ten times as many is 400 million samples to write first. */
const MOST_SCANNED = 10_000;

/** One figure of each size, in this unit. */
async function lineOf(
  name: string,
  unit: string,
  figureOf: (pods: number) => Promise<number>,
  most = Number.POSITIVE_INFINITY,
): Promise<Line> {
  const points: { pods: number; value: number }[] = [];
  for (const pods of PODS) if (pods <= most) points.push({ pods, value: await figureOf(pods) });
  return { name, unit, points };
}

async function loops(): Promise<Line[]> {
  const costs: (readonly [pods: number, cost: LargeCost])[] = [];
  for (const pods of PODS) costs.push([pods, await largeCost(pods / PODS_A_VPA)]);
  const line = (name: string, unit: string, figureOf: (cost: LargeCost) => number): Line => ({
    name,
    unit,
    points: costs.map(([pods, cost]) => ({ pods, value: figureOf(cost) })),
  });
  return [
    line('pass', 's of CPU', ({ passMs }) => passMs / 1000),
    line('first plan', 's of CPU', ({ planMs }) => planMs / 1000),
    line('next plan', 's of CPU', ({ nextPlanMs }) => nextPlanMs / 1000),
    line('memory', 'MB', ({ rssMb }) => rssMb),
  ];
}

/** The lines of a file with a row for each figure: what it is, its unit, how many pods, and the figure. */
function linesOf(csv: string): Line[] {
  const lines = new Map<string, { name: string; unit: string; points: { pods: number; value: number }[] }>();
  for (const row of csv.trim().split('\n')) {
    const [name = '', unit = '', pods, value] = row.split(',');
    const line = lines.get(name) ?? { name, unit, points: [] };
    lines.set(name, line);
    line.points.push({ pods: Number(pods), value: Number(value) });
  }
  return [...lines.values()];
}

function csvOf(lines: readonly Line[]): string {
  const rows = lines.flatMap(({ name, unit, points }) =>
    points.map(({ pods, value }) => `${name},${unit},${pods},${value}\n`),
  );
  return rows.join('');
}

/**
 * What 1,000, 10,000 and 100,000 pods cost, ten of each VPA: a pass, a plan and the memory of both roles in one process as
 * in `large`, a refresh of the list of workloads as in `pages`, and a scan as in `scan`. `--picture FILE` draws them, and
 * `--only loops`, `page` or `scan` measures a part, since all take minutes; with `--csv FILE`, what was measured
 * before is there and is drawn, too.
 */
export const slopesBench: Bench = {
  name: 'slopes',
  isLong: true,
  async run({ only, csv, picture }: BenchOptions = {}): Promise<Figure[]> {
    const isAsked = (part: string) => only === undefined || only === part;
    const measured = [
      ...(isAsked('loops') ? await loops() : []),
      ...(isAsked('page')
        ? [
            await lineOf(
              'list of workloads',
              's of CPU',
              async (pods) => (await listCpuMs(pods / PODS_A_VPA)) / 1000,
            ),
          ]
        : []),
      ...(isAsked('scan') ? [await lineOf('scan', 's of CPU', scanCpuSeconds, MOST_SCANNED)] : []),
    ];
    const before = csv !== undefined && existsSync(csv) ? linesOf(readFileSync(csv, 'utf8')) : [];
    const lines = [...before.filter(({ name }) => !measured.some((one) => one.name === name)), ...measured];
    if (csv !== undefined) writeFileSync(csv, csvOf(lines));
    if (picture !== undefined) writeFileSync(picture, slopesPicture(lines));
    return measured.flatMap(({ name, unit, points }) =>
      points.map(({ pods, value }) => ({ name: `slopes-${name.replaceAll(' ', '-')}-${pods}`, value, unit })),
    );
  },
};
