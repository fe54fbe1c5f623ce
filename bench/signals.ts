import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench, Figure } from './bench';

const run = promisify(execFile);

/**
 * What 10,000 containers take with a day of eleven signals besides CPU and memory, and how long one sample of
 * each takes to be learned.
 */
export const signalsBench: Bench = {
  name: 'signals',
  async run() {
    const { stdout } = await run(process.execPath, ['--expose-gc', 'bin/run.mjs', 'bench/signals-child.ts']);
    const figures = JSON.parse(stdout) as Figure[];
    return figures.map((figure) => ({ ...figure, name: `signals${figure.name}` }));
  },
};
