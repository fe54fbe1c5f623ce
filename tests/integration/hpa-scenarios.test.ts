import { afterEach, describe, expect, it } from 'vitest';
import type { HpaDetail, HpasView } from '@/server/contract/hpas';
import type { Handler } from '@/server/host/api/handlers';
import { GET as hpaDetail } from '@/server/host/api/hpas/[namespace]/[name]/route';
import { GET as hpaList } from '@/server/host/api/hpas/route';
import { JSON_PATCH } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { Pod } from '@/server/objects/types';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

async function ask<T>(handler: unknown, query = '', params: object = {}): Promise<T> {
  const request = new Request(`http://localhost/api/hpas?${query}`);
  const response = await (handler as Handler)(request, params as never);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

const listed = (query: string) => ask<HpasView>(hpaList, query);
const shown = (namespace: string, name: string) => ask<HpaDetail>(hpaDetail, '', { namespace, name });

let scenario: LivingScenario;

afterEach(() => scenario.stop());

describe('a sidecar that hides the load', () => {
  it('is told by the page: the HPA on pods sleeps at its minimum, that on the container grows', async () => {
    scenario = await LivingScenario.start('sidecar-hides-load', 'mesh');
    const awake = await until('an HPA that grew', async () => {
      const hpa = await shown('mesh', 'checkout').catch(() => undefined);
      return hpa && (hpa.replicas ?? 0) >= 5 && hpa;
    });
    expect(awake.metrics).toMatchObject([{ label: 'cpu of container app', target: '60 %', isWinner: true }]);
    expect(awake.containers).toEqual(['app', 'proxy']);
    expect(awake.history.at(-1)?.metrics[0]?.ratio).toBeGreaterThan(0.5);

    const asleep = await until('an HPA held at its minimum', async () => {
      const hpa = await shown('mesh', 'storefront');
      return hpa.held === 'min' && hpa;
    });
    expect(asleep).toMatchObject({ replicas: 2, desired: 2, state: 'held-back' });
    expect(new Set(asleep.history.map(({ replicas }) => replicas))).toEqual(new Set([2]));
    const outcome = asleep.evaluation?.metrics[0]?.outcome;
    expect(outcome).toMatchObject({ kind: 'proposed', replicas: 1 });
    expect(outcome?.kind === 'proposed' && outcome.current.averageUtilization).toBeLessThan(30);

    const blind = await until('an HPA that sees no container', async () => {
      const { hidden } = await shown('mesh', 'storefront');
      return hidden?.[0]?.load;
    });
    expect(blind).toMatchObject({ container: 'app', limitMilli: 400, targetPercent: 60, replicas: 2 });
    expect(awake.hidden).toBeUndefined();
    const problem = () =>
      scenario.running.problems.list().find(({ code }) => code === 'hpa-sees-no-container');
    await until('the problem', () => problem() !== undefined);
    expect(problem()).toMatchObject({
      about: 'HorizontalPodAutoscaler mesh/storefront',
      message: expect.stringContaining('Container app is throttled at its limit of 400m'),
    });

    const held = await listed('namespace=mesh&held=min');
    expect(held).toMatchObject({ all: 2, matching: 1, rows: [{ name: 'storefront' }] });
    const ofWorkload = await listed('namespace=mesh&target=Deployment/checkout');
    expect(ofWorkload.rows.map(({ name }) => name)).toEqual(['checkout']);

    await scenario.running.cluster?.client.request(
      'PATCH',
      pathOf(API_RESOURCES.horizontalPodAutoscalers, 'mesh', 'storefront'),
      { body: [{ op: 'add', path: '/spec/metrics/-', value: blind.metric }], contentType: JSON_PATCH },
    );
    await until('an HPA that the patch woke', async () => {
      const { replicas = 0, hidden } = await shown('mesh', 'storefront');
      return replicas >= blind.wanted && !hidden && problem() === undefined;
    });
  });
});

describe('both directions', () => {
  const requests = (pods: readonly Pod[], container: string) =>
    pods.map(({ spec }) => spec.containers.find(({ name }) => name === container)?.resources?.requests);

  it('are at peace: replicas follow the day, the VPA sizes all but the CPU of app', async () => {
    scenario = await LivingScenario.start('both-directions', 'both', { clockSpeed: 900 });
    const seen = new Set<number>();
    await until('replicas that follow the load', async () => {
      const { replicas } = await shown('both', 'web').catch(() => ({ replicas: undefined }));
      // None is told before the HPA was evaluated.
      if (replicas) seen.add(replicas);
      return Math.max(...seen) - Math.min(...seen) >= 2;
    });
    // Each resource moves once it is outside its own bounds: those of CPU narrow for hours first.
    await until('sidecars with the memory they use and no more CPU than that asks for', () => {
      const proxies = requests(scenario.pods('web'), 'proxy');
      return proxies.length > 0 && proxies.every((each) => each?.memory !== '64Mi' && each?.cpu !== '500m');
    });
    for (const each of requests(scenario.pods('web'), 'app')) expect(each?.cpu).toBe('300m');
    const { min, max, history } = await shown('both', 'web');
    for (const { replicas } of history) {
      expect(replicas).toBeGreaterThanOrEqual(min);
      expect(replicas).toBeLessThanOrEqual(max);
    }
  });
});
