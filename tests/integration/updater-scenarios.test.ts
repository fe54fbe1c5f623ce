import { afterEach, describe, expect, it } from 'vitest';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import { HarmTally } from '../../bench/harm/tally';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';
import { reasonOf } from '../support/updating';

const MIB = 2 ** 20;
const MINUTES_OF_SILENCE = 5;

let scenario: LivingScenario;

afterEach(() => scenario.stop());

const cpuOf = (app: string) =>
  scenario.pods(app).map(({ spec }) => Number(cpuFrom(spec.containers[0]?.resources?.requests?.cpu ?? 0)));

/** This many further passes. */
async function passes(count: number): Promise<void> {
  const { clock, config } = scenario.running;
  const endMs = clock.now() + count * config.updaterIntervalMs;
  await until('some passes', () => clock.now() >= endMs);
}

describe('a storm of OOM kills', () => {
  it('passes: what is killed gets more until it lives, and nothing else is touched', async () => {
    scenario = await LivingScenario.start('oom-storm', 'storm');
    const memoryLimits = () =>
      scenario
        .pods('flood')
        .map(({ spec }) => memoryFrom(spec.containers[0]?.resources?.limits?.memory ?? 0) / MIB);
    await until('pods that are killed', () =>
      scenario
        .pods('flood')
        .some(({ status }) => status?.containerStatuses?.some(({ restartCount }) => restartCount > 0)),
    );
    let mostAway = 0;
    const end = scenario.running.cluster?.caches.pods.subscribe({
      deleted: ({ metadata }) => {
        if (metadata.labels?.app === 'flood')
          mostAway = Math.max(mostAway, 2 - scenario.pods('flood').length);
      },
    });
    await until('pods with room for what they need', () => {
      const limits = memoryLimits();
      return limits.length === 2 && limits.every((mib) => mib > 700);
    });
    end?.();
    expect(mostAway).toBeLessThanOrEqual(1);

    const done = await scenario.actions();
    const evictions = done.filter(({ vpa, action }) => vpa === 'flood' && action === 'evict');
    const first = evictions.at(-1);
    expect(first).toMatchObject({ outcome: 'done', pod: expect.stringMatching(/^flood-/) });
    // With minutes of history, which would hold back everything else.
    const killed = first?.reasons.find(({ code }) => code === 'oom-killed');
    expect(killed).toMatchObject({ container: 'app', withinMs: 600_000 });
    expect(first?.before).toMatchObject({ app: { memory: 256 * MIB } });
    const after = first?.after as Record<string, { memory: number }> | undefined;
    expect(after?.app?.memory).toBeGreaterThan(256 * MIB);
    // Each of the two pods grows in a few steps, by at least 100 MiB each.
    expect(evictions.length).toBeLessThanOrEqual(16);

    expect(done.filter(({ vpa }) => vpa === 'drizzle' || vpa === 'shower')).toEqual([]);
    expect((await scenario.plan('drizzle')).map(({ reasons }) => reasons[0]?.code)).toEqual(
      Array(3).fill('mode-off'),
    );
  });
});

describe('nodes too small', () => {
  it('hold back what no node could fit; the recommendation is cut to that, with the need beside it', async () => {
    // Nothing can use more than a node has, but a generous margin requests it.
    scenario = await LivingScenario.start('nodes-too-small', 'attic', { recommendationMarginFraction: 2.5 });
    const held = await until('a plan that knows the nodes', async () =>
      reasonOf(await scenario.plan('giant'), 'exceeds-largest-node'),
    );
    expect(held).toMatchObject({ resource: 'cpu', room: 1900 });
    expect('asked' in held && held.asked).toBeGreaterThan(1900);

    const view = scenario.running.workload('attic', 'giant').containers[0];
    expect(view?.cpu.target).toBe(1900);
    expect(view?.cpu.uncappedTarget).toBeGreaterThan(1900);
    expect(view?.cpu.lowerBound).toBeLessThanOrEqual(1900);
    const steps = view?.traces.find(({ resource, bound }) => resource === 'cpu' && bound === 'target')?.steps;
    expect(steps?.at(-1)).toEqual({ step: 'largest-node', value: 1900, by: 1900 });
    await until('a status that says so', () => {
      const status = scenario.running.cluster?.caches.vpas.get('attic', 'giant')?.status;
      return status?.recommendation?.containerRecommendations?.[0]?.target?.cpu === '1900m';
    });

    await passes(MINUTES_OF_SILENCE);
    expect((await scenario.actions()).filter(({ vpa }) => vpa === 'giant')).toEqual([]);
    expect(cpuOf('giant')).toEqual([300, 300]);
  });

  it('give a pod the memory that it lacks, where they have no room for its CPU', async () => {
    scenario = await LivingScenario.start('nodes-too-small', 'attic');
    const lacking = () => scenario.running.workload('attic', 'giant').containers[0];
    await until('pods with the memory that they use', () => {
      const memory = scenario
        .pods('giant')
        .map(({ spec }) => memoryFrom(spec.containers[0]?.resources?.requests?.memory ?? 0) / MIB);
      return memory.length === 2 && memory.every((mib) => mib > 900);
    });
    // Both are on one node of 2 cores, and use all that it has.
    expect(Math.min(...cpuOf('giant'))).toBeLessThan(lacking()?.cpu.target ?? 0);
    expect(scenario.pods('giant').every(({ metadata }) => !metadata.deletionTimestamp)).toBe(true);
    const evicted = (await scenario.actions()).filter(({ action }) => action === 'evict');
    expect(evicted.filter(({ vpa }) => vpa === 'giant')).toEqual([]);
  });
});

describe('a quota too tight', () => {
  it('holds back what it has no room for, with the numbers, and no pod is lost to it', async () => {
    scenario = await LivingScenario.start('quota-too-tight', 'thrift');
    const held = await until('a plan that knows the quota', async () =>
      reasonOf(await scenario.plan('spender'), 'exceeds-quota'),
    );
    expect(held).toMatchObject({ quota: expect.any(String), resource: 'cpu' });
    const { asked, room } = held as { asked: number; room: number };
    expect(asked).toBeGreaterThan(0);
    expect(room).toBeLessThan(asked);
    const before = scenario.pods('spender');
    await passes(MINUTES_OF_SILENCE);
    expect((await scenario.actions()).filter(({ vpa }) => vpa === 'spender')).toEqual([]);
    expect(scenario.pods('spender')).toHaveLength(before.length);

    // Nobody else waits for the room that a pod leaves.
    await scenario.scale('queue', scenario.pods('queue').length);
    // A pod deleted for another reason comes back unchanged: the recommendation would get it refused.
    const [gone] = before;
    await scenario.delete(gone);
    await until('a pod in its place', () => {
      const now = scenario.pods('spender');
      return now.length === before.length && now.every(({ metadata }) => metadata.uid !== gone?.metadata.uid);
    });
    expect(cpuOf('spender')).toEqual(Array(before.length).fill(200));
  });
});

describe('nodes in trouble', () => {
  it('have nobody evicted for what lowers, no neighbour ended, and no room held by what they defer', async () => {
    scenario = await LivingScenario.start('node-troubles', 'plant');
    const { clock, cluster } = scenario.running;
    const tally = new HarmTally();
    const ending = cluster?.caches.pods.subscribe({
      added: (pod) => tally.pod(pod, clock.now()),
      updated: (_former, pod) => tally.pod(pod, clock.now()),
      deleted: (pod) => tally.pod(pod, clock.now(), true),
    });
    const held = await until('a critical pod that is held back', async () =>
      reasonOf(await scenario.plan('agent'), 'would-end-neighbours'),
    );
    expect(held).toMatchObject({ resource: 'cpu' });
    const endMs = clock.now() + 3 * 3_600_000;
    await until('some hours', () => clock.now() >= endMs);
    ending?.();
    const { preempted, heldMinutes } = tally.harm(0);
    expect(preempted).toBe(0);
    // The setting, and a pass at this speed.
    expect(heldMinutes).toBeLessThan(15);
    const evicted = (await scenario.actions()).filter(
      ({ action, vpa }) => action === 'evict' && ['archive', 'logs', 'cache'].includes(vpa ?? ''),
    );
    expect(evicted).toEqual([]);
  });
});
