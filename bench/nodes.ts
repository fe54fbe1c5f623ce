import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Bench, leastOf } from './bench';
import { NODES, NodePopulation, nodeNamed } from './node-population';

const run = promisify(execFile);
const MINUTES = 90;
const ROUNDS = 100;

/** A round of 10,000 samples over 500 nodes with an hour of history, and what a node takes of memory. */
export const nodesBench: Bench = {
  name: 'nodes',
  async run() {
    const nodes = Array.from({ length: NODES }, (_, index) => nodeNamed(index));
    const population = new NodePopulation();
    population.addPods();
    let minute = 0;
    while (minute < MINUTES) population.round(nodes, minute++);
    const roundMs = leastOf(ROUNDS, () => {
      const started = performance.now();
      population.round(nodes, minute++);
      return performance.now() - started;
    });
    const { stdout } = await run(process.execPath, ['--expose-gc', 'bin/run.mjs', 'bench/nodes-child.ts']);
    const [bare = Number.NaN, withPods = Number.NaN] = stdout.trim().split(' ').map(Number);
    return [
      { name: 'nodes-round', value: roundMs, unit: 'ms', reach: '≤ 50' },
      { name: 'nodes-bytes', value: Math.round(bare), unit: 'bytes/node', reach: '≤ 10,000' },
      { name: 'nodes-bytes-with-pods', value: Math.round(withPods), unit: 'bytes/node' },
    ];
  },
};
