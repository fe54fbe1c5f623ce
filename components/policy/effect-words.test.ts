import { describe, expect, it } from 'vitest';
import type { EffectView } from '@/server/contract/operations';
import { effectLines } from './effect-words';

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

  it('says when a resource is no longer recommended', () => {
    const lines = effectLines({
      ...EFFECT,
      containers: [{ container: 'web', before: { cpu: 300 }, after: {} }],
    });
    expect(lines.at(-1)).toEqual({ label: 'web CPU', before: '300m', after: 'none' });
  });
});
