import { describe, expect, it } from 'vitest';
import { chosen, HOUR_MS, MINUTE_MS, Studied } from '@/tests/support/studied';

const MB = 1e6;

function job(parameters = ''): Studied {
  return new Studied(chosen('mean', `marginFraction: 0\n${parameters}`));
}

describe('the mean recommender', () => {
  /** Run a: 1 core in one pod; run b: 3 cores in ten pods. By runs (1 + 3)/2 = 2; by pods it would be 2.8. */
  it('learns over runs, not over pods', () => {
    const container = job();
    container.use(0, 1, 100 * MB, 'a-1', 'a');
    for (let pod = 0; pod < 10; pod++) container.use(HOUR_MS, 3, 200 * MB, `b-${pod}`, 'b');
    const { cpu, memory } = container.estimate(container.nowMs + HOUR_MS);
    expect(cpu.target).toBe(2000);
    expect(memory.target).toBe(200 * MB);
  });

  it('takes the average CPU of each run and the highest memory peak of all', () => {
    const container = job();
    for (const [index, cores] of [1, 2, 3].entries())
      container.use(index * MINUTE_MS, cores, 100 * MB * cores, 'a-1', 'a');
    for (let index = 0; index < 30; index++)
      container.use(2 * HOUR_MS + index * MINUTE_MS, 4, 50 * MB, 'b-1', 'b');
    const { cpu, memory } = container.estimate(container.nowMs + HOUR_MS);
    expect(cpu).toMatchObject({ target: 3000 });
    expect(memory.target).toBe(300 * MB);
  });

  it('leaves out the CPU of a run under way, but not its memory, while others are whole', () => {
    const container = job();
    container.use(0, 2, 100 * MB, 'a-1', 'a');
    container.use(HOUR_MS, 0.1, 500 * MB, 'b-1', 'b');
    const { cpu, memory } = container.estimate();
    expect(cpu.target).toBe(2000);
    expect(memory.target).toBe(500 * MB);
  });

  it('counts the newest runs alone', () => {
    const container = job('runs: 2');
    for (const [index, cores] of [8, 1, 2].entries())
      container.use(index * HOUR_MS, cores, cores * 100 * MB, `${index}-1`, `${index}`);
    const { cpu, memory } = container.estimate(container.nowMs + HOUR_MS);
    expect(cpu.target).toBe(1500);
    expect(memory.target).toBe(200 * MB);
  });

  it('keeps no more than 32 runs, and the same after a restart', () => {
    const container = job();
    for (let run = 0; run < 100; run++)
      container.use(run * HOUR_MS, run / 10, run * MB, `${run}-1`, `${run}`);
    const saved = container.study.save() as { own: { runs: unknown[] } };
    expect(saved.own.runs).toHaveLength(32);
    const before = container.estimate();
    container.reload();
    expect(container.estimate()).toEqual(before);
  });
});
