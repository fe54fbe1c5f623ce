import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MadeCluster, MadeWorld, MIB } from '@/tests/support/made-cluster';
import { runs } from '@/tests/support/property-runs';
import { defaultConfig } from '../../config';
import { PlacesLeft } from '../../updater/act/places-left';
import type { PodDemand } from '../places/pod-need';
import { Planner } from './plan';
import type { PlanInput, WorkloadInput } from './plan-input';
import { planWorkload } from './plan-workload';

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

/** Who looks for a place: nobody, the plan, or the hand as well, just before it acts. */
type Looking = 'nobody' | 'plan' | 'actuator';

interface Passing {
  readonly looking: Looking;
  /** What pods of others ask for that come after the plan. */
  readonly strangers?: readonly PodDemand[];
}

/** Runs some passes; what it made worse, in words. */
function harm(cluster: MadeCluster, random: () => number, { looking, strangers = [] }: Passing): string[] {
  const world = new MadeWorld(cluster, random);
  const coming = [...strangers];
  const left = new PlacesLeft({
    capacity: world.nodeIndex,
    nodes: world.nodeIndex,
    nodesCome: () => false,
    asksForCapacity: false,
    ownedBy: (_namespace, uid) => world.ownedBy(uid),
    wallClock: { steady: () => 0 },
  });
  const found: string[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    world.schedule();
    const before = world.pending;
    const settings = defaultConfig({ evictionTolerance: 1, warmUpMs: 0 });
    const facts: PlanInput['cluster'] = { settings, lease: { kind: 'fresh' } };
    const input: PlanInput = {
      nowMs: NOW_MS,
      cluster: facts,
      workloads: world.workloads(),
      allowances: {},
      ...(looking !== 'nobody' && { capacity: world.nodeIndex }),
    };
    const plan = new Planner().plan(input);
    expect(plan.faults).toEqual([]);
    for (const [index, { pods }] of plan.vpas.entries())
      for (const pod of pods) {
        if (pod.decision !== 'evict' && pod.decision !== 'resize') continue;
        const [stranger] = coming.splice(0, random() < 0.5 ? 1 : 0);
        if (stranger) {
          // Nobody can keep a stranger out of room that an eviction has just given back.
          world.schedule();
          world.arrive(stranger);
        }
        if (looking === 'actuator' && !hasPlace(left, world.workloads()[index], pod.name, facts)) continue;
        const wrong = world.act(pod.name, pod, random() < 0.3);
        if (wrong && pod.decision === 'evict') found.push(wrong);
        // The scheduler may come between any two.
        if (random() < 0.3) world.schedule();
      }
    world.schedule();
    const known = [...before];
    for (const app of world.pending) {
      const at = known.indexOf(app);
      if (at < 0) found.push(`a pod of ${app} waits for a node that ran before`);
      else known.splice(at, 1);
    }
  }
  return found;
}

/** Decides again on what there is now, as the hand does. */
function hasPlace(
  left: PlacesLeft,
  workload: WorkloadInput | undefined,
  pod: string,
  cluster: PlanInput['cluster'],
): boolean {
  const acting = workload && planWorkload(workload, { nowMs: NOW_MS, cluster }).acting;
  const proposal = acting?.find((one) => one.proposal.facts.name === pod)?.proposal;
  return proposal !== undefined && left.take(proposal) === undefined;
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
        expect(harm(cluster, seeded(seed), { looking: 'plan' })).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('nor does one where others take the room after the plan was made, since the actuator looks again', () => {
    fc.assert(
      fc.property(clusters, fc.array(need, { maxLength: 6 }), fc.integer(), (cluster, strangers, seed) => {
        expect(harm(cluster, seeded(seed), { looking: 'actuator', strangers })).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each<[string, Looking, Looking]>([
    ['that do not look for a place', 'nobody', 'plan'],
    ['that do not look again', 'plan', 'actuator'],
  ])('changes %s do', (_what, careless, careful) => {
    const many = { minLength: 150, maxLength: 150 };
    const [made = []] = fc.sample(
      fc.array(fc.tuple(clusters, fc.array(need, { maxLength: 6 }), fc.integer()), many),
      { numRuns: 1, seed: 7 },
    );
    const isHarmed = (looking: Looking, [cluster, some, seed]: (typeof made)[number]) => {
      const strangers = careful === 'actuator' ? some : [];
      return harm(cluster, seeded(seed), { looking, strangers }).length > 0;
    };
    const harmed = made.filter((one) => isHarmed(careless, one));
    expect(harmed).not.toEqual([]);
    expect(harmed.filter((one) => isHarmed(careful, one))).toEqual([]);
  });
});
