import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { chosen, DAY_MS, HOUR_MS, MINUTE_MS, Studied } from '@/tests/support/studied';
import { defaultConfig } from '../../config';
import { RECOMMENDER_SETTINGS } from '../../config/recommender';
import { CPU_BUCKETS, MEMORY_BUCKETS } from '../../model/bucketing';
import { RESOURCES } from '../../objects/units';
import { BOUNDS, type Estimate } from './estimator';
import { readParameters } from './parameter-text';
import { RECOMMENDER_NAMES, type RecommenderName, recommenderNamed } from './recommenders';

interface Sample {
  cores: number;
  bytes: number;
}

/** Usage of one container, one sample a minute for some hours; well above the first bucket. */
const USAGE = fc.array(
  fc.record({
    cores: fc.double({ min: 0.5, max: 20, noNaN: true }),
    bytes: fc.double({ min: 2e8, max: 1e10, noNaN: true }),
  }),
  { minLength: 30, maxLength: 400 },
);

const config = defaultConfig();
const RUNS = { numRuns: runs(40) };
/** A bucket is 5 % wider than the one before, so it ends at most this much above any value in it. */
const BUCKET = 1.08;

function studied(name: RecommenderName, usage: readonly Sample[], given = '', fromMs = 0): Studied {
  const container = new Studied(chosen(name, given));
  for (const [minute, { cores, bytes }] of usage.entries())
    container.use(fromMs + minute * MINUTE_MS, cores, bytes);
  return container;
}

function estimateOf(...of: Parameters<typeof studied>): Estimate {
  return studied(...of).estimate();
}

const amounts = (estimate: Estimate) =>
  RESOURCES.flatMap((resource) => BOUNDS.map((bound) => estimate[resource][bound]));

it('are offered under the names that the settings know', () => {
  const others = RECOMMENDER_SETTINGS.recommenders.parse.parse(RECOMMENDER_SETTINGS.recommenders.fallback);
  expect(['default', ...others].sort()).toEqual([...RECOMMENDER_NAMES].sort());
});

describe.each(RECOMMENDER_NAMES)('the recommender %s', (name) => {
  it('recommends within the observed range and the margin, its bounds around the target, never NaN', () => {
    fc.assert(
      fc.property(USAGE, (usage) => {
        const estimate = estimateOf(name, usage, 'marginFraction: 0.2');
        expect(amounts(estimate).every((amount) => Number.isInteger(amount) && amount >= 0)).toBe(true);
        for (const { lowerBound, target, upperBound } of [estimate.cpu, estimate.memory]) {
          expect(lowerBound).toBeLessThanOrEqual(target);
          expect(target).toBeLessThanOrEqual(upperBound);
        }
        const cores = usage.map((one) => one.cores * 1000);
        const bytes = usage.map((one) => one.bytes);
        const most = 1.2 * BUCKET;
        expect(estimate.cpu.target).toBeGreaterThanOrEqual(Math.floor(Math.min(...cores)));
        expect(estimate.cpu.target).toBeLessThanOrEqual(Math.max(...cores) * most);
        expect(estimate.memory.target).toBeGreaterThanOrEqual(Math.floor(Math.min(...bytes)));
        expect(estimate.memory.target).toBeLessThanOrEqual(Math.max(...bytes) * most);
      }),
      RUNS,
    );
  });

  it('recommends something at once, and 0 or the reference’s least for no usage', () => {
    const [first, idle] = [[{ cores: 1, bytes: 3e8 }], [{ cores: 0, bytes: 0 }]].map((usage) =>
      estimateOf(name, usage),
    );
    expect(first?.cpu.target).toBeGreaterThanOrEqual(1000);
    expect(first?.memory.target).toBeGreaterThanOrEqual(3e8);
    expect(amounts(idle as Estimate).every((amount) => Number.isInteger(amount))).toBe(true);
  });

  it('recommends k times as much for k times the usage, but for the buckets', () => {
    fc.assert(
      fc.property(USAGE, fc.double({ min: 1, max: 20, noNaN: true }), (usage, times) => {
        const one = estimateOf(name, usage);
        const scaled = usage.map(({ cores, bytes }) => ({ cores: cores * times, bytes: bytes * times }));
        const many = estimateOf(name, scaled);
        for (const resource of RESOURCES) {
          const ratio = many[resource].target / (one[resource].target * times);
          expect(ratio).toBeGreaterThan(1 / BUCKET ** 2);
          expect(ratio).toBeLessThan(BUCKET ** 2);
        }
      }),
      RUNS,
    );
  });

  it('keeps what it knows over a restart', () => {
    fc.assert(
      fc.property(USAGE, (usage) => {
        const container = studied(name, usage);
        const before = container.estimate();
        container.reload();
        const after = container.estimate();
        if (name !== 'default') {
          expect(after).toEqual(before);
          return;
        }
        // A checkpoint of the reference rounds weights, so what was just below a percentile may be just above it.
        const [least, most] = [0.899, 0.901].map((target) =>
          estimateOf(name, usage, JSON.stringify({ cpu: { target }, memory: { target } })),
        );
        for (const resource of RESOURCES) {
          expect(after[resource].target).toBeGreaterThanOrEqual(least?.[resource].target ?? Number.NaN);
          expect(after[resource].target).toBeLessThanOrEqual(most?.[resource].target ?? Number.NaN);
        }
      }),
      RUNS,
    );
  });

  it.each([
    ['{}', {}],
    ['no own', { recommender: name, lastMs: 1e15 }],
    [
      'wrong types',
      { recommender: name, lastMs: 1e15, own: { open: 3, cpu: [], memory: 'x', halfLivesMs: 1 } },
    ],
    ['another name', { recommender: 'another', own: {} }],
    [
      'numbers that are none',
      {
        recommender: name,
        lastMs: 1e15,
        own: { open: { number: -5 }, cpu: { shares: '9:AAAA', newest: 1e300 } },
      },
    ],
  ])('refuses evidence with %s, or begins anew', (_, saved) => {
    const recommender = chosen(name);
    try {
      const container = studied(name, [{ cores: 1, bytes: 3e8 }]);
      container.study = recommender.load(saved, 0);
      expect(amounts(container.estimate()).every(Number.isFinite)).toBe(true);
    } catch (error) {
      expect(error).toMatchObject({ name: 'SavedEvidenceError' });
    }
  });

  it('refuses evidence of a time to come, which would stop its learning', () => {
    const container = studied(name, Array(60).fill({ cores: 1, bytes: 3e8 }));
    const saved = JSON.parse(JSON.stringify(container.study.save()));
    expect(() => chosen(name).load(saved, container.nowMs)).not.toThrow();
    expect(() => chosen(name).load(saved, container.nowMs - DAY_MS)).toThrow('to come');
    const undated = { ...saved, lastMs: container.nowMs - DAY_MS };
    if (name === 'default') return;
    expect(() => chosen(name).load(undated, container.nowMs - DAY_MS)).toThrow();
  });

  it('explains its target: the last step is the target', () => {
    const container = studied(name, Array(120).fill({ cores: 1, bytes: 3e8 }));
    const { cpu, memory, memoryLimit } = container.estimate();
    for (const { resource, bound, steps } of container.explain().traces)
      expect(steps.at(-1)?.value).toBe(
        bound === 'limit' ? memoryLimit?.target : (resource === 'cpu' ? cpu : memory)[bound],
      );
  });

  it('has help, a unit and a default for every parameter', () => {
    const { help, parameters, fields } = recommenderNamed(name);
    expect(help).toMatch(/\.$/);
    expect(parameters.safeParse({}).success).toBe(true);
    for (const field of fields(config)) {
      expect(field.help, field.path).toMatch(/^[A-Z].*\.$/);
      expect(field.usual, field.path).not.toBe('undefined');
      if (field.kind === 'time') expect(field.usual).toMatch(/^\d+[hmsd]$/);
      if (field.kind === 'choice') expect(field.choices).toContain(field.usual);
    }
  });

  it('takes each default as people write it, which changes nothing', () => {
    const { fields, parameterFaultsOf } = recommenderNamed(name);
    const usage = Array(40).fill({ cores: 1, bytes: 3e8 });
    const text = fields(config)
      .map(({ path, usual }) => `${path}: ${usual}`)
      .join('\n');
    expect(parameterFaultsOf(readParameters(text))).toEqual([]);
    expect(estimateOf(name, usage, text)).toEqual(estimateOf(name, usage));
  });

  it('shows its evidence within 50 kB, the same after a restart, without a number that is none', () => {
    const container = new Studied(chosen(name));
    for (let at = 0; at < 40 * DAY_MS; at += HOUR_MS / 4) {
      const day = Math.floor(at / DAY_MS);
      const busy = Math.sin((2 * Math.PI * at) / DAY_MS) > 0 && day % 7 < 5;
      const pod = `web-${Math.floor(at / (3 * HOUR_MS))}`;
      container.use(at, busy ? 7.123456 : 1.123456, busy ? 2.123456e9 : 3.123456e8, pod);
    }
    const evidence = container.evidence();
    const text = JSON.stringify(evidence) ?? '';
    expect(text.length).toBeLessThan(50_000);
    const before = container.estimate();
    container.reload();
    expect(container.evidence()).toEqual(evidence);
    expect(amounts(before).every((amount) => amount > 0)).toBe(true);
    const numbers = text.match(/:-?[\d.e+-]+/g) ?? [];
    if (name !== 'default') expect(numbers.length).toBeGreaterThan(20);
    expect(text).not.toMatch(/NaN|Infinity/);
  });

  it('shows evidence from the first sample on, and from a seed', () => {
    const container = studied(name, [{ cores: 1, bytes: 3e8 }]);
    expect(() => JSON.stringify(container.evidence())).not.toThrow();
    const seeded = new Studied(chosen(name), container.history);
    expect(() => JSON.stringify(seeded.study.evidence(container.history, container.nowMs))).not.toThrow();
  });

  it('recommends the same whenever the same usage comes', () => {
    fc.assert(
      fc.property(USAGE, fc.integer({ min: 1, max: 10_000_000 }), (usage, seconds) => {
        const early = estimateOf(name, usage);
        const late = estimateOf(name, usage, '', seconds * 1000);
        if (name === 'default') {
          // As in the reference, weights are relative to whole half-lives of the calendar; a sum may round.
          expect(late.cpu.target / early.cpu.target).toBeLessThan(BUCKET);
          expect(early.cpu.target / late.cpu.target).toBeLessThan(BUCKET);
        } else expect(late).toEqual(early);
      }),
      RUNS,
    );
  });
});

describe.each<[RecommenderName, string, string]>([
  ['default', 'cpu.target', 'cpu'],
  ['default', 'memory.target', 'memory'],
])('the recommender %s', (name, parameter, resource) => {
  it(`recommends no less at a higher ${parameter}`, () => {
    const percentile = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(USAGE, percentile, percentile, (usage, a, b) => {
        const at = (share: number) =>
          estimateOf(name, usage, `${parameter}: ${share.toFixed(6)}`)[resource as 'cpu' | 'memory'].target;
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
      }),
      RUNS,
    );
  });
});

/** Ways to recommend that are not the default of their recommender. */
describe.each<[RecommenderName, string]>([
  ['adaptive', 'shortage: careful\nceiling: 1'],
  ['adaptive', 'inPlace: true\nmemory.peakMargin: 0'],
  ['default', 'cpu.halfLife: 1h\nmemory.target: 0.5'],
])('the recommender %s with %j', (name, text) => {
  it('recommends within the observed range and the margins, never NaN', () => {
    fc.assert(
      fc.property(USAGE, (usage) => {
        const estimate = estimateOf(name, usage, `marginFraction: 0\n${text}`);
        expect(amounts(estimate).every((amount) => Number.isInteger(amount) && amount >= 0)).toBe(true);
        // A young adaptive one speaks as default, with the margin of that.
        const most = BUCKET * (name === 'adaptive' ? 1.15 : 1);
        const cores = usage.map((one) => one.cores * 1000);
        const bytes = usage.map((one) => one.bytes);
        expect(estimate.cpu.target).toBeGreaterThanOrEqual(Math.floor(Math.min(...cores)));
        expect(estimate.cpu.target).toBeLessThanOrEqual(Math.max(...cores) * most);
        expect(estimate.memory.target).toBeGreaterThanOrEqual(Math.floor(Math.min(...bytes)));
        expect(estimate.memory.target).toBeLessThanOrEqual(Math.max(...bytes) * most);
      }),
      RUNS,
    );
  });
});

describe('the default recommender with parameters of one VPA', () => {
  /** A day of 4 cores, then six hours of 1: at a half-life of an hour a day ago is 2^−6 or less of the weight. */
  it('forgets at its own half-life', () => {
    const usage = Array.from({ length: 30 * 60 }, (_, minute) => ({
      cores: minute < 24 * 60 ? 4 : 1,
      bytes: 3e8,
    }));
    expect(estimateOf('default', usage).cpu.target).toBeGreaterThan(4000);
    expect(estimateOf('default', usage, 'cpu.halfLife: 1h').cpu.target).toBeLessThan(1300);
  });

  it('starts with what was learned at the half-life of the cluster', () => {
    const known = studied('default', Array(600).fill({ cores: 2, bytes: 3e8 }));
    const container = new Studied(chosen('default', 'cpu.halfLife: 1h'), known.history);
    expect(container.study.estimate(known.history, known.nowMs)).toEqual(known.estimate());
  });

  it('begins anew with another half-life', () => {
    const container = studied('default', Array(60).fill({ cores: 2, bytes: 3e8 }), 'cpu.halfLife: 1h');
    const saved = JSON.parse(JSON.stringify(container.study.save()));
    expect(() => chosen('default').load(saved, container.nowMs)).toThrow('halfLivesMs');
    expect(() => chosen('default', 'cpu.halfLife: 1h').load(saved, container.nowMs)).not.toThrow();
  });
});

it('count values in buckets of the same number, so that one kind of state fits both signals', () => {
  expect(CPU_BUCKETS.count).toBe(MEMORY_BUCKETS.count);
  expect(CPU_BUCKETS.count).toBeLessThan(255);
});
