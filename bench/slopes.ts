import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Bench, BenchOptions, Figure } from './bench';
import { largeCost } from './large';
import { listCpuMs } from './pages';
import { scanCost } from './scan';
import { type Line, slopesPicture } from './slopes-picture';

const PODS = [1_000, 10_000, 100_000];
const PODS_A_VPA = 10;
const CPU = 's of CPU';

/** Some figures of each size, each a name, its unit and its value. */
type Measured = readonly (readonly [name: string, unit: string, value: number])[];

async function linesFor(measure: (pods: number) => Promise<Measured>): Promise<Line[]> {
  const all: { pods: number; measured: Measured }[] = [];
  for (const pods of PODS) all.push({ pods, measured: await measure(pods) });
  const [first] = all;
  return (first?.measured ?? []).map(([name, unit], index) => ({
    name,
    unit,
    points: all.map(({ pods, measured }) => ({ pods, value: measured[index]?.[2] ?? Number.NaN })),
  }));
}

async function loops(pods: number): Promise<Measured> {
  const { passMs, planMs, nextPlanMs, rssMb } = await largeCost(pods / PODS_A_VPA);
  return [
    ['pass', CPU, passMs / 1000],
    ['first plan', CPU, planMs / 1000],
    ['next plan', CPU, nextPlanMs / 1000],
    ['memory', 'MB', rssMb],
  ];
}

async function page(pods: number): Promise<Measured> {
  return [['list of workloads', CPU, (await listCpuMs(pods / PODS_A_VPA)) / 1000]];
}

async function scan(pods: number): Promise<Measured> {
  const { cpuSeconds, seconds, peakMb } = await scanCost(pods);
  return [
    ['scan', CPU, cpuSeconds],
    ['scan takes', 's', seconds],
    ['scan memory', 'MB', peakMb],
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
      ...(isAsked('loops') ? await linesFor(loops) : []),
      ...(isAsked('page') ? await linesFor(page) : []),
      ...(isAsked('scan') ? await linesFor(scan) : []),
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
