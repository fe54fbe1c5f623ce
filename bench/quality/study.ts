import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Asked } from './contestants';
import type { MeasuredSeries } from './series';

/** At once; each is busy all the time. */
const PROCESSES = 2;

/**
 * Measures series in processes of their own, one after the other; in the order of the names.
 * @param folder with recordings; empty for made series
 */
export async function measureAll(
  folder: string,
  names: readonly string[],
  asked: Asked,
  progress: (done: number) => void,
): Promise<MeasuredSeries[]> {
  const results = new Map<string, MeasuredSeries>();
  const waiting = [...names];
  let done = 0;
  const work = async () => {
    const child = spawn(
      process.execPath,
      ['--max-semi-space-size=32', 'bin/run.mjs', 'bench/quality/child.ts', folder, JSON.stringify(asked)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    let asking = waiting.shift();
    const ask = () => (asking === undefined ? child.stdin.end() : child.stdin.write(`${asking}\n`));
    ask();
    for await (const line of createInterface({ input: child.stdout })) {
      const measured = JSON.parse(line) as MeasuredSeries | null;
      if (measured) results.set(measured.name, measured);
      progress(++done);
      asking = waiting.shift();
      ask();
    }
    if (asking !== undefined) throw new Error(`the process that measured ${asking} ended`);
  };
  await Promise.all(Array.from({ length: Math.min(PROCESSES, names.length) }, work));
  return names.flatMap((name) => results.get(name) ?? []);
}
