import { describe, expect, it } from 'vitest';
import { NOW_MS, vpa } from '../../../tests/support/plan-input';
import { type CompiledVpa, compileVpa } from '../../decide/pods/compiled-vpa';
import { TargetPeaks } from './highest-targets';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const wants = (cpu: string): CompiledVpa => compileVpa(vpa({ target: { cpu, memory: '100Mi' } }));

/** The highest CPU of `app` after the VPA had these targets, at these hours. */
function highestAfter(steps: readonly (readonly [atHour: number, cpu: string])[], atHour: number) {
  const peaks = new TargetPeaks(DAY_MS);
  for (const [hour, cpu] of steps) peaks.observe('shop/web', wants(cpu), NOW_MS + hour * HOUR_MS);
  const last = wants(steps.at(-1)?.[1] ?? '1');
  return peaks.observe('shop/web', last, NOW_MS + atHour * HOUR_MS);
}

describe('the highest target', () => {
  it.each<[string, [number, string][], number, number]>([
    ['is the present one at first', [[0, '200m']], 0, 200],
    [
      'is a former one that was higher',
      [
        [0, '200m'],
        [5, '100m'],
      ],
      6,
      200,
    ],
    [
      'counts from when a target was left, not from when it began',
      [
        [0, '200m'],
        [20, '100m'],
      ],
      43,
      200,
    ],
    [
      'is forgotten a day after it was left',
      [
        [0, '200m'],
        [20, '100m'],
      ],
      44,
      100,
    ],
    [
      'is the highest of those that are left',
      [
        [0, '300m'],
        [5, '100m'],
        [10, '200m'],
        [15, '150m'],
      ],
      30,
      200,
    ],
    [
      'is forgotten once a higher one came',
      [
        [0, '100m'],
        [5, '200m'],
      ],
      28,
      200,
    ],
    ['stays while it is in force', [[0, '200m']], 90, 200],
  ])('%s', (_name, steps, atHour, cpu) => {
    expect(highestAfter(steps, atHour)?.amounts.get('app')?.cpu).toBe(cpu);
  });

  it('is the same object while nothing changes, and known since the VPA was first seen', () => {
    const peaks = new TargetPeaks(DAY_MS);
    const first = peaks.observe('shop/web', wants('200m'), NOW_MS);
    const lower = peaks.observe('shop/web', wants('100m'), NOW_MS + HOUR_MS);
    expect(lower).toBe(first);
    expect(first?.sinceMs).toBe(NOW_MS);
    expect(peaks.observe('shop/web', wants('100m'), NOW_MS + 30 * HOUR_MS)).not.toBe(first);
  });

  it('starts over with another VPA of the same name, and after it was gone', () => {
    const peaks = new TargetPeaks(DAY_MS);
    peaks.observe('shop/web', wants('200m'), NOW_MS);
    const object = vpa({ target: { cpu: '100m', memory: '100Mi' } });
    object.metadata.uid = 'another';
    expect(peaks.observe('shop/web', compileVpa(object), NOW_MS + 1)).toMatchObject({ sinceMs: NOW_MS + 1 });
    peaks.keepOnlyVpas(new Set());
    expect(peaks.observe('shop/web', wants('50m'), NOW_MS + 2)).toMatchObject({ sinceMs: NOW_MS + 2 });
  });

  it('is not asked for without a window or a recommendation', () => {
    expect(new TargetPeaks(0).observe('shop/web', wants('200m'), NOW_MS)).toBeUndefined();
    const object = vpa();
    object.status = {};
    expect(new TargetPeaks(DAY_MS).observe('shop/web', compileVpa(object), NOW_MS)).toBeUndefined();
  });
});
