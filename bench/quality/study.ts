import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Asked } from './contestants';
import type { MeasuredSeries } from './series';

const run = promisify(execFile);

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
  // Once: one of two that bundle at a time would read half a file of the other.
  const { stdout: file } = await run(process.execPath, ['bin/build.mjs', 'bench/quality/child.ts']);
  const results = new Map<string, MeasuredSeries>();
  const waiting = [...names];
  let done = 0;
  const work = async () => {
    const child = spawn(process.execPath, ['--max-semi-space-size=32', file, folder, JSON.stringify(asked)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
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
