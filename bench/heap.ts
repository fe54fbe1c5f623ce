import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench } from './bench';

const run = promisify(execFile);

/** Megabytes of the filled model above the same process with an empty one. */
export const heapBench: Bench = {
  name: 'heap',
  async run() {
    const { stdout } = await run(process.execPath, ['--expose-gc', 'bin/run.mjs', 'bench/heap-child.ts']);
    const value = Number(stdout.trim());
    if (!Number.isFinite(value)) throw new Error(`the measured process printed "${stdout}"`);
    return [{ name: 'heap', value, unit: 'MB', reach: '≤ 18' }];
  },
};
