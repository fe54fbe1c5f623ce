import { execFile } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { packing } from '@/server/estimators/nodes/packing';
import { inSlices } from '@/server/slices';
import { type Bench, type Figure, leastOf } from './bench';
import { NODES, NodePopulation, nodeNamed } from './node-population';

const run = promisify(execFile);
const MINUTES = 90;
const ROUNDS = 100;
const PODS = 10_000;
const PACKINGS = 10;

/**
 * Packing 10,000 pods of many sizes into 500 nodes, in slices: how long it takes, and the longest it
 * holds the loop; the least of several rounds, since the machine may pause any.
 */
async function packingFigures(): Promise<Figure[]> {
  const pods = Array.from({ length: PODS }, (_, index) => ({
    cpu: 50 + ((index * 7919) % 1500),
    memory: (64 + ((index * 104_729) % 3000)) * 2 ** 20,
  }));
  const nodes = Array.from({ length: NODES }, () => ({ cpu: 32_000, memory: 64 * 2 ** 30, pods: 110 }));
  const times: number[] = [];
  const stalls: number[] = [];
  for (let round = 0; round < PACKINGS; round++) {
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const started = performance.now();
    await inSlices(packing(pods, nodes));
    times.push(performance.now() - started);
    loop.disable();
    stalls.push(loop.max / 1e6);
  }
  return [
    { name: 'nodes-packing', value: Math.min(...times), unit: 'ms' },
    { name: 'nodes-packing-stall', value: Math.min(...stalls), unit: 'ms', reach: '≤ 20' },
  ];
}

/** A round of 10,000 samples over 500 nodes with an hour of history, what a node takes of memory, and packing. */
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
      ...(await packingFigures()),
    ];
  },
};
