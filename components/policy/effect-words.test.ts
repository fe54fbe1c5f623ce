import { describe, expect, it } from 'vitest';
import type { EffectView } from '@/server/contract/operations';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import { effectLines, firstPodLines } from './effect-words';

const EFFECT: EffectView = {
  before: { updateMode: 'Recreate', evict: 1, resize: 0, wait: 2, leave: 0 },
  after: { updateMode: 'Off', evict: 0, resize: 0, wait: 0, leave: 3 },
  containers: [
    { container: 'web', before: { cpu: 300, memory: 2 ** 28 }, after: { cpu: 250, memory: 2 ** 28 } },
  ],
  statements: [],
  warnings: [],
  errors: [],
};

describe('the effect of an edit', () => {
  it('shows only what differs', () => {
    expect(effectLines(EFFECT)).toEqual([
      { label: 'Pods to evict', before: '1', after: '0' },
      { label: 'Pods that wait', before: '2', after: '0' },
      { label: 'Pods left alone', before: '0', after: '3' },
      { label: 'web CPU', before: '300m', after: '250m' },
    ]);
  });

  it('shows what of the first pod would differ, limits beside requests', () => {
    const first = {
      pod: 'web-0',
      containers: [
        {
          container: 'web',
          requests: {
            from: { cpu: cpuMillicores(2000), memory: memoryBytes(2 ** 30) },
            to: { cpu: cpuMillicores(763) },
          },
          limits: {
            from: { cpu: cpuMillicores(2000) },
            to: { cpu: cpuMillicores(763), memory: memoryBytes(2 ** 31) },
          },
        },
      ],
    };
    expect(firstPodLines({ ...EFFECT, first })).toEqual([
      { label: 'web CPU request', before: '2 cores', after: '763m' },
      { label: 'web CPU limit', before: '2 cores', after: '763m' },
      { label: 'web memory limit', before: 'not set', after: '2 GiB' },
    ]);
    expect(firstPodLines(EFFECT)).toEqual([]);
  });

  it('says when a resource is no longer recommended', () => {
    const lines = effectLines({
      ...EFFECT,
      containers: [{ container: 'web', before: { cpu: 300 }, after: {} }],
    });
    expect(lines.at(-1)).toEqual({ label: 'web CPU', before: '300m', after: 'none' });
  });
});
