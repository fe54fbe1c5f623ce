import { expect, it } from 'vitest';
import { NOW_MS, vpa } from '../../../tests/support/plan-input';
import { compileVpa } from '../../decide/pods/compiled-vpa';
import { NO_LOOP } from '../../decide/running/plan-input';
import { longHeld } from './long-held';

const DAY_MS = 86_400_000;
const held = (misses: number, sinceMs: number, limit = 2) =>
  longHeld(
    { vpa: compileVpa(vpa()), loop: { ...NO_LOOP, misses, firstMissMs: NOW_MS - sinceMs } },
    { nowMs: NOW_MS, limit },
  );

it('calls it a problem when the loop breaker holds a workload for a day', () => {
  expect(held(3, DAY_MS)).toEqual({
    code: 'evictions-held',
    about: 'VerticalPodAutoscaler shop/web',
    message: '3 evicted pods came back without their requests, the first at 2026-07-31T12:00:00Z',
  });
  expect(held(3, DAY_MS - 1)).toBeUndefined();
  expect(held(1, 2 * DAY_MS)).toBeUndefined();
  expect(held(3, DAY_MS, 0)).toBeUndefined();
});
