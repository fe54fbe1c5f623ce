import { afterEach, describe, expect, it } from 'vitest';
import { podQos } from '@/server/decide/pods/qos-class';
import { MERGE_PATCH } from '@/server/kube/client';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

const AT_ONCE = {
  warmUpMs: 0,
  leastHistoryMs: 0,
  leastHistoryToLowerMs: 0,
  canaryMs: 0,
  loweringWindowMs: 0,
};
const NAMESPACE = 'whole-pods';

let living: LivingScenario | undefined;
afterEach(async () => {
  await living?.stop();
  living = undefined;
});

const cpuOf = ({ spec }: Pod) => cpuFrom(spec.resources?.requests?.cpu ?? 0);
const memoryOf = ({ spec }: Pod) => memoryFrom(spec.resources?.requests?.memory ?? 0);

function isWithin({ spec }: Pod): boolean {
  const sum = spec.containers.reduce((all, one) => all + cpuFrom(one.resources?.requests?.cpu ?? 0), 0);
  return sum <= cpuFrom(spec.resources?.requests?.cpu ?? 0);
}

function vpaOf(here: LivingScenario, name: string): VerticalPodAutoscaler | undefined {
  return here.running.cluster?.caches.vpas.get(NAMESPACE, name);
}

async function state(here: LivingScenario, name: string, text: string | null): Promise<void> {
  await here.running.cluster?.client.request('PATCH', pathOf(API_RESOURCES.vpas, NAMESPACE, name), {
    body: { metadata: { annotations: { 'plumbline.dev/pod-level': text } } },
    contentType: MERGE_PATCH,
  });
}

async function checkpoints(here: LivingScenario, name: string): Promise<(string | undefined)[]> {
  const path = pathOf(API_RESOURCES.checkpoints, NAMESPACE);
  const list = await here.running.cluster?.client.request<{ items: VerticalPodAutoscalerCheckpoint[] }>(
    'GET',
    path,
  );
  return (list?.items ?? []).flatMap(({ spec }) =>
    spec?.vpaObjectName === name ? [spec.containerName] : [],
  );
}

describe('pods sized as a whole', () => {
  it('get what they use together: in place, anew, and where nothing else may change only when they begin', async () => {
    const here = await LivingScenario.start('pod-level', NAMESPACE, {
      ...AT_ONCE,
      checkpointsGcIntervalMs: 600_000,
    });
    living = here;
    await until('the first pods', () => here.pods('sized-in-place').length === 2);
    const uids = here.pods('sized-in-place').map(({ metadata }) => metadata.uid);
    for (const name of ['sized-in-place', 'sized-anew'])
      await until(`pods of ${name} as a whole`, () => {
        const pods = here.pods(name);
        return pods.length === 2 && pods.every((pod) => cpuOf(pod) < 500 && memoryOf(pod) < 500 * 2 ** 20);
      });
    expect(here.pods('sized-in-place').map(({ metadata }) => metadata.uid)).toEqual(uids);
    for (const name of ['sized-in-place', 'sized-anew'])
      for (const pod of here.pods(name)) {
        expect(cpuOf(pod)).toBeGreaterThan(190);
        const limit = cpuFrom(pod.spec.resources?.limits?.cpu ?? 0);
        expect(limit % 10).toBe(0);
        expect(Math.abs(limit - 2 * cpuOf(pod))).toBeLessThan(10);
        expect(isWithin(pod)).toBe(true);
        expect(podQos(pod.spec)).toBe('Burstable');
      }
    expect(here.pods('sized-later').map(cpuOf)).toEqual([900, 900]);
    await here.delete(here.pods('sized-later')[0]);
    await until('a new pod as a whole', () => here.pods('sized-later').some((pod) => cpuOf(pod) < 500));

    // Readers of the status see containers alone.
    const recommended = vpaOf(here, 'sized-anew')?.status?.recommendation?.containerRecommendations;
    expect(recommended?.map(({ containerName }) => containerName).sort()).toEqual(['app', 'helper']);
    await until('what was learned is kept', async () =>
      (await checkpoints(here, 'sized-anew')).includes('whole.pod'),
    );
    const actions = await here.actions();
    expect(actions.filter(({ outcome }) => outcome === 'refused')).toEqual([]);

    await state(here, 'sized-anew', null);
    await until('nothing of it on the VPA', () => {
      const annotations = vpaOf(here, 'sized-anew')?.metadata.annotations ?? {};
      return Object.keys(annotations).every((key) => !key.startsWith('plumbline.dev/pod-'));
    });
    await here.delete(here.pods('sized-anew')[0]);
    await until('a pod with what its template states', () =>
      here.pods('sized-anew').some((pod) => cpuOf(pod) === 900),
    );
    await until(
      'nothing kept of it',
      async () => !(await checkpoints(here, 'sized-anew')).includes('whole.pod'),
    );
  });
});
