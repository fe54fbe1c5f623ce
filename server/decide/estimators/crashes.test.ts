import { describe, expect, it } from 'vitest';
import { adaptiveParameters } from './adaptive/parameters';
import { RecentCrashes } from './crashes';
import type { Estimate } from './estimator';

const MIB = 2 ** 20;
const HOUR_MS = 3_600_000;
const KILLED_MS = Date.UTC(2026, 2, 2);

const bounds = (target: number) => ({ lowerBound: target, target, upperBound: target });
const estimateOf = (bytes: number): Estimate => ({ cpu: bounds(500), memory: bounds(bytes) });

/** A container for which nothing but its crashes changes what is recommended. */
class Crashing {
  memory = new RecentCrashes();
  private readonly parameters;

  constructor(
    crashes: object,
    private readonly usual = estimateOf(400 * MIB),
  ) {
    this.parameters = adaptiveParameters.parse({ crashes }).crashes;
  }

  kill(needed: number, timeMs = KILLED_MS): void {
    this.memory.observe({ kind: 'oom', value: needed, timeMs, instance: 0 }, this.parameters);
  }

  crash(timeMs: number): void {
    this.memory.observe({ kind: 'crash', value: 0, timeMs, instance: 0 }, this.parameters);
  }

  estimate(afterMs = HOUR_MS): Estimate {
    return this.memory.grow(this.usual, this.parameters, KILLED_MS + afterMs);
  }
}

describe('growth after crashes', () => {
  it('recommends what a killed container would have needed, for a time', () => {
    const container = new Crashing({ oom: true, holdMs: 2 * HOUR_MS });
    container.kill(500 * MIB);
    expect(container.estimate().memory).toEqual(bounds(500 * MIB));
    expect(container.estimate(2 * HOUR_MS).memory).toEqual(bounds(500 * MIB));
    expect(container.estimate(2 * HOUR_MS + 1)).toEqual(estimateOf(400 * MIB));
  });

  /** 500 MiB and 30 % of it: 650 MiB. */
  it('adds a margin to that if asked to', () => {
    const container = new Crashing({ oom: true, oomMargin: 0.3 });
    container.kill(500 * MIB);
    expect(container.estimate().memory.target).toBe(650 * MIB);
  });

  it('is bounded, however often and at whatever amount the container is killed', () => {
    const container = new Crashing({ oom: true, most: 2 });
    for (let kill = 1; kill < 50; kill++) container.kill(2 ** kill * MIB, KILLED_MS + kill * 1000);
    expect(container.estimate().memory.target).toBe(800 * MIB);
  });

  it('leaves a small container room for the least bump', () => {
    const container = new Crashing({ oom: true, most: 2 }, estimateOf(20 * MIB));
    container.kill(200 * MIB);
    expect(container.estimate().memory.target).toBe(120 * MIB);
  });

  it('can be left out', () => {
    const container = new Crashing({ oom: false });
    container.kill(4000 * MIB);
    for (let crash = 0; crash < 9; crash++) container.crash(KILLED_MS + crash * 1000);
    expect(container.estimate()).toEqual(estimateOf(400 * MIB));
  });

  /** Doubled after each three crashes, four times at most. */
  it.each([
    [2, 1],
    [3, 2],
    [5, 2],
    [6, 4],
    [30, 4],
  ])('in a crash loop: after %i crashes %i times CPU and memory', (crashes, times) => {
    const container = new Crashing({ crashLoop: true });
    for (let crash = 0; crash < crashes; crash++) {
      container.crash(KILLED_MS + crash * 1000);
      // The same crash, shown by a later status.
      container.crash(KILLED_MS + crash * 1000);
    }
    expect(container.estimate().cpu.target).toBe(times * 500);
    expect(container.estimate().memory.target).toBe(times * 400 * MIB);
  });

  it('survives a restart', () => {
    const container = new Crashing({ oom: true, crashLoop: true });
    container.kill(500 * MIB);
    for (let crash = 0; crash < 4; crash++) container.crash(KILLED_MS + crash * 1000);
    const before = container.estimate();
    expect(before.cpu.target).toBe(1000);
    const text = JSON.stringify(container.memory.save());
    container.memory = RecentCrashes.load(JSON.parse(text), KILLED_MS + HOUR_MS);
    expect(container.estimate()).toEqual(before);
  });
});
