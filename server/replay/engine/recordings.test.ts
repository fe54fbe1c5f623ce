import { describe, expect, it } from 'vitest';
import type { PastSeries, PastSource } from '../../usage/source';
import { recordingsOf } from './recordings';
import { RecordingError } from './usage-grid';

const START_MS = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const SPAN = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };

function sourceOf(...parts: PastSeries[]): PastSource {
  return {
    name: 'test',
    async *containers() {},
    async *samples() {
      yield* parts;
    },
  };
}

function container(pod: string, name = 'app') {
  return { namespace: 'shop', pod, container: name, labels: {} };
}

const minutes = (...at: number[]) => at.map((minute) => START_MS + minute * MINUTE_MS);

describe('recordings of a past source', () => {
  it('lie on a grid of minutes: CPU averaged, memory at its peak, NaN in gaps', async () => {
    const [recording] = await recordingsOf(
      sourceOf({
        container: container('a'),
        timesMs: minutes(0, 0.5, 1, 3, 4),
        cpuMillicores: [100, 300, 50, 70, 80],
        memoryBytes: [5, 3, 4, Number.NaN, 6],
      }),
      SPAN,
    );
    expect(recording).toMatchObject({ name: 'a', startMs: START_MS, stepMs: MINUTE_MS, steps: 5 });
    const usage = recording?.containers.get('app');
    expect([...Array.from(usage?.cpuMillicores ?? [])]).toEqual([200, 50, Number.NaN, 70, 80]);
    expect([...Array.from(usage?.memoryBytes ?? [])]).toEqual([5, 4, Number.NaN, Number.NaN, 6]);
  });

  it('join the parts of a container, and the containers of a pod', async () => {
    const own = container('a');
    const recordings = await recordingsOf(
      sourceOf(
        { container: own, timesMs: minutes(0, 1), cpuMillicores: [1, 2] },
        { container: container('b'), timesMs: minutes(5, 6), cpuMillicores: [9, 9] },
        { container: own, timesMs: minutes(2), cpuMillicores: [3] },
        { container: container('a', 'proxy'), timesMs: minutes(1, 2, 3), cpuMillicores: [7, 7, 7] },
      ),
      SPAN,
    );
    expect(recordings.map(({ name, steps }) => [name, steps])).toEqual([
      ['a', 4],
      ['b', 2],
    ]);
    expect([...(recordings[0]?.containers.keys() ?? [])]).toEqual(['app', 'proxy']);
    expect(recordings[0]?.containers.get('app')?.memoryBytes).toBeUndefined();
  });

  it('have longer steps where samples are further apart', async () => {
    const times = minutes(0, 5, 10, 15);
    const [recording] = await recordingsOf(
      sourceOf({ container: container('a'), timesMs: times, cpuMillicores: [1, 2, 3, 4] }),
      SPAN,
    );
    expect(recording).toMatchObject({ stepMs: 5 * MINUTE_MS, steps: 4 });
  });

  it('let an hourly sample of an older past stand for its hour, and none for a gap', async () => {
    const recent = Array.from({ length: 40 }, (_, index) => 120 + 5 * index);
    const afterGap = [600, 605];
    const times = minutes(0, 60, ...recent, ...afterGap);
    const [recording] = await recordingsOf(
      sourceOf({ container: container('a'), timesMs: times, cpuMillicores: times.map((_, index) => index) }),
      SPAN,
    );
    expect(recording?.stepMs).toBe(5 * MINUTE_MS);
    const cpu = Array.from(recording?.containers.get('app')?.cpuMillicores ?? []);
    expect(cpu.slice(0, 26)).toEqual([...Array(12).fill(0), ...Array(12).fill(1), 2, 3]);
    expect(cpu.slice(63)).toEqual([41, ...Array(56).fill(Number.NaN), 42, 43]);
  });

  it('are refused with a time that cannot be right', async () => {
    const broken = {
      container: container('a'),
      timesMs: [0, 60_000, 120_000, START_MS],
      cpuMillicores: [1, 1, 1, 1],
    };
    const reading = recordingsOf(sourceOf(broken), SPAN);
    await expect(reading).rejects.toThrow(RecordingError);
    await expect(reading).rejects.toThrow(/shop\/a spans \d+ days/);
  });

  it('leave out containers without a sample', async () => {
    expect(await recordingsOf(sourceOf({ container: container('a'), timesMs: [] }), SPAN)).toEqual([]);
  });
});
