import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PastContainer, PastProgress, PastSource, UsageSample } from './source';
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

const keyOf = ({ namespace, pod, container }: PastContainer | UsageSample) =>
  `${namespace}/${pod}/${container}`;

describe.each(SOURCES)('the past from %s', (_, open) => {
  const span = { fromMs: START_MS, toMs: START_MS + 60 * MINUTE_MS };

  it('lists its containers with labels, and only those have samples', async () => {
    const containers = await all(open().containers(span));
    expect(containers).toHaveLength(2);
    for (const { labels } of containers) expect(Object.keys(labels)).not.toEqual([]);
    const sampled = new Set((await all(open().samples(span))).map(keyOf));
    expect([...sampled].sort()).toEqual(containers.map(keyOf).sort());
  });

  it('yields the samples from the start of a span up to its end, in order for each container', async () => {
    const part = { fromMs: START_MS + 10 * MINUTE_MS, toMs: START_MS + 20 * MINUTE_MS };
    const samples = await all(open().samples(part));
    expect(samples).toHaveLength(20);
    const [first] = new Set(samples.map(keyOf));
    const times = samples.filter((one) => keyOf(one) === first).map(({ atMs }) => atMs);
    expect(times).toEqual(Array.from({ length: 10 }, (_value, minute) => part.fromMs + minute * MINUTE_MS));
    expect(samples[0]?.cpuMillicores).toBeCloseTo(200, 3);
  });

  it('reports its progress up to the end', async () => {
    const told: PastProgress[] = [];
    await all(open().samples(span, { progress: (progress) => told.push(progress) }));
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)?.done).toBe(told.at(-1)?.total);
  });

  it('stops in the middle when told to', async () => {
    const stopping = new AbortController();
    const taken: UsageSample[] = [];
    const reading = async () => {
      for await (const sample of open().samples(span, { stopping: stopping.signal })) {
        taken.push(sample);
        if (taken.length === 5) stopping.abort(new Error('enough'));
      }
    };
    await expect(reading()).rejects.toThrow('enough');
    expect(taken).toHaveLength(5);
  });
});
