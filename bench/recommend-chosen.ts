import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench, Figure } from './bench';

const run = promisify(execFile);

/**
 * 10,000 containers of a VPA each, with one recommender, in a process of its own: containers per second from
 * study to estimate, how long the samples of a pass take whose windows all end, and what is kept.
 */
function chosenBench(recommender: string, reach: Partial<Record<string, string>> = {}): Bench {
  const name = `recommend-${recommender}`;
  return {
    name,
    async run() {
      const { stdout } = await run(process.execPath, [
        '--expose-gc',
        'bin/run.mjs',
        'bench/recommend-chosen-child.ts',
        recommender,
      ]);
      const figures = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figure[];
      return figures.map((figure) => ({
        ...figure,
        name: `${name}${figure.name}`,
        reach: reach[figure.name],
      }));
    },
  };
}

export const recommendAdaptiveBench = chosenBench('adaptive', { '-pass': '≤ 0.3', '-memory': '≤ 60' });
