import { describe, expect, it } from 'vitest';
import type { ContainerDetail } from '@/server/contract/recommendations';
import { risksOf } from './approval-risk';

const MIB = 2 ** 20;

const seen = (cpu: number, memory: number) =>
  [
    {
      name: 'app',
      histograms: [
        { resource: 'cpu', buckets: [{ start: 0, end: cpu, weight: 1 }] },
        { resource: 'memory', buckets: [{ start: 0, end: memory, weight: 1 }] },
      ],
    },
  ] as unknown as ContainerDetail[];

const change = (from: object, to: object, limits: object = {}) => [{ container: 'app', from, to, limits }];

describe('the risk of a change', () => {
  it('is high where more was used than the new limits', () => {
    const changes = change({ memory: 900 * MIB }, { memory: 250 * MIB }, { cpu: 500, memory: 300 * MIB });
    expect(risksOf(changes, seen(800, 400 * MIB))).toEqual([
      {
        words: 'app: used up to 800m of CPU, above its new limit of 500m: it can be throttled.',
        isHigh: true,
      },
      {
        words: 'app: used up to 400 MiB of memory, above its new limit of 300 MiB: it can be killed.',
        isHigh: true,
      },
    ]);
  });

  it('is told where more memory was used than the node keeps free then', () => {
    const changes = change({ memory: 900 * MIB }, { memory: 250 * MIB }, { memory: 800 * MIB });
    expect(risksOf(changes, seen(10, 400 * MIB))).toEqual([
      {
        words:
          'app: used up to 400 MiB of memory, above its new request of 250 MiB: the node keeps less free than that.',
        isHigh: false,
      },
    ]);
  });

  it.each([
    ['use fits', change({ memory: 900 * MIB }, { memory: 500 * MIB })],
    ['more is requested than before', change({ memory: 100 * MIB }, { memory: 300 * MIB })],
    ['nothing is known of the container', [{ ...change({}, { memory: MIB })[0], container: 'other' }]],
  ])('is none where %s', (_, changes) => {
    expect(risksOf(changes as Parameters<typeof risksOf>[0], seen(10, 400 * MIB))).toEqual([]);
  });
});
