import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { Pod } from '@/server/objects/types';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

const MIB = 2 ** 20;

let living: LivingScenario;

beforeAll(async () => {
  living = await LivingScenario.start('pressure', 'strained', {
    warmUpMs: 0,
    leastHistoryMs: 0,
    leastHistoryToLowerMs: 0,
    canaryMs: 0,
    sandboxPastMs: 8 * 86_400_000,
    inRecommendationBoundsEvictionLifetimeThresholdMs: 3 * 3_600_000,
    loweringWindowMs: 0,
  });
});
afterAll(() => living.stop());

const requestsOf = ({ spec }: Pod) => {
  const { cpu = 0, memory = 0 } = spec.containers[0]?.resources?.requests ?? {};
  return { cpu: cpuFrom(cpu), memory: memoryFrom(memory) };
};
const strainOf = (name: string) => {
  // It may know the VPA only after its first pass.
  if (!living.running.handles.recommender?.detail('strained', name)) return [];
  const found = living.running.workload('strained', name).signals;
  return found?.kind === 'followed' ? found.strain : [];
};

it('tells of a container that waits for its neighbours, far below what it requests', async () => {
  const [found] = await until('what waits', () => strainOf('calm').length > 0 && strainOf('calm'));
  expect(found).toMatchObject({ container: 'app', by: 'neighbours', pods: 2 });
});

it('raises the CPU of what is held back at its limit, limit and all', async () => {
  await until('capped with more CPU', () => {
    const pods = living.pods('capped');
    return pods.length === 2 && pods.every((pod) => requestsOf(pod).cpu > 150);
  });
  for (const { spec } of living.pods('capped'))
    expect(cpuFrom(spec.containers[0]?.resources?.limits?.cpu ?? 0)).toBeGreaterThan(300);
});

it('lowers no memory of a container that the kernel reclaims from, whatever its policy allows', async () => {
  await until('what waits', async () => {
    const plans = await living.plan('brim');
    return plans.some(({ reasons }) =>
      reasons.some((reason) => reason.code === 'under-strain' && reason.by === 'memory'),
    );
  });
  for (const pod of living.pods('brim')) expect(requestsOf(pod).memory).toBe(400 * MIB);
  // What starves it is no saving, and is told as what the policy takes.
  const cost = living.running.handles.recommender?.costOf('strained', 'brim');
  expect(cost?.amounts.saving.memory).toBe(0);
  expect(cost?.way?.capped.memory).toBeGreaterThan(2 * 50 * MIB);
  const reclaimed = strainOf('brim').find(({ by }) => by === 'memory');
  expect(reclaimed).toMatchObject({ container: 'app', pods: 2 });
  // Of what the simulated kernel makes of 93 to 99 % of the limit.
  expect(reclaimed?.share).toBeGreaterThan(0.15);
  expect(reclaimed?.share).toBeLessThan(0.5);
});
