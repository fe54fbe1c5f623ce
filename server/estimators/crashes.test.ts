import { describe, expect, it } from 'vitest';
import { chosen, HOUR_MS, MINUTE_MS, START_MS, Studied } from '@/tests/support/studied';

const MIB = 2 ** 20;

function steady(parameters: string, bytes = 400 * MIB): Studied {
  const container = new Studied(chosen('mean', `marginFraction: 0\n${parameters}`));
  for (let minute = 0; minute <= 60; minute++) container.use(minute * MINUTE_MS, 0.5, bytes);
  return container;
}

describe('growth after crashes', () => {
  /** The model takes a kill at 400 MiB for a need of max(400 + 100, 400·1.2) = 500 MiB. */
  it('recommends what a killed container would have needed, for a time', () => {
    const container = steady('crashes.oom: true\ncrashes.hold: 2h');
    container.oom(HOUR_MS, 400 * MIB);
    expect(container.estimate().memory.target).toBe(500 * MIB);
    expect(container.estimate().memory.lowerBound).toBe(500 * MIB);
    expect(container.estimate(START_MS + 4 * HOUR_MS).memory.target).toBeLessThan(450 * MIB);
  });

  /** 500 MiB and 30 % of it: 650 MiB. */
  it('adds a margin to that if asked to', () => {
    const container = steady('crashes.oomMargin: 0.3');
    container.oom(HOUR_MS, 400 * MIB);
    expect(container.estimate().memory.target).toBe(650 * MIB);
  });

  it('is bounded, however often and at whatever amount the container is killed', () => {
    const container = steady('crashes.most: 2');
    const before = container.estimate().memory.target;
    for (let kill = 1; kill < 50; kill++) container.oom(HOUR_MS + kill * 1000, 2 ** kill * MIB);
    expect(container.estimate().memory.target).toBe(2 * before);
  });

  it('leaves a small container room for the least bump', () => {
    const container = steady('crashes.most: 2', 20 * MIB);
    container.oom(HOUR_MS, 20 * MIB);
    expect(container.estimate().memory.target).toBeGreaterThanOrEqual(120 * MIB);
  });

  it('can be left out', () => {
    const container = steady('crashes.oom: false');
    const before = container.estimate();
    container.oom(HOUR_MS, 4000 * MIB);
    for (let crash = 0; crash < 9; crash++) container.crash(HOUR_MS + crash * 1000);
    expect(container.estimate()).toEqual(before);
  });

  /** Doubled after each three crashes, four times at most. */
  it.each([
    [2, 1],
    [3, 2],
    [5, 2],
    [6, 4],
    [30, 4],
  ])('in a crash loop: after %i crashes %i times CPU and memory', (crashes, times) => {
    const container = steady('crashes.crashLoop: true');
    const { cpu, memory } = container.estimate();
    for (let crash = 0; crash < crashes; crash++) {
      container.crash(HOUR_MS + crash * 1000);
      // The same crash, shown by a later status.
      container.crash(HOUR_MS + crash * 1000);
    }
    expect(container.estimate().cpu.target).toBe(times * cpu.target);
    expect(container.estimate().memory.target).toBe(times * memory.target);
  });

  it('survives a restart', () => {
    const container = steady('crashes.crashLoop: true');
    container.oom(HOUR_MS, 400 * MIB);
    for (let crash = 0; crash < 4; crash++) container.crash(HOUR_MS + crash * 1000);
    const before = container.estimate();
    container.reload();
    expect(container.estimate()).toEqual(before);
  });
});
