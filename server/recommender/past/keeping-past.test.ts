import { describe, expect, it } from 'vitest';
import type { SeriesKey, SeriesPoint } from '@/server/store';
import type { PastContainer, PastOptions, PastSeries, PastSource } from '@/server/usage/source';
import { keepingPast } from './keeping-past';

const HOUR_MS = 3_600_000;
const T0 = Date.UTC(2026, 7, 1);
const SPAN = { fromMs: T0, toMs: T0 + 3 * HOUR_MS };

const containerOf = (namespace: string, pod: string): PastContainer => ({
  namespace,
  pod,
  container: 'app',
  labels: { app: 'web' },
});

/** Two pods of one workload, then one nobody recommends for. */
const source: PastSource = {
  name: 'told',
  containers: () => {
    throw new Error('asked for containers');
  },
  samples: async function* (_, options: PastOptions = {}): AsyncGenerator<PastSeries> {
    const times = [T0, T0 + HOUR_MS, T0 + 2 * HOUR_MS];
    yield { container: containerOf('shop', 'web-1'), timesMs: times, cpuMillicores: [100, 200, Number.NaN] };
    yield {
      container: containerOf('shop', 'web-2'),
      timesMs: times,
      cpuMillicores: [300, Number.NaN, Number.NaN],
    };
    yield { container: containerOf('shop', 'web-2'), timesMs: times, memoryBytes: [1, 2, Number.NaN] };
    options.ended?.('shop');
    yield { container: containerOf('other', 'lone'), timesMs: times, cpuMillicores: [1, 1, 1] };
    options.ended?.('other');
  },
};

describe('a past that is kept', () => {
  it('passes every sample on, and keeps mean and maximum over the pods of a workload once its namespace ended', async () => {
    const kept: { key: SeriesKey; points: readonly SeriesPoint[]; stepMs: number }[] = [];
    const ended: string[] = [];
    const keeping = keepingPast(source, {
      vpasOf: (namespace) => (namespace === 'shop' ? [{ name: 'web' }] : []),
      keeper: { addFormer: (key, points, stepMs) => kept.push({ key, points, stepMs }) },
      stepMs: HOUR_MS,
    });
    const passed: string[] = [];
    for await (const { container } of keeping.samples(SPAN, { ended: (namespace) => ended.push(namespace) }))
      passed.push(container.pod);
    expect(passed).toEqual(['web-1', 'web-2', 'web-2', 'lone']);
    expect(ended).toEqual(['shop', 'other']);
    expect(kept).toEqual([
      {
        key: { namespace: 'shop', vpa: 'web', container: 'app' },
        stepMs: HOUR_MS,
        points: [
          { atMs: T0, cpu: { usageMean: 200, usageMax: 300 }, memory: { usageMean: 1, usageMax: 1 } },
          {
            atMs: T0 + HOUR_MS,
            cpu: { usageMean: 200, usageMax: 200 },
            memory: { usageMean: 2, usageMax: 2 },
          },
        ],
      },
    ]);
  });
});
