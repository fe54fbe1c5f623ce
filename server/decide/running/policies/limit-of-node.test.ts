import { describe, expect, it } from 'vitest';
import { planned, pod, vpa, workload } from '@/tests/support/plan-input';

const GIB = 2 ** 30;

/** It requests a quarter of its limit, and its target is `memory`. */
function limitFor(memory: string, largestGib: number | undefined, limit = '1Gi') {
  const object = vpa({
    target: { cpu: '100m', memory },
    lowerBound: { cpu: '50m', memory },
    updatePolicy: { updateMode: 'InPlaceOrRecreate' },
  });
  const stated = { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: limit } };
  const nodes = largestGib === undefined ? undefined : [{ cpu: 8000, memory: largestGib * GIB }];
  const plan = planned(workload([pod('a', stated), pod('b', stated)], object, { largestNodes: nodes }))[0];
  return plan?.changes[0]?.limits.memory;
}

describe('a limit', () => {
  it('keeps its proportion to the request', () => {
    expect(limitFor('1Gi', 32)).toBe(4 * GIB);
    expect(limitFor('16Gi', undefined)).toBe(64 * GIB);
  });

  it('is not raised above what the largest node can give', () => {
    expect(limitFor('16Gi', 32)).toBe(32 * GIB);
    expect(limitFor('512Mi', 1)).toBeUndefined();
  });

  it('is not cut where it is stated so', () => {
    expect(limitFor('512Mi', 1, '1536Mi')).toBeUndefined();
  });
});
