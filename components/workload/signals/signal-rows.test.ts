import { describe, expect, it } from 'vitest';
import { formatSignal } from '@/server/words/signals';
import { newestSampleMs, signalRows, signalsSummary } from './signal-rows';

const learned = {
  usual: 2.2e6,
  high: 8e6,
  highest: 1.6e7,
  confidence: 3,
  lowerBound: 1e6,
  target: 5e6,
  upperBound: 1e7,
  samples: 900,
  firstSampleMs: 0,
  lastSampleMs: 1,
};
const disk = { name: 'disk-bytes', label: 'Disk', unit: 'bytes-per-second', finest: 1000 } as const;
const sent = {
  name: 'network-sent',
  label: 'Network, sent',
  unit: 'bytes-per-second',
  finest: 1000,
} as const;
const followed = (own: object, pod: object, isLoadingPast = false) =>
  ({
    kind: 'followed',
    isLoadingPast,
    pod: [{ ...sent, ...pod }],
    containers: [{ name: 'app', signals: [{ ...disk, ...own }] }],
    strain: [],
    heaps: [],
    clusterContainers: 1200,
  }) as const;

describe('the rows of other signals', () => {
  it('say what is usual, high and highest, and what belongs to the pod', () => {
    const rows = signalRows(followed({ learned }, { learned }), 'app');
    expect(rows.map(({ label }) => label)).toEqual(['Disk', 'Network, sent, of the pod']);
    expect(rows[0]?.amounts).toMatchObject({
      usual: '2.2 MB/s',
      high: '8 MB/s',
      highest: '16 MB/s',
      picture: { highShare: 0.5 },
      history: '3 days of history',
    });
    expect(signalsSummary(rows)).toBe('2 of 2 signals are known, from Prometheus.');
  });

  it.each([
    ['has no series', { trouble: { kind: 'no-series' } }, false, 'Prometheus has no series for it'],
    ['was not asked', { trouble: { kind: 'unasked' } }, false, 'not asked yet'],
    ['is loading', {}, true, 'loading its history'],
    ['has series of others', {}, false, 'no samples yet'],
    [
      'did not answer',
      { trouble: { kind: 'failed', message: 'it answers 422' } },
      false,
      'Prometheus did not answer: it answers 422',
    ],
  ])('never show a zero for what is unknown: Prometheus %s', (_, own, isLoading, note) => {
    const [row] = signalRows(followed(own, {}, isLoading), 'app');
    expect(row).toEqual({ name: 'disk-bytes', label: 'Disk', note });
  });

  it('say that part of the history of a signal is unknown', () => {
    const [row] = signalRows(followed({ learned, isPastPartial: true }, {}), 'app');
    expect(row).toMatchObject({ amounts: {}, note: 'part of its history could not be read' });
  });

  it('say what pressure would cost before Prometheus has it', () => {
    const own = { name: 'cpu-pressure', label: 'CPU pressure', trouble: { kind: 'no-series' } };
    const [row] = signalRows(followed(own, {}), 'app');
    expect(row?.note).toMatch(/about 7,200 for the 1,200 containers here$/);
  });

  it('say that only a container with a CPU limit is throttled', () => {
    const [row] = signalRows(followed({ name: 'cpu-throttled', label: 'CPU throttled' }, {}), 'app');
    expect(row?.note).toBe('no samples: only a container with a CPU limit is throttled');
    const nobody = { name: 'cpu-throttled', label: 'CPU throttled', trouble: { kind: 'no-series' } };
    expect(signalRows(followed(nobody, {}), 'app')[0]?.note).toBe(
      'Prometheus has no series for it: only a container with a CPU limit is throttled',
    );
  });

  it('keep what was learned of a signal that is gone, and say so', () => {
    const [row] = signalRows(followed({ learned, trouble: { kind: 'no-series' } }, {}), 'app');
    expect(row?.amounts?.usual).toBe('2.2 MB/s');
    expect(row?.note).toBe('Prometheus has no series for it any more');
  });

  it('draw nothing of what is too low to be told apart', () => {
    const low = { ...learned, usual: 1000, high: 1000, highest: 1000 };
    const [row] = signalRows(followed({ learned: low }, {}), 'app');
    expect(row?.amounts).toMatchObject({ highest: 'under 1 kB/s' });
    expect(row?.amounts).not.toHaveProperty('picture');
  });

  it('say when the newest sample came, if any did', () => {
    expect(newestSampleMs(followed({ learned: { ...learned, lastSampleMs: 7 } }, { learned }), 'app')).toBe(
      7,
    );
    expect(newestSampleMs(followed({}, {}), 'app')).toBeUndefined();
  });

  it('have only those of the pod for a container that is not known', () => {
    expect(signalRows(followed({ learned }, { learned }), 'new').map(({ name }) => name)).toEqual([
      'network-sent',
    ]);
  });
});

describe('an amount of a signal', () => {
  it.each([
    ['count', 1, 1, '0'],
    ['count', 2.1, 1, '2'],
    ['count', 1234.5, 1, '1,234'],
    ['share', 0.001, 0.001, 'under 0.1 %'],
    ['share', 0.123, 0.001, '12.3 %'],
    ['bytes-per-second', 1000, 1000, 'under 1 kB/s'],
    ['bytes-per-second', 1.234e9, 1000, '1.23 GB/s'],
    ['per-second', 34.56, 0.1, '34.6 /s'],
    ['per-second', 0.1, 0.1, 'under 0.1 /s'],
    ['bytes', 240 * 2 ** 20, 1e6, '240 MiB'],
  ] as const)('in %s, %d reads as %s', (unit, value, finest, text) => {
    expect(formatSignal(unit, value, finest)).toBe(text);
  });
});
