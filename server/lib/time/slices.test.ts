import { describe, expect, it } from 'vitest';
import { inSlices, type Sliced } from './slices';

const STEP_MS = 0.5;

function hold(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Work of `ms` in small steps; says how often others had a turn meanwhile, each of which takes `othersMs`. */
async function turnsDuring(ms: number, othersMs: number): Promise<number> {
  let turns = 0;
  let isOver = false;
  const other = () => {
    if (isOver) return;
    turns++;
    hold(othersMs);
    setImmediate(other);
  };
  setImmediate(other);
  function* work(): Sliced<void> {
    for (let step = 0; step < ms / STEP_MS; step++) {
      hold(STEP_MS);
      yield;
    }
  }
  await inSlices(work());
  isOver = true;
  return turns;
}

describe('work in slices', () => {
  it('lets others run often while they take little', async () => {
    expect(await turnsDuring(100, 0)).toBeGreaterThan(15);
  });

  it('takes longer stretches where others take long', async () => {
    expect(await turnsDuring(100, 80)).toBeLessThan(30);
  });
});
