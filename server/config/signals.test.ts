import { describe, expect, it } from 'vitest';
import { ConfigError } from '../lib/report/errors';
import { OTHER_SIGNALS } from '../model/other-signals';
import { readConfig } from './index';
import { signalsFrom, unknownLeftOut } from './signals';

const QUERY = 'max by ($by) (gpu_memory_bytes{$matchers})';
const GPU = { name: 'gpu-memory', label: 'GPU memory', unit: 'bytes', query: QUERY };
const signalsOf = (value: unknown, leftOut = '') =>
  signalsFrom(readConfig({ PLUMBLINE_SIGNALS: JSON.stringify(value), PLUMBLINE_SIGNALS_LEFT_OUT: leftOut }));

describe('the signals of the settings', () => {
  it('are twenty besides CPU and memory, each with a name, a label and a query of its own', () => {
    const signals = signalsFrom(readConfig({}));
    expect(signals).toEqual(OTHER_SIGNALS);
    expect(signals).toHaveLength(20);
    for (const key of ['name', 'label', 'query'] as const)
      expect(new Set(signals.map((signal) => signal[key])).size).toBe(20);
    for (const { query } of signals) expect(query).toMatch(/\$by.*\{\$matchers/);
  });

  it('can be added, with the buckets and half-life of their own', () => {
    const [added] = signalsOf([{ ...GPU, of: 'pod', halfLife: '6h', first: 1e7, most: 1e11 }]).slice(-1);
    expect(added).toMatchObject({ name: 'gpu-memory', of: 'pod', halfLifeMs: 21_600_000 });
    expect(added?.buckets.maxValue).toBe(1e11);
    expect(signalsOf([GPU])).toHaveLength(21);
  });

  it('replace the query of a built-in one and keep the rest of it', () => {
    const query = 'max by ($by) (my_storage_bytes{$matchers})';
    const signals = signalsOf([{ name: 'ephemeral-storage', query }]);
    expect(signals).toHaveLength(20);
    expect(signals.find(({ name }) => name === 'ephemeral-storage')).toMatchObject({
      label: 'Ephemeral storage',
      unit: 'bytes',
      query,
    });
  });

  it('can be left out by name, or all', () => {
    expect(signalsOf([GPU], 'threads, gpu-memory').map(({ name }) => name)).not.toContain('threads');
    expect(signalsOf([GPU], 'threads, gpu-memory')).toHaveLength(19);
    expect(signalsOf([GPU], 'all')).toEqual([]);
  });

  it('are left out by names that there are, of built-in signals and of others', () => {
    const unknown = (value: unknown, leftOut: string) =>
      unknownLeftOut(
        readConfig({ PLUMBLINE_SIGNALS: JSON.stringify(value), PLUMBLINE_SIGNALS_LEFT_OUT: leftOut }),
      );
    expect(unknown([GPU], 'threads,gpu-memory,all')).toEqual([]);
    expect(unknown([], 'thread,gpu-memory')).toEqual(['thread', 'gpu-memory']);
  });

  it.each<[string, unknown, RegExp]>([
    ['text that is no JSON', undefined, /must be a JSON list such as \[\{"name"/],
    ['an object', {}, /must be a JSON list/],
    ['a number in the list', [7], /entry 1: /],
    ['nothing in an entry', [{}], /entry 1, name: must be a name such as gpu-memory/],
    ['capital letters', [{ ...GPU, name: 'GPU' }], /entry 1, name: must be small letters/],
    [
      'the name of CPU',
      [{ ...GPU, name: 'cpu' }],
      /entry 1, name: is learned already; PLUMBLINE_PROMETHEUS_CPU_QUERY/,
    ],
    ['no query', [GPU, { name: 'x', unit: 'count' }], /entry 2, query: is missing/],
    ['no unit', [{ name: 'x', query: QUERY }], /entry 1, unit: is missing/],
    [
      'a unit of its own',
      [{ ...GPU, unit: 'furlongs' }],
      /entry 1, unit: must be one of bytes, bytes-per-second/,
    ],
    [
      'a query without $matchers',
      [{ ...GPU, query: 'max by ($by) (x)' }],
      /entry 1, query: .*followed by \{\$matchers\}/,
    ],
    ['a query without $by', [{ ...GPU, query: 'x{$matchers}' }], /entry 1, query: must group by \(\$by\)/],
    ['a query that is a number', [{ ...GPU, query: 5 }], /entry 1, query: must be PromQL/],
    ['a half-life without a unit', [{ ...GPU, halfLife: '5' }], /entry 1, halfLife: must be a duration/],
    [
      'buckets that end before they begin',
      [{ ...GPU, first: 5, most: 1 }],
      /entry 1, first: must be below most/,
    ],
    ['buckets without end', [{ ...GPU, first: 1e-300, most: 1e300 }], /entry 1, first: is too fine/],
    ['a negative bucket', [{ ...GPU, first: -1 }], /entry 1, first: must be above 0/],
    [
      'storage in other units',
      [{ name: 'ephemeral-storage', unit: 'share' }],
      /entry 1, unit: must stay bytes of a container/,
    ],
    ['storage of a pod', [{ name: 'ephemeral-storage', of: 'pod' }], /entry 1, of: must stay bytes/],
    ['a field that there is not', [{ ...GPU, colour: 'red' }], /entry 1: .*colour/],
    ['the same name twice', [GPU, GPU], /entry 2, name: gpu-memory is there twice/],
    ['too many', Array.from({ length: 21 }, (_, index) => ({ ...GPU, name: `x${index}` })), /at most 20/],
  ])('refuse %s, naming entry, field and remedy', (_, value, message) => {
    const text = value === undefined ? '{"a"' : JSON.stringify(value);
    const read = () => readConfig({ PLUMBLINE_SIGNALS: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).toThrow(/PLUMBLINE_SIGNALS=/);
  });

  it.each(['__proto__', 'constructor'])('take no name such as %s from an object', (name) => {
    expect(() => signalsOf([JSON.parse(`{"name":"x","${name}":{"query":"y"}}`)])).toThrow(ConfigError);
  });
});
