import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench, Figure } from './bench';
import { ScaleCluster } from './scale-cluster';

const run = promisify(execFile);
const VPAS = 10_000;
const NAMESPACES = 100;

/** What a process of one role measured about itself. */
export interface LargeCost {
  passMs: number;
  /** In the first minutes, when a pass writes every status, without the limit on requests that holds it back. */
  youngPassMs: number;
  planMs: number;
  nextPlanMs: number;
  rssMb: number;
}

/** Measured in a separate process, so that its memory is the product's alone. */
export async function largeCost(vpas: number): Promise<LargeCost> {
  const cluster = await ScaleCluster.start(vpas, NAMESPACES);
  try {
    const { stdout } = await run(
      process.execPath,
      ['--expose-gc', 'bin/run.mjs', 'bench/large-child.ts', String(cluster.port), String(vpas)],
      { maxBuffer: 1e7 },
    );
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as LargeCost;
  } finally {
    await cluster.stop();
  }
}

/**
 * 10,000 VPAs and 100,000 pods in the caches of one process that recommends and updates: the CPU time of a
 * recommender pass with a sample of every container, of the first plan and of one with nothing changed, and
 * the memory of the process after that. Slopes are the figure per VPA over that of a tenth of the cluster.
 */
export const largeBench: Bench = {
  name: 'large',
  async run() {
    const tenth = await largeCost(VPAS / 10);
    const whole = await largeCost(VPAS);
    const slope = (name: string, key: keyof LargeCost): Figure => ({
      name: `large-${name}-slope`,
      value: whole[key] / tenth[key] / 10,
      unit: 'times',
      reach: '≤ 1.5',
    });
    return [
      { name: 'large-pass', value: whole.passMs / 1000, unit: 's', reach: '≤ 2' },
      slope('pass', 'passMs'),
      { name: 'large-pass-young', value: whole.youngPassMs / 1000, unit: 's' },
      { name: 'large-plan-first', value: whole.planMs, unit: 'ms' },
      slope('plan-first', 'planMs'),
      { name: 'large-plan-unchanged', value: whole.nextPlanMs, unit: 'ms' },
      slope('plan-unchanged', 'nextPlanMs'),
      { name: 'large-rss', value: whole.rssMb, unit: 'MB', reach: '≤ 1,500' },
    ];
  },
};
