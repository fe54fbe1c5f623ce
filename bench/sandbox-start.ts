import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench } from './bench';

const run = promisify(execFile);

interface Measured {
  seconds: number;
  peakMb: number;
  idlePercent: number;
}

/** From an empty process to 1,000 VPAs and 5,000 running pods; the memory for that, and at rest. */
export const sandboxStartBench: Bench = {
  name: 'sandbox-start',
  async run() {
    const { stdout } = await run(process.execPath, ['bin/run.mjs', 'bench/sandbox-start-child.ts']);
    const { seconds, peakMb, idlePercent } = JSON.parse(stdout) as Measured;
    return [
      { name: 'sandbox-start', value: seconds, unit: 's', reach: '≤ 10' },
      { name: 'sandbox-memory', value: peakMb, unit: 'MB', reach: '≤ 600' },
      { name: 'sandbox-idle', value: idlePercent, unit: '% of a core' },
    ];
  },
};
