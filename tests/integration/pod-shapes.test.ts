import { afterEach, describe, expect, it } from 'vitest';
import { podQos } from '@/server/decide/pods/qos-class';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeList, Pod } from '@/server/objects/types';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

const AT_ONCE = {
  warmUpMs: 0,
  leastHistoryMs: 0,
  leastHistoryToLowerMs: 0,
  canaryMs: 0,
  loweringWindowMs: 0,
};
const MIB = 2 ** 20;

let living: LivingScenario | undefined;
afterEach(async () => {
  await living?.stop();
  living = undefined;
});

const requestOf = ({ spec }: Pod) => cpuFrom(spec.containers[0]?.resources?.requests?.cpu ?? 0);

describe('old kubelets beside new ones', () => {
  it('resizes where the node can, evicts where it cannot, and in mode InPlace waits', async () => {
    const here = await LivingScenario.start('old-kubelets', 'mixed', {
      ...AT_ONCE,
      inRecommendationBoundsEvictionLifetimeThresholdMs: 600_000,
    });
    living = here;
    const waits = await until('pods that wait for their node', async () => {
      const plans = await here.plan('in-place');
      const codes = new Set(plans.flatMap(({ reasons }) => reasons.map(({ code }) => code)));
      return codes.has('kubelet-cannot-resize') && codes.has('memory-limit-stays') && plans;
    });
    expect(waits.length).toBeGreaterThan(0);
    const onNode = (name: string) => here.pods('in-place').filter(({ spec }) => spec.nodeName === name);
    await until('resizes where the kubelet can, of CPU alone where it lowers no memory limit', () =>
      ['node-0', 'node-2'].every((name) => onNode(name).some((pod) => requestOf(pod) < 400)),
    );
    await until('all pods changed that may be evicted', () => {
      const pods = here.pods('in-place-or-recreate');
      return pods.length === 6 && pods.every((pod) => requestOf(pod) < 400);
    });
    const actions = await here.actions();
    expect(actions.filter(({ vpa, action }) => vpa === 'in-place' && action === 'evict')).toEqual([]);
    expect(actions.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
    expect(new Set(onNode('node-1').map(requestOf))).toEqual(new Set([400]));
    for (const { spec } of [...onNode('node-1'), ...onNode('node-2')])
      expect(memoryFrom(spec.containers[0]?.resources?.limits?.memory ?? 0)).toBe(1400 * MIB);
  });
});

describe('pods with resources of their own', () => {
  it('are never broken, whatever they and their containers state', async () => {
    const here = await LivingScenario.start('pod-level', 'whole-pods', AT_ONCE);
    living = here;
    const names = await until('all of them', () => {
      const vpas = [...(here.running.cluster?.caches.vpas.list('whole-pods') ?? [])];
      const found = vpas.map(({ metadata }) => metadata.name);
      return found.length === 21 && found.every((name) => here.pods(name).length === 2) && found;
    });
    const before = new Map(names.map((name) => [name, podQos((here.pods(name)[0] as Pod).spec)]));
    await until('changes of pods of each mode', async () => {
      const done = (await here.actions()).filter(({ outcome }) => outcome === 'done');
      return new Set(done.map(({ action }) => action)).size > 1 && done.length > 10;
    });
    // All that the API server has, not what is remembered of it.
    const path = pathOf(API_RESOURCES.pods, 'whole-pods');
    const list = await here.running.cluster?.client.request<KubeList<Pod>>('GET', path);
    for (const { metadata, spec } of list?.items ?? []) {
      const app = metadata.labels?.app ?? '';
      expect(podQos(spec), app).toBe(before.get(app));
      for (const [resource, read] of [
        ['cpu', cpuFrom],
        ['memory', memoryFrom],
      ] as const) {
        const most = spec.resources?.requests?.[resource] ?? spec.resources?.limits?.[resource];
        const sum = spec.containers.reduce(
          (all, one) => all + read(one.resources?.requests?.[resource] ?? 0),
          0,
        );
        if (most !== undefined) expect(sum, `${app} ${resource}`).toBeLessThanOrEqual(read(most));
      }
    }
    await until('two pods of each again', () => names.every((name) => here.pods(name).length === 2));
    const actions = await here.actions();
    expect(actions.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
  });
});

describe('a JVM', () => {
  it('is known by its metrics, and its memory follows the live heap where the VPA asks for that', async () => {
    const here = await LivingScenario.start('heaps', 'heaps', { ...AT_ONCE, sandboxPastMs: 2 * 86_400_000 });
    living = here;
    const heapOf = (name: string) => {
      if (!here.running.handles.recommender) return undefined;
      const signals = here.running.workload('heaps', name).signals;
      return signals?.kind === 'followed' ? signals.heaps[0] : undefined;
    };
    const targetOf = (name: string) => {
      const vpa = here.running.cluster?.caches.vpas.get('heaps', name);
      return memoryFrom(vpa?.status?.recommendation?.containerRecommendations?.[0]?.target?.memory ?? 0);
    };
    await until('the first pass', () => targetOf('orders') > 0);
    const heap = await until('its heap', () => heapOf('orders')?.committed && heapOf('orders'));
    expect(heap).toMatchObject({ container: 'app', runtime: 'jvm', isStated: false, isFollowed: false });
    expect(heap.live?.usual).toBeGreaterThan(200 * MIB);
    expect(heapOf('gateway')).toMatchObject({ runtime: 'node', isStated: true });
    await until(
      'memory by the heap',
      () => targetOf('billing') > 0 && targetOf('billing') < 0.85 * targetOf('orders'),
    );
    expect(targetOf('billing')).toBeGreaterThan(450 * MIB);
  });
});
