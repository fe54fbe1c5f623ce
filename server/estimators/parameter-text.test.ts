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
    ['crashes.oom: true\nclass: batch', { crashes: { oom: true }, class: 'batch' }],
    ['halfLives: [3h, 24h]\nmargins: [0, 0.1]', { halfLivesMs: [10_800_000, 86_400_000], margins: [0, 0.1] }],
    ['class: "batch"', { class: 'batch' }],
    ['class: batch # nights\nhalfLives: [3h] # short', { class: 'batch', halfLivesMs: [10_800_000] }],
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
    expect(recommenderNamed('ensemble').faultsOf(readParameters(text))).not.toEqual([]);
  });

  it.each(['__proto__.polluted: 1', '{"__proto__": {"polluted": 1}}', 'constructor.prototype.polluted: 1'])(
    'never reach the prototype of other objects: %s',
    (text) => {
      expect(recommenderNamed('window').faultsOf(readParameters(text))).not.toEqual([]);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    },
  );

  it.each([
    ['podMinimum.cpuMillicores: 25m', 'podMinimum.cpuMillicores: must have no unit of time'],
    [
      'cpu.targt: 0.9',
      'cpu.targt is no parameter of recommender "window"; it takes target, lowerBound, halfLife, peakSpan',
    ],
    [
      'halfLife: 12',
      'halfLife is no parameter of recommender "window"; it takes marginFraction, podMinimum, crashes, class, hold, cpu, memory',
    ],
    ['cpu.halfLife: 12', 'cpu.halfLife: must be a time with a unit, such as 30m or 12h'],
    ['hold: 72h', 'hold: must be at most 24h'],
    ['podMinimum.memoryMb: 1e300', 'podMinimum.memoryMb: must be at most 100000000'],
    ['cpu.target: high', 'cpu.target: must be a number'],
    ['cpu.target: 2', 'cpu.target: must be at most 1'],
    ['class: fast', 'class: must be serving or batch'],
    ['cpu: 3', 'cpu: must be a group of parameters'],
  ])('with a fault are told apart by field and remedy: %s', (text, fault) => {
    expect(recommenderNamed('window').faultsOf(readParameters(text))).toEqual([fault]);
  });
});
