import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MadeCluster, MadeWorld, MIB } from '@/tests/support/made-cluster';
import { defaultConfig } from '../../config';
import { Planner } from './plan';
import type { PlanInput } from './plan-input';

const NOW_MS = Date.parse('2026-08-01T12:00:00Z');
const PASSES = 4;

const need = fc.record({
  cpu: fc.integer({ min: 1, max: 30 }).map((hundreds) => hundreds * 100),
  memory: fc.integer({ min: 1, max: 30 }).map((parts) => parts * 100 * MIB),
});
const pool = fc.constantFrom('a' as const, 'b' as const);
const clusters: fc.Arbitrary<MadeCluster> = fc.record({
  nodes: fc.array(
    fc.record({
      cpu: fc.integer({ min: 1, max: 6 }).map((cores) => cores * 1000),
      memory: fc.integer({ min: 1, max: 6 }).map((parts) => parts * 1000 * MIB),
      slots: fc.constantFrom(3, 8, 110),
      pool,
      isTainted: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  workloads: fc.array(
    fc.record(
      {
        replicas: fc.integer({ min: 1, max: 4 }),
        requests: need,
        target: need,
        mode: fc.constantFrom(
          'Recreate' as const,
          'Recreate' as const,
          'InPlaceOrRecreate' as const,
          'InPlace' as const,
        ),
        pool,
        tolerates: fc.boolean(),
        isDaemon: fc.constantFrom(false, false, false, true),
      },
      { requiredKeys: ['replicas', 'requests', 'target', 'mode', 'tolerates', 'isDaemon'] },
    ),
    { minLength: 1, maxLength: 5 },
  ),
  quota: fc.option(
    fc.integer({ min: 0, max: 40 }).map((hundreds) => hundreds * 100),
    { nil: undefined },
  ),
});

/** Runs some passes; what it made worse, in words. */
function harm(cluster: MadeCluster, random: () => number, isBlind = false): string[] {
  const world = new MadeWorld(cluster, random);
  const found: string[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    world.schedule();
    const before = world.pending;
    const settings = defaultConfig({ evictionTolerance: 1, warmUpMs: 0 });
    const input: PlanInput = {
      nowMs: NOW_MS,
      cluster: { settings, lease: { kind: 'fresh' } },
      workloads: world.workloads(),
      allowances: {},
      ...(!isBlind && { rooms: world.book }),
    };
    const plan = new Planner().plan(input);
    expect(plan.faults).toEqual([]);
    for (const { pods } of plan.vpas)
      for (const pod of pods) {
        if (pod.decision !== 'evict' && pod.decision !== 'resize') continue;
        const wrong = world.act(pod.name, pod);
        if (wrong && pod.decision === 'evict') found.push(wrong);
        // The scheduler may come between any two.
        if (random() < 0.3) world.schedule();
      }
    world.schedule();
    const left = [...before];
    for (const app of world.pending) {
      const known = left.indexOf(app);
      if (known < 0) found.push(`a pod of ${app} waits for a node that ran before`);
      else left.splice(known, 1);
    }
  }
  return found;
}

/** A generator of numbers in [0, 1) that is the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('in any cluster, wherever the scheduler puts pods', () => {
  it('no change leaves a pod Pending that ran before', () => {
    fc.assert(
      fc.property(clusters, fc.integer(), (cluster, seed) => {
        expect(harm(cluster, seeded(seed))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('changes that do not look for a place do', () => {
    const [made = []] = fc.sample(
      fc.array(fc.tuple(clusters, fc.integer()), { minLength: 100, maxLength: 100 }),
      {
        numRuns: 1,
        seed: 7,
      },
    );
    expect(made.some(([cluster, seed]) => harm(cluster, seeded(seed), true).length > 0)).toBe(true);
  });
});
