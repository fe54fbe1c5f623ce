import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PastContainer, PastProgress, PastSeries, PastSource } from './source';
import { PAST_SOURCES } from './sources';

const START_MS = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
afterAll(() => rmSync(folder, { recursive: true }));

for (const name of ['a', 'b']) {
  const rows = Array.from(
    { length: 60 },
    (_, minute) => `${START_MS / 1000 + minute * 60},${0.1 + minute / 100}`,
  );
  writeFileSync(path.join(folder, `${name}.csv`), ['ts,value', ...rows, ''].join('\n'));
}

/** Each source has an hour of two containers, a sample a minute. */
const SOURCES: [string, () => PastSource][] = [['csv-traces', () => PAST_SOURCES['csv-traces'](folder)]];

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

const keyOf = ({ namespace, pod, container }: PastContainer) => `${namespace}/${pod}/${container}`;

function timesOf(parts: PastSeries[], signal: 'cpuMillicores' | 'memoryBytes'): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const { container, timesMs, [signal]: values } of parts) {
    if (!values) continue;
    expect(values).toHaveLength(timesMs.length);
    times.set(keyOf(container), [...(times.get(keyOf(container)) ?? []), ...Array.from(timesMs)]);
  }
  return times;
}

describe.each(SOURCES)('the past from %s', (_, open) => {
  const span = { fromMs: START_MS, toMs: START_MS + 60 * MINUTE_MS };

  it('lists its containers with labels, and only those have samples', async () => {
    const containers = await all(open().containers(span));
    expect(containers).toHaveLength(2);
    for (const { labels } of containers) expect(Object.keys(labels)).not.toEqual([]);
    const parts = await all(open().samples(span));
    const sampled = new Map(parts.map(({ container }) => [keyOf(container), container.labels]));
    expect([...sampled].sort()).toEqual(containers.map((one) => [keyOf(one), one.labels]).sort());
    expect(new Set(parts.map(({ container }) => container)).size).toBe(2);
  });

  it('yields the samples from the start of a span up to its end, in order for each container', async () => {
    const part = { fromMs: START_MS + 10 * MINUTE_MS, toMs: START_MS + 20 * MINUTE_MS };
    const parts = await all(open().samples(part));
    const expected = Array.from({ length: 10 }, (_value, minute) => part.fromMs + minute * MINUTE_MS);
    for (const signal of ['cpuMillicores', 'memoryBytes'] as const)
      for (const times of timesOf(parts, signal).values()) expect(times).toEqual(expected);
    expect(timesOf(parts, 'cpuMillicores').size).toBe(2);
    const first = parts.find(({ cpuMillicores }) => cpuMillicores);
    expect(first?.cpuMillicores?.[0]).toBeCloseTo(200, 3);
  });

  it('yields nothing for a time without samples', async () => {
    const before = { fromMs: START_MS - 60 * MINUTE_MS, toMs: START_MS };
    expect(
      timesOf(await all(open().samples(before)), 'cpuMillicores')
        .values()
        .next().value ?? [],
    ).toEqual([]);
  });

  it('reports its progress up to the end, and each namespace that is complete', async () => {
    const told: PastProgress[] = [];
    const ended: string[] = [];
    const namespaces = new Set((await all(open().containers(span))).map(({ namespace }) => namespace));
    await all(
      open().samples(span, {
        progress: (progress) => told.push(progress),
        ended: (namespace) => ended.push(namespace),
      }),
    );
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)?.done).toBe(told.at(-1)?.total);
    expect(ended.sort()).toEqual([...namespaces].sort());
  });

  it('yields only the namespaces it is asked for', async () => {
    const options = { namespaces: ['elsewhere'] };
    expect(await all(open().containers(span, options))).toEqual([]);
    expect(await all(open().samples(span, options))).toEqual([]);
  });

  it('stops in the middle when told to', async () => {
    const stopping = new AbortController();
    const taken: PastSeries[] = [];
    const reading = async () => {
      for await (const part of open().samples(span, { stopping: stopping.signal })) {
        taken.push(part);
        stopping.abort(new Error('enough'));
      }
    };
    await expect(reading()).rejects.toThrow('enough');
    expect(taken).toHaveLength(1);
  });
});
