import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ScanReport } from '@/server/scan/report';
import type { Bench, BenchOptions, Figure } from './bench';
import { cpuMsOf } from './process-use';
import { type ScanWorld, scanWorld, type WorldSize } from './scan-world';

const LOOK_EVERY_MS = 50;
/** A past of 1,000, 10,000 and 100,000 containers that is written in minutes. */
const DAYS_OF_SLOPES = 7;
const SCRAPE_SECONDS_OF_SLOPES = 3600;
/** KRR asks for rates over one step, of 75 s unless told otherwise: they hold two samples now and then. */
const MINUTE_SECONDS = 60;

/** A program that scans, and what is printed if it knows the usage of all. */
interface Scanner {
  readonly name: string;
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  /** @throws Error if it does not know all */
  check(printed: string): void;
}

/** What of a report of KRR tells whether it knew usage: an amount that it does not know is a question mark. */
interface KrrReport {
  readonly scans: readonly {
    readonly recommended: { readonly requests: { readonly cpu: { value: unknown } } };
  }[];
}

/** This checkout, and those in the folder: `plumbline`, another checkout of it, and `krr`, as `bench/krr.sh` makes it. */
function scannersIn(
  folder: string | undefined,
  { days, scrapeSeconds }: Pick<WorldSize, 'days' | 'scrapeSeconds'>,
  args: readonly string[],
): Scanner[] {
  const plumbline = (name: string, at: string): Scanner => ({
    name,
    folder: at,
    command: [
      process.execPath,
      ...['bin/plumbline.mjs', 'scan', '-o', 'json', '--no-cache', '--history', `${days}d`, ...args],
    ],
    check(printed) {
      const { workloads } = JSON.parse(printed) as ScanReport;
      const known = workloads.filter(({ containers: [one] }) => one?.used.cpu).length;
      if (known < workloads.length) throw new Error(`${name}: only ${known} workloads with usage`);
    },
  });
  const others = (folder === undefined ? [] : ['plumbline', 'krr']).flatMap((name): Scanner[] => {
    const at = path.join(path.resolve(folder ?? ''), name);
    if (!existsSync(at)) return [];
    if (name === 'plumbline') return [plumbline('before', at)];
    const steps =
      scrapeSeconds > MINUTE_SECONDS
        ? ['--timeframe_duration', `${(2 * scrapeSeconds) / MINUTE_SECONDS}`]
        : [];
    return [
      {
        name,
        folder: at,
        command: [
          '.venv/bin/python',
          ...['krr.py', 'simple', '-q', '-f', 'json', '--history_duration', `${days * 24}`, ...steps],
        ],
        check(printed) {
          const { scans } = JSON.parse(printed) as KrrReport;
          const known = scans.filter(({ recommended }) => typeof recommended.requests.cpu.value === 'number');
          if (known.length < scans.length) throw new Error(`krr: only ${known.length} workloads with CPU`);
        },
      },
    ];
  });
  return [plumbline('scan', process.cwd()), ...others];
}

async function figuresOf(world: ScanWorld, scanner: Scanner, name: string): Promise<Figure[]> {
  const { prometheusPid, kubeconfig, home, url } = world;
  const [program, ...args] = scanner.command;
  const [cpuBefore, bytesBefore, queriesBefore] = [
    cpuSecondsOf(prometheusPid),
    world.sentBytes(),
    await world.queries(),
  ];
  const startedMs = performance.now();
  const child = spawn(program, [...args, scanner.name === 'krr' ? '-p' : '--prometheus', url], {
    cwd: scanner.folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: home, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let [peakKb, cpuSeconds] = [0, 0];
  const look = setInterval(() => {
    peakKb = Math.max(peakKb, peakOf(child.pid ?? 0));
    cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(child.pid ?? 0));
  }, LOOK_EVERY_MS);
  const printed = await text(child.stdout);
  await exit;
  clearInterval(look);
  const seconds = (performance.now() - startedMs) / 1000;
  scanner.check(printed);
  const of = `${scanner.name}-${name}`;
  return [
    { name: of, value: seconds, unit: 's' },
    { name: `${of}-cpu`, value: cpuSeconds, unit: 's of CPU' },
    { name: `${of}-prometheus-cpu`, value: cpuSecondsOf(prometheusPid) - cpuBefore, unit: 's of CPU' },
    { name: `${of}-bytes`, value: (world.sentBytes() - bytesBefore) / 1e6, unit: 'MB' },
    { name: `${of}-queries`, value: (await world.queries()) - queriesBefore, unit: 'queries' },
    { name: `${of}-memory`, value: peakKb / 1024, unit: 'MB' },
  ];
}

async function measured(size: WorldSize, { binaries, runs }: BenchOptions): Promise<Figure[]> {
  const world = await scanWorld(size);
  const { containers, days, scrapeSeconds } = size;
  const name = `${containers}-${days}d-${scrapeSeconds}s`;
  try {
    const figures: Figure[] = [];
    for (let round = 0; round < Number(runs ?? 1); round++) {
      for (const scanner of scannersIn(binaries, size, []))
        figures.push(...(await figuresOf(world, scanner, name)));
      for (const scanner of scannersIn(undefined, size, ['--replay', 'none']))
        figures.push(...(await figuresOf(world, scanner, `${name}-no-replay`)));
    }
    return figures;
  } finally {
    await world.close();
  }
}

/** What a process has used of all processors, in seconds; 0 once it is gone. */
function cpuSecondsOf(pid: number): number {
  try {
    return cpuMsOf({ pid }) / 1000;
  } catch {
    return 0;
  }
}

/** What a scan with its replays costs, of so many containers and a week of hours. */
export interface ScanCost {
  readonly cpuSeconds: number;
  readonly seconds: number;
  /** The most that it held at once. */
  readonly peakMb: number;
}

export async function scanCost(containers: number): Promise<ScanCost> {
  const size = { containers, days: DAYS_OF_SLOPES, scrapeSeconds: SCRAPE_SECONDS_OF_SLOPES };
  const world = await scanWorld(size);
  try {
    const [scanner] = scannersIn(undefined, size, ['--resolution', '1h']);
    const figures = scanner ? await figuresOf(world, scanner, 'slopes') : [];
    const of = (end: string) => figures.find(({ name }) => name.endsWith(end))?.value ?? Number.NaN;
    return { cpuSeconds: of('-slopes-cpu'), seconds: of('-slopes'), peakMb: of('-slopes-memory') };
  } finally {
    await world.close();
  }
}

/** The most memory that a process had at once, in kB; 0 once it is gone. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** What a table of docs/scan.md has a row for. */
const SIZES: readonly WorldSize[] = [
  { containers: 1_000, days: 14, scrapeSeconds: 300 },
  { containers: 10_000, days: 7, scrapeSeconds: 300 },
  { containers: 1_000, days: 3, scrapeSeconds: MINUTE_SECONDS },
];

/**
 * A scan of a real Prometheus, of each size, or of those with so many containers (`--only 10000`). `--binaries` names a
 * folder with what is measured in turns with it, `--runs` times: `plumbline`, another checkout, and `krr`.
 */
export const scanBench: Bench = {
  name: 'scan',
  isLong: true,
  async run(options: BenchOptions = {}) {
    const figures: Figure[] = [];
    for (const size of SIZES)
      if (options.only === undefined || Number(options.only) === size.containers)
        figures.push(...(await measured(size, options)));
    return figures;
  },
};
