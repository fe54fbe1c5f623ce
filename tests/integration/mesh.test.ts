import { afterAll, beforeAll, expect, it } from 'vitest';
import { OBSERVED_ANNOTATION } from '@/server/decide/pods/pod-annotations';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { Pod } from '@/server/objects/types';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

const MIB = 2 ** 20;

let living: LivingScenario;

beforeAll(async () => {
  living = await LivingScenario.start('mesh', 'mesh', {
    warmUpMs: 0,
    leastHistoryMs: 0,
    leastHistoryToLowerMs: 0,
    canaryMs: 0,
  });
});
afterAll(() => living.stop());

const proxyOf = ({ spec }: Pod) => spec.initContainers?.find(({ name }) => name === 'proxy');
const appOf = ({ spec }: Pod) => spec.containers[0];
const cpuOf = (container: ReturnType<typeof proxyOf>) => cpuFrom(container?.resources?.requests?.cpu ?? 0);

const recommended = (name: string) =>
  (
    living.running.cluster?.caches.vpas.get('mesh', name)?.status?.recommendation?.containerRecommendations ??
    []
  ).map(({ containerName }) => containerName);

it('recommends for native sidecars by their name, and not for init containers that end', async () => {
  await until(
    'recommendations',
    () => recommended('cart').length === 2 && recommended('ledger').length === 2,
  );
  expect(recommended('cart').sort()).toEqual(['app', 'proxy']);
  expect(recommended('ledger').sort()).toEqual(['app', 'proxy']);
});

it('resizes the sidecars of running pods in place, where the kubelet allows it', async () => {
  const [pod] = await until('resized proxies', () => {
    const pods = living.pods('cart').filter((one) => cpuOf(proxyOf(one)) > 60);
    return pods.length > 0 && pods;
  });
  const status = await until('the kubelet', () => {
    const now = living.pods('cart').find(({ metadata }) => metadata.uid === pod?.metadata.uid);
    const own = now?.status?.initContainerStatuses?.find(({ name }) => name === 'proxy');
    return cpuFrom(own?.resources?.requests?.cpu ?? 0) > 60 && own;
  });
  expect(status.restartCount).toBe(0);
  const actions = await living.actions();
  expect(actions.some(({ action, vpa }) => action === 'resize' && vpa === 'cart')).toBe(true);
});

it('gives new pods what their sidecars need, by the webhook', async () => {
  const pods = await until('orders with larger proxies', () => {
    const fresh = living.pods('orders').filter((one) => cpuOf(proxyOf(one)) > 60);
    return fresh.length > 0 && fresh;
  });
  for (const pod of pods) {
    expect(pod.metadata.annotations?.[OBSERVED_ANNOTATION]).toBe('app, proxy');
    expect(pod.metadata.annotations?.vpaUpdates).toContain('init-sidecar 0: cpu request, memory request');
    expect(proxyOf(pod)?.restartPolicy).toBe('Always');
    expect(cpuOf(appOf(pod))).toBeLessThan(400);
  }
});

it('answers the kills of a sidecar with more memory for it, and leaves the app its own', async () => {
  const [pod] = await until('search with more memory for its proxy', () => {
    const fresh = living
      .pods('search')
      .filter((one) => memoryFrom(proxyOf(one)?.resources?.limits?.memory ?? 0) > 170 * MIB);
    return fresh.length > 0 && fresh;
  });
  expect(proxyOf(pod as Pod)?.resources?.limits?.cpu).toBeDefined();
  expect(appOf(pod as Pod)?.resources?.limits?.memory).toBeUndefined();
});
