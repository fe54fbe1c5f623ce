import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosen, DAY_MS, HOUR_MS, MINUTE_MS, Studied } from '@/tests/support/studied';
import type { ExpertsView } from '../evidence';

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const IN_PLACE = 'inPlace: true';
const STEP_MS = 5 * MINUTE_MS;
/** Usage is known to a bucket, which is wider for memory of some hundred MiB. */
const BUCKET = 1.1;

type Cores = (atMs: number) => number;

/** A container that used `cores` and `bytes` from one time to another, both in ms after the start. */
function used(
  cores: Cores,
  {
    from = 0,
    until,
    bytes = () => 300 * MIB,
    given = IN_PLACE,
    into = new Studied(chosen('adaptive', given)),
  }: {
    from?: number;
    until: number;
    bytes?: (atMs: number) => number;
    given?: string;
    into?: Studied;
  },
): Studied {
  for (let atMs = from; atMs < until; atMs += STEP_MS) into.use(atMs, cores(atMs), bytes(atMs));
  return into;
}

function experts(container: Studied): ExpertsView {
  const evidence = container.evidence();
  if (evidence?.kind !== 'experts') throw new Error('no experts');
  return evidence;
}

const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS) % 24;

/** 0.2 cores, and 2 cores in one sample of every twelve. */
const spiky: Cores = (atMs) => (Math.floor(atMs / STEP_MS) % 12 === 7 ? 2 : 0.2);

/** 0.2 cores by night, 2 by day. */
const daily: Cores = (atMs) => (hourOf(atMs) >= 8 && hourOf(atMs) < 18 ? 2 : 0.2);

describe('the recommender adaptive', () => {
  it('shows the usage of memory as learned, up to the percentile that is requested', () => {
    const bytes = (atMs: number) => (Math.floor(atMs / STEP_MS) % 200 === 7 ? 900 : 300) * MIB;
    const container = used(daily, { until: 3 * DAY_MS, bytes });
    const memory = container.explain().histograms[1];
    expect([memory?.resource, memory?.halfLifeMs]).toEqual(['memory', 5 * DAY_MS]);
    const [most, ...others] = [...(memory?.buckets ?? [])].sort((a, b) => b.weight - a.weight);
    expect(most?.start).toBeLessThanOrEqual(300 * MIB);
    expect(most?.end).toBeGreaterThanOrEqual(300 * MIB);
    expect(others.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1 / 200, 2);
    const base = memory?.percentiles.find(({ name }) => name === 'target');
    expect(base).toMatchObject({ percentile: 0.99, value: most?.end });
    expect(container.estimate().memory.target).toBe(Math.round(base?.value ?? 0));
  });

  it('shows the usage of CPU that the expert reads, up to where it recommends', () => {
    const looks = [daily, spiky, () => 0.2].map((cores) => {
      const container = used(cores, { until: 6 * DAY_MS });
      const is = experts(container).experts.find(({ speaks }) => speaks)?.is;
      const cpu = container.explain().histograms[0];
      return {
        is,
        halfLifeMs: cpu?.halfLifeMs,
        base: cpu?.percentiles.find(({ name }) => name === 'target'),
      };
    });
    for (const { is, halfLifeMs, base } of looks) {
      expect(base?.percentile).toBeGreaterThan(0);
      expect(base?.percentile).toBeLessThanOrEqual(1);
      if (is?.kind === 'percentile')
        expect({ halfLifeMs, percentile: base?.percentile }).toEqual({
          halfLifeMs: is.halfLifeMs,
          percentile: is.percentile,
        });
    }
    expect(looks.map(({ is }) => is?.kind)).toContain('percentile');
  });

  it('shows the usage that default reads, as long as it recommends as that', () => {
    const shown = (name: 'adaptive' | 'default') =>
      used(daily, { until: 20 * HOUR_MS, into: new Studied(chosen(name)) }).explain().histograms;
    expect(shown('adaptive')).toEqual(shown('default'));
  });

  it('recommends as default for a day, and says so', () => {
    const container = used(daily, { until: 20 * HOUR_MS });
    const other = used(daily, { until: 20 * HOUR_MS, into: new Studied(chosen('default')) });
    expect(container.estimate()).toEqual(other.estimate());
    expect(container.explain().traces.flatMap(({ steps }) => steps.map(({ step }) => step))).toContain(
      'too-early',
    );
    expect(experts(container).since).toBeUndefined();
  });

  it('follows the day where that costs least', () => {
    const container = used(daily, { until: 6 * DAY_MS });
    const at = (hour: number) => {
      const grown = used(daily, { until: 6 * DAY_MS + hour * HOUR_MS });
      return grown.estimate().cpu.target;
    };
    expect(container.estimate().cpu.target).toBeLessThan(1000);
    expect(at(12)).toBeGreaterThanOrEqual(2000);
    expect(at(23)).toBeLessThan(1000);
  });

  it('does not chase peaks that cost more than they are worth, and covers them where shortage is dear', () => {
    const [saving, careful] = ['saving', 'careful'].map((shortage) =>
      used(spiky, { until: 5 * DAY_MS, given: `${IN_PLACE}\nshortage: ${shortage}\nceiling: 20` }).estimate(),
    );
    expect(saving?.cpu.target).toBeLessThan(500);
    expect(careful?.cpu.target).toBeGreaterThanOrEqual(2000);
  });

  it('is not above the target of default, but for what is used right now, unless that is opened', () => {
    // For an hour of a day more than default gives, which shortage at this price would have it cover.
    const early: Cores = (atMs) => (hourOf(atMs) === 3 ? 0.28 : 0.2);
    const until = 4 * DAY_MS;
    const given = `${IN_PLACE}\nshortagePrice: 5000\nchangePrice: 0`;
    const [closed, open, byDefault] = [
      new Studied(chosen('adaptive', given)),
      new Studied(chosen('adaptive', `${given}\nceiling: 1.5`)),
      new Studied(chosen('default')),
    ].map((into) => used(early, { until, into }));
    const usual = byDefault?.estimate().cpu.target ?? 0;
    expect(usual).toBeLessThan(280);
    expect(closed?.estimate().cpu.target).toBeLessThanOrEqual(usual);
    expect(open?.estimate().cpu.target).toBeGreaterThan(280);
    expect(open?.estimate().cpu.target).toBeLessThanOrEqual(1.5 * usual);
    for (const into of [closed, open])
      if (into) used(early, { from: until, until: until + 3.5 * HOUR_MS, into });
    expect(closed?.estimate().cpu.target).toBeGreaterThan(280);
  });

  it('answers a step within minutes in place, and lets go of it when it ends', () => {
    const step: Cores = (atMs) =>
      atMs >= 4 * DAY_MS && atMs < 4 * DAY_MS + 3 * HOUR_MS ? 3 : daily(atMs) / 4;
    const container = used(step, { until: 4 * DAY_MS + 2 * STEP_MS });
    expect(container.estimate().cpu.target).toBeGreaterThanOrEqual(3000);
    used(step, { from: 4 * DAY_MS + 2 * STEP_MS, until: 4 * DAY_MS + 8 * HOUR_MS, into: container });
    expect(container.estimate().cpu.target).toBeLessThan(2000);
  });

  it('has close bounds in place, and those of default where each change is an eviction', () => {
    const [close, wide] = [IN_PLACE, 'inPlace: false'].map(
      (given) => used(daily, { until: 4 * DAY_MS, given }).estimate().cpu,
    );
    expect(close?.upperBound).toBeLessThanOrEqual((close?.target ?? 0) * 1.1);
    expect(close?.lowerBound).toBeGreaterThan((close?.target ?? 0) * 0.95);
    expect(wide?.upperBound).toBeGreaterThan((wide?.target ?? 0) * 1.1);
  });

  it('requests the memory that is enough for 99 % of the time, and limits it to its peak and 60 %', () => {
    const peak = (atMs: number) => (Math.floor(atMs / STEP_MS) % 200 === 150 ? GIB : 0.8 * GIB);
    const { memory, memoryLimit } = used(() => 0.5, { until: 9 * DAY_MS, bytes: peak }).estimate();
    expect(memory.target).toBeGreaterThanOrEqual(0.8 * GIB);
    expect(memory.target).toBeLessThan(0.85 * GIB);
    expect(memoryLimit?.target).toBe(Math.floor(1.6 * GIB));
    expect(memoryLimit?.lowerBound).toBeGreaterThan(1.4 * GIB);
    expect(memoryLimit?.asOne.target).toBe(Math.floor(1.15 * GIB));
  });

  it('keeps the peak below the line from which the kubelet stalls a container', () => {
    const peak = (atMs: number) => (Math.floor(atMs / STEP_MS) % 200 === 150 ? GIB : 0.2 * GIB);
    const requested = (factor: number) =>
      used(() => 0.5, {
        until: 5 * DAY_MS,
        bytes: peak,
        given: `${IN_PLACE}\nmemory.throttlingFactor: ${factor}`,
      }).estimate();
    for (const factor of [0, 0.3, 0.5, 0.9, 1]) {
      const { memory, memoryLimit } = requested(factor);
      const line = memory.target + factor * ((memoryLimit?.target ?? 0) - memory.target);
      expect(line).toBeGreaterThanOrEqual(GIB - 1);
    }
    expect(requested(0).memory.target).toBe(GIB);
    expect(requested(0.9)).toEqual(requested(1));
  });

  it('gives both as one the peak of two weeks and 15 %, at most half again what default gives', () => {
    const given = `${IN_PLACE}\nmemory.ownLimit: false`;
    const bytes = (atMs: number) => (atMs < HOUR_MS * 3 ? GIB : 0.8 * GIB);
    const { memory, memoryLimit } = used(() => 0.5, { until: 9 * DAY_MS, bytes, given }).estimate();
    expect(memoryLimit).toBeUndefined();
    expect(memory.target).toBeCloseTo(1.15 * GIB, -4);
    expect(used(() => 0.5, { until: 9 * DAY_MS, bytes }).estimate().memoryLimit?.asOne).toEqual(memory);
    const spike = (atMs: number) => (atMs < HOUR_MS * 3 ? 20 * GIB : 0.8 * GIB);
    const capped = used(() => 0.5, { until: 9 * DAY_MS, bytes: spike, given });
    const usual = used(() => 0.5, { until: 9 * DAY_MS, bytes: spike, into: new Studied(chosen('default')) });
    expect(capped.estimate().memory.target).toBe(Math.floor(usual.estimate().memory.target * 1.5));
  });

  it('raises the limit at once above what is used now, and not the request', () => {
    const container = used(() => 0.5, { until: 2 * DAY_MS });
    const before = container.estimate();
    container.use(2 * DAY_MS, 0.5, 350 * MIB);
    const { memory, memoryLimit } = container.estimate();
    expect(memory.target).toBeLessThan(before.memory.target * BUCKET);
    expect(memoryLimit?.target).toBe(Math.floor(350 * MIB * 1.6));
    expect(memoryLimit?.asOne.target).toBe(Math.floor(350 * MIB * 1.15));
  });

  it('remembers for two weeks what a killed container would have needed', () => {
    const container = used(() => 0.5, { until: 4 * DAY_MS });
    container.oom(4 * DAY_MS, GIB);
    used(() => 0.5, { from: 4 * DAY_MS, until: 7 * DAY_MS, into: container });
    const { memory, memoryLimit } = container.estimate();
    expect(memory.target).toBeLessThan(330 * MIB);
    expect(memoryLimit?.target).toBeGreaterThan(GIB);
    expect(memoryLimit?.asOne.target).toBeGreaterThan(400 * MIB);
  });

  it('raises the limit above that of a kill, and leaves the request', () => {
    const container = used(() => 0.5, { until: 4 * DAY_MS });
    const before = container.estimate();
    container.killedAt(4 * DAY_MS, GIB);
    const { memory, memoryLimit } = container.estimate();
    expect(memory.target).toBeLessThan(before.memory.target * BUCKET);
    expect(memoryLimit?.target).toBeGreaterThanOrEqual(1.2 * GIB);
    expect(memoryLimit?.lowerBound).toBeGreaterThanOrEqual(GIB);
  });

  it('says why its limit is what it is, from the peak on', () => {
    const container = used(() => 0.5, { until: 4 * DAY_MS });
    const steps = () => container.explain().traces.find(({ bound }) => bound === 'limit')?.steps;
    expect(steps()?.map(({ step }) => step)).toEqual(['recent-peak', 'margin']);
    expect(steps()?.at(-1)?.value).toBe(container.estimate().memoryLimit?.target);
    const young = used(() => 0.5, { until: 20 * HOUR_MS });
    expect(young.explain().traces.some(({ bound }) => bound === 'limit')).toBe(false);
  });

  it('starts apart only once it has seen a day of usage', () => {
    const young = used(() => 0.5, { until: 20 * HOUR_MS }).estimate();
    expect(young.memoryLimit).toBeUndefined();
    expect(used(() => 0.5, { until: 30 * HOUR_MS }).estimate().memoryLimit).toBeDefined();
  });

  it('grows with a leak and never below what is used', () => {
    const bytes = (atMs: number) => 200 * MIB + (atMs / DAY_MS) * 50 * MIB;
    const container = used(() => 0.5, { until: 5 * DAY_MS, bytes });
    const { memory, memoryLimit } = container.estimate();
    expect(memory.target).toBeGreaterThan(bytes(5 * DAY_MS) - MIB);
    expect(memoryLimit?.target).toBeGreaterThan(1.5 * bytes(5 * DAY_MS));
  });

  it('is ready for a weekly batch of last week', () => {
    const weekly: Cores = (atMs) => (Math.floor(atMs / DAY_MS) % 7 === 5 && hourOf(atMs) < 6 ? 4 : 0.3);
    const container = used(weekly, {
      until: 19 * DAY_MS,
      given: `${IN_PLACE}\nshortage: careful\nceiling: 20`,
    });
    const before = container.estimate().cpu.target;
    used(weekly, { from: 19 * DAY_MS, until: 19 * DAY_MS + 2 * HOUR_MS, into: container });
    expect(before).toBeLessThan(4000);
    expect(container.estimate().cpu.target).toBeGreaterThanOrEqual(4000);
  });

  it('keeps its target while a container is silent', () => {
    const container = used(daily, { until: 5 * DAY_MS });
    const { target } = container.estimate().cpu;
    expect(container.estimate(container.nowMs + 3 * DAY_MS).cpu.target).toBe(target);
    used(daily, { from: 8 * DAY_MS, until: 8 * DAY_MS + HOUR_MS, into: container });
    expect(container.estimate().cpu.target).toBeGreaterThan(0);
  });

  it('goes on when a replica leaves', () => {
    const container = new Studied(chosen('adaptive', IN_PLACE));
    for (let atMs = 0; atMs < 4 * DAY_MS; atMs += STEP_MS) {
      container.use(atMs, 1, GIB, 'web-1');
      if (atMs < 3 * DAY_MS) container.use(atMs, 1.02, GIB, 'web-2');
    }
    expect(container.estimate().cpu.target).toBeGreaterThanOrEqual(1000);
    expect(container.estimate().cpu.target).toBeLessThan(1300);
  });

  it('knows nothing of what is to come', () => {
    const change = fc.double({ min: 0.01, max: 30, noNaN: true });
    fc.assert(
      fc.property(change, change, (one, other) => {
        const [first, second] = [one, other].map((later) => {
          const targets: number[] = [];
          const container = used(daily, { until: 2 * DAY_MS });
          for (let step = 0; step < 12; step++) {
            targets.push(container.estimate().cpu.target);
            const atMs = 2 * DAY_MS + step * STEP_MS;
            container.use(atMs, step < 11 ? daily(atMs) : later, GIB);
          }
          return targets;
        });
        expect(first).toEqual(second);
      }),
      { numRuns: 5 },
    );
  });

  it('shows the cheapest experts, which one speaks, and what default would have cost', () => {
    const view = experts(used(daily, { until: 5 * DAY_MS }));
    expect(view.experts.filter(({ speaks }) => speaks)).toHaveLength(1);
    expect(view.experts.some(({ is, margin }) => is.kind === 'as-default' && margin === 0)).toBe(true);
    expect(view.since?.atMs).toBeDefined();
    const costs = view.experts.map(({ cost }) => cost);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
  });
});
