import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextNewSize, nextOldSizes, proportionalSizes } from '@/sandbox/controllers/rollout';

const set = (name: string) =>
  fc
    .nat(10)
    .chain((replicas) =>
      fc.nat(replicas).map((availableReplicas) => ({ name, replicas, availableReplicas })),
    );
const plan = fc
  .record({ replicas: fc.nat(10), maxSurge: fc.nat(4), maxUnavailable: fc.nat(4) })
  .filter(({ maxSurge, maxUnavailable }) => maxSurge + maxUnavailable > 0)
  .map((each) => ({ ...each, maxUnavailable: Math.min(each.maxUnavailable, each.replicas) }));

describe('a rolling update', () => {
  it('never surges further than allowed', () => {
    fc.assert(
      fc.property(set('new'), set('old'), plan, (fresh, old, wanted) => {
        const size = nextNewSize(fresh, [old], wanted);
        if (size <= fresh.replicas) return;
        expect(size + old.replicas).toBeLessThanOrEqual(wanted.replicas + wanted.maxSurge);
      }),
    );
  });

  it('never takes available pods below what must stay available', () => {
    fc.assert(
      fc.property(set('new'), set('old-1'), set('old-2'), plan, (fresh, one, two, wanted) => {
        const sizes = nextOldSizes(fresh, fresh.replicas - fresh.availableReplicas, [one, two], wanted);
        let available = fresh.availableReplicas;
        for (const each of [one, two]) {
          available += Math.min(each.availableReplicas, sizes.get(each.name) ?? each.replicas);
        }
        const before = fresh.availableReplicas + one.availableReplicas + two.availableReplicas;
        expect(available).toBeGreaterThanOrEqual(Math.min(before, wanted.replicas - wanted.maxUnavailable));
      }),
    );
  });

  it('shares a new size out completely', () => {
    fc.assert(
      fc.property(set('a'), set('b'), set('c'), fc.nat(40), (a, b, c, wanted) => {
        const sizes = proportionalSizes([a, b, c], wanted);
        expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBe(wanted);
        for (const size of sizes.values()) expect(size).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
