import { describe, expect, it } from 'vitest';
import { readParameters } from './parameter-text';
import { recommenderNamed } from './recommenders';

/** As plain objects, which these have no prototype to be. */
const plain = (text: string) => JSON.parse(JSON.stringify(readParameters(text)));

describe('parameters', () => {
  it.each([
    ['cpu.target: 0.95', { cpu: { target: 0.95 } }],
    ['{"cpu": {"target": 0.95}}', { cpu: { target: 0.95 } }],
    ['{"cpu.target": 0.95}', { cpu: { target: 0.95 } }],
    [
      'cpu.target: 0.95\r\n# a remark\n\ncpu.halfLife: 1h30m',
      { cpu: { target: 0.95, halfLifeMs: 5_400_000 } },
    ],
    ['crashes.oom: true\nshortage: saving', { crashes: { oom: true }, shortage: 'saving' }],
    ['times: [3h, 24h]\nmargins: [0, 0.1]', { timesMs: [10_800_000, 86_400_000], margins: [0, 0.1] }],
    ['shortage: "saving"', { shortage: 'saving' }],
    ['shortage: saving # nights\ntimes: [3h] # short', { shortage: 'saving', timesMs: [10_800_000] }],
    ['', {}],
  ])('are read from %j', (text, expected) => {
    expect(plain(text)).toEqual(expected);
  });

  it.each([
    ['[]', '"[]" is not key: value'],
    ['cpu.target', '"cpu.target" is not key: value'],
    ['{"a": 1', 'it is no JSON'],
    ['x: 1'.padEnd(9000), 'it is longer than 8192 characters'],
  ])('are not read from %j', (text, why) => {
    expect(() => readParameters(text)).toThrow(why);
  });

  it.each([
    ['a line', `${'a.'.repeat(4000)}a: 1`],
    ['JSON', `{"${'a.'.repeat(4000)}a": 1}`],
  ])('are not read from thousands of dots in %s', (_, text) => {
    expect(() => readParameters(text)).toThrow('is no parameter');
  });

  it.each([
    ['lists in a line', `margins: ${'['.repeat(4000)}1${']'.repeat(4000)}`],
    ['lists in JSON', `{"margins": ${'['.repeat(4000)}1${']'.repeat(4000)}}`],
    ['objects', `${'{"cpu":'.repeat(1000)}1${'}'.repeat(1000)}`],
  ])('nested without sense as %s are faults like others', (_, text) => {
    expect(recommenderNamed('adaptive').faultsOf(readParameters(text))).not.toEqual([]);
  });

  it.each(['__proto__.polluted: 1', '{"__proto__": {"polluted": 1}}', 'constructor.prototype.polluted: 1'])(
    'never reach the prototype of other objects: %s',
    (text) => {
      expect(recommenderNamed('adaptive').faultsOf(readParameters(text))).not.toEqual([]);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    },
  );

  it.each([
    ['podMinimum.cpuMillicores: 25m', 'podMinimum.cpuMillicores: must have no unit of time'],
    [
      'memory.peakSpn: 9d',
      'memory.peakSpn is no parameter of recommender "adaptive"; it takes peakSpan, ownLimit, percentile, usageHalfLife, limitMargin, throttlingFactor, peakMargin, ceiling',
    ],
    [
      'halfLife: 12',
      'halfLife is no parameter of recommender "adaptive"; it takes marginFraction, podMinimum, crashes, shortage, pace, shortagePrice, changePrice, priceHalfLife, ceiling, inPlace, rest, memory',
    ],
    ['priceHalfLife: 12', 'priceHalfLife: must be a time with a unit, such as 30m or 12h'],
    ['memory.peakSpan: 32d', 'memory.peakSpan: must be at most 31d'],
    ['podMinimum.memoryMb: 1e300', 'podMinimum.memoryMb: must be at most 100000000'],
    ['memory.peakMargin: high', 'memory.peakMargin: must be a number'],
    ['memory.peakMargin: 20', 'memory.peakMargin: must be at most 10'],
    ['shortage: fast', 'shortage: must be saving or balanced or careful'],
    ['memory: 3', 'memory: must be a group of parameters'],
  ])('with a fault are told apart by field and remedy: %s', (text, fault) => {
    expect(recommenderNamed('adaptive').faultsOf(readParameters(text))).toEqual([fault]);
  });
});
