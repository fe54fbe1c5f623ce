import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareResizes, judgeResize } from '@/sandbox/kubelet/resize';

const request = fc.record({ cpu: fc.nat(8000), memory: fc.nat(1e9) });
const candidate = fc.record({
  raisesRequests: fc.boolean(),
  priority: fc.integer({ min: -5, max: 5 }),
  qosClass: fc.constantFrom('Guaranteed', 'Burstable', 'BestEffort'),
  sinceMs: fc.nat(1000),
});

describe('the verdict on a resize', () => {
  it('never grants a raise that would overfill the node', () => {
    fc.assert(
      fc.property(request, request, request, request, (desired, allocated, others, allocatable) => {
        if (judgeResize(desired, allocated, others, allocatable).kind !== 'fits') return;
        for (const resource of ['cpu', 'memory'] as const) {
          const raised = desired[resource] > allocated[resource];
          expect(!raised || desired[resource] + others[resource] <= allocatable[resource]).toBe(true);
        }
      }),
    );
  });

  it('always grants a resize that raises nothing', () => {
    fc.assert(
      fc.property(request, request, request, (allocated, others, allocatable) => {
        const lower = { cpu: allocated.cpu >> 1, memory: allocated.memory };
        expect(judgeResize(lower, allocated, others, allocatable)).toEqual({ kind: 'fits' });
      }),
    );
  });

  it('is infeasible exactly if the empty node could not fit it', () => {
    fc.assert(
      fc.property(request, request, request, (desired, others, allocatable) => {
        const verdict = judgeResize(desired, { cpu: 0, memory: 0 }, others, allocatable);
        const tooLarge = desired.cpu > allocatable.cpu || desired.memory > allocatable.memory;
        expect(verdict.kind === 'waits' && verdict.reason === 'Infeasible').toBe(tooLarge);
      }),
    );
  });

  it('orders candidates consistently', () => {
    fc.assert(
      fc.property(candidate, candidate, candidate, (a, b, c) => {
        expect(Math.sign(compareResizes(a, b))).toBe(-Math.sign(compareResizes(b, a)) + 0);
        if (compareResizes(a, b) <= 0 && compareResizes(b, c) <= 0) {
          expect(compareResizes(a, c)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  it('prefers what raises nothing, then priority, then QoS class, then the longest wait', () => {
    const base = { raisesRequests: true, priority: 0, qosClass: 'Burstable', sinceMs: 10 };
    const inOrder = [
      { ...base, raisesRequests: false, sinceMs: 99 },
      { ...base, priority: 5, sinceMs: 50 },
      { ...base, qosClass: 'Guaranteed', sinceMs: 50 },
      { ...base, sinceMs: 5 },
      base,
      { ...base, qosClass: 'BestEffort', sinceMs: 1 },
    ];
    expect([...inOrder].reverse().sort(compareResizes)).toEqual(inOrder);
  });
});
