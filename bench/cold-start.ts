import { execFile } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '@/bin/memory-flags.mjs';
import { fillFromFile, RealPrometheus } from '@/tests/support/prometheus';
import type { Bench, Figure } from './bench';
import type { ColdStart } from './cold-start-child';
import { pastText } from './past-text';

const run = promisify(execFile);
const CONTAINERS = 10_000;
const DAYS = 8;
const HOUR_SECONDS = 3600;
const CLOCK_TICKS = 100;

/** Blocks with 8 days of 10,000 containers, kept in the temporary folder, since making them takes minutes. */
async function pastFolder(): Promise<string> {
  const folder = path.join(os.tmpdir(), `plumbline-bench-past-${CONTAINERS}-${HOUR_SECONDS}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  for (let day = 0; day < DAYS; day++) {
    const file = path.join(making, 'day.om');
    await pipeline(Readable.from(pastText(CONTAINERS, day, DAYS, HOUR_SECONDS)), createWriteStream(file));
    await fillFromFile(path.join(making, 'data'), file);
    rmSync(file);
  }
  renameSync(making, folder);
  return folder;
}

/** CPU time that a process has taken, in seconds. */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

async function measure(way: 'ours' | 'reference'): Promise<ColdStart & { serverSeconds: number }> {
  const past = await pastFolder();
  const server = await RealPrometheus.start('prometheus', async (data) =>
    symlinkSync(path.join(past, 'data'), data),
  );
  try {
    const before = cpuSecondsOf(server.pid);
    const { stdout } = await run(
      process.execPath,
      [
        // A heap that grows as it likes says little of one that a process keeps small.
        ...MEMORY_FLAGS,
        '--expose-gc',
        'bin/run.mjs',
        'bench/cold-start-child.ts',
        server.url,
        way,
        String(HOUR_SECONDS),
        String(DAYS),
      ],
      { maxBuffer: 1e7, env: { ...process.env, ...MEMORY_ENVIRONMENT } },
    );
    const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ColdStart;
    if (result.containers !== CONTAINERS) throw new Error(`only ${result.containers} containers came`);
    return { ...result, serverSeconds: cpuSecondsOf(server.pid) - before };
  } finally {
    await server.close();
  }
}

async function figuresOf(
  name: string,
  way: 'ours' | 'reference',
  reach: { seconds?: string; mb?: string } = {},
): Promise<Figure[]> {
  const measured = await measure(way);
  const { seconds, samples, peakMb, bytesRead, cpuSeconds, serverSeconds, longestMs } = measured;
  return [
    { name, value: seconds, unit: 's', reach: reach.seconds },
    { name: `${name}-containers`, value: CONTAINERS / seconds, unit: 'containers/s' },
    { name: `${name}-samples`, value: samples / seconds, unit: 'samples/s' },
    { name: `${name}-peak`, value: peakMb, unit: 'MB', reach: reach.mb },
    { name: `${name}-held`, value: longestMs, unit: 'ms' },
    { name: `${name}-cpu`, value: cpuSeconds, unit: 's of CPU' },
    { name: `${name}-server-cpu`, value: serverSeconds, unit: 's of CPU' },
    { name: `${name}-read`, value: bytesRead / 1e6, unit: 'MB' },
    {
      name: `${name}-server-share`,
      value: serverSeconds / (serverSeconds + cpuSeconds),
      unit: 'of CPU time',
    },
  ];
}

/** 10,000 containers and 8 days by hours from a real Prometheus, compared with the reference's queries. */
export const coldStartBench: Bench = {
  name: 'cold-start',
  async run() {
    return [
      ...(await figuresOf('cold-start', 'ours', {
        seconds: '≤ 60',
        mb: '≤ 400',
      })),
      ...(await figuresOf('cold-start-reference', 'reference')),
    ];
  },
};
