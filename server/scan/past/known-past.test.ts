import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PastSeries } from '../../usage/source';
import { readKnownPast, writeKnownPast } from './cache-file';
import { KnownPast } from './known-past';

const STEP_MS = 60_000;
const MOST_STEPS = 100;
const ALL = { fromMs: 0, toMs: 1e15 };
const container = { namespace: 'shop', pod: 'web-1', container: 'app', labels: { app: 'web' } };
const at = (...steps: number[]) => steps.map((step) => step * STEP_MS);

async function samplesOf(past: KnownPast, span = ALL): Promise<PastSeries[]> {
  const found: PastSeries[] = [];
  for await (const { container, timesMs, cpuMillicores, memoryBytes } of past
    .source(past.all())
    .samples(span))
    found.push({
      container,
      timesMs: Array.from(timesMs),
      ...(cpuMillicores && { cpuMillicores: Array.from(cpuMillicores) }),
      ...(memoryBytes && { memoryBytes: Array.from(memoryBytes) }),
    });
  return found;
}

function filled(): KnownPast {
  const past = new KnownPast(STEP_MS, MOST_STEPS);
  past.take({ container, timesMs: at(10, 12), cpuMillicores: [5, 7] });
  past.take({ container, timesMs: at(12, 40), cpuMillicores: [7, 9] });
  past.take({ container, timesMs: at(11), memoryBytes: [2 ** 40 + 1] });
  past.untilMs = 41 * STEP_MS;
  return past;
}

describe('what is known of the past', () => {
  it('is what was taken, once each and in order of time', async () => {
    expect(await samplesOf(filled())).toEqual([
      { container, timesMs: at(10, 12, 40), cpuMillicores: [5, 7, 9] },
      { container, timesMs: at(11), memoryBytes: [2 ** 40 + 1] },
    ]);
  });

  it('is the same of series with the same times, of one with another beginning, and of one with a gap', async () => {
    const past = new KnownPast(STEP_MS, MOST_STEPS);
    const steps = [at(10, 11, 12), at(10, 11, 12), at(11, 12, 13), at(10, 12), at(10, 11)];
    for (const [index, timesMs] of steps.entries())
      past.take({
        container: { ...container, pod: `web-${index}` },
        timesMs,
        cpuMillicores: timesMs.map((_, step) => 10 * index + step),
      });
    const within = { fromMs: 10 * STEP_MS, toMs: 13 * STEP_MS };
    for (const span of [ALL, within]) {
      const expected = steps.map((timesMs, index) =>
        timesMs.map((ms, step) => [ms, 10 * index + step]).filter(([ms = 0]) => ms < span.toMs),
      );
      const found = await samplesOf(past, span);
      expect(
        found.map(({ timesMs, cpuMillicores }) =>
          Array.from(timesMs, (ms, step) => [ms, cpuMillicores?.[step]]),
        ),
      ).toEqual(expected);
    }
  });

  it('is cut to a time span, whose end does not count', async () => {
    const [cpu, ...others] = await samplesOf(filled(), { fromMs: 12 * STEP_MS, toMs: 40 * STEP_MS });
    expect(cpu).toEqual({ container, timesMs: at(12), cpuMillicores: [7] });
    expect(others).toEqual([]);
  });

  it('holds nothing of the far future', async () => {
    const past = filled();
    past.take({ container, timesMs: [8.64e15, ...at(110), ...at(41)], cpuMillicores: [1, 2, 3] });
    const [cpu] = await samplesOf(past);
    expect(cpu?.timesMs).toEqual(at(10, 12, 40, 41));
  });

  it('forgets what is too old, of series that go on too', async () => {
    const past = filled();
    past.forgetBefore(12 * STEP_MS);
    expect(await samplesOf(past)).toEqual([{ container, timesMs: at(12, 40), cpuMillicores: [7, 9] }]);
    past.forgetBefore(41 * STEP_MS);
    expect(past.size).toBe(0);
    expect(past.matching('shop', [])).toEqual([]);
  });
});

describe('the file that keeps it', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-scan-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives it back', async () => {
    await writeKnownPast(folder, 'east', filled());
    const read = await readKnownPast(folder, 'east', MOST_STEPS);
    expect(read?.untilMs).toBe(41 * STEP_MS);
    expect(await samplesOf(read ?? new KnownPast(1, 1))).toEqual(await samplesOf(filled()));
  });

  it('is nobody else’s', async () => {
    await writeKnownPast(folder, 'east', filled());
    expect(await readKnownPast(folder, 'west', MOST_STEPS)).toBeUndefined();
    expect(await readKnownPast(path.join(folder, 'none'), 'east', MOST_STEPS)).toBeUndefined();
  });

  it('does not count if it is broken', async () => {
    const file = await writeKnownPast(folder, 'east', filled());
    writeFileSync(file, readFileSync(file).subarray(0, 60));
    expect(await readKnownPast(folder, 'east', MOST_STEPS)).toBeUndefined();
    writeFileSync(file, 'something else');
    expect(await readKnownPast(folder, 'east', MOST_STEPS)).toBeUndefined();
  });
});
