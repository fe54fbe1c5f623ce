import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compileVpa } from '@/server/decide/pods/compiled-vpa';
import { MEMORY_LIMITS_ANNOTATION, memoryLimitsIn } from '@/server/decide/pods/memory-limit/recommended';
import { MEMORY_LIMIT_ANNOTATION } from '@/server/decide/pods/memory-limit/stated';
import { joinMemoryLimits, limitedApart } from '@/server/handover/memory-limits';
import { memoryFrom } from '@/server/objects/quantity';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
import { Recommending } from '../support/recommending';

const MINUTE_MS = 60_000;
const EVERY_MS = 60 * MINUTE_MS;
const MIB = 2 ** 20;

let cluster: ApiCluster;
let recommending: Recommending;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1', 'web-2']);
  use('400Mi');
  await cluster.autoscaler('web', { recommenders: [{ name: 'adaptive' }] });
  recommending = await Recommending.start(cluster, { recommenderIntervalMs: EVERY_MS });
});

afterEach(async () => {
  await cluster.close();
});

function use(memory: string): void {
  for (const pod of ['web-1', 'web-2']) cluster.usage.set(`shop/${pod}`, { app: { cpu: '250m', memory } });
}

async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour++) await recommending.passAfter(EVERY_MS);
}

const vpa = () => cluster.registry.get<VerticalPodAutoscaler>(VPAS, 'shop', 'web') as VerticalPodAutoscaler;
const own = () => compileVpa(vpa()).recommendation?.get('app');

/** Until both are known: 900 MiB for an hour, and 400 MiB before and after. */
async function apart(): Promise<void> {
  await hours(12);
  use('900Mi');
  await hours(1);
  use('400Mi');
  await hours(40);
  expect(memoryLimitsIn(vpa()).size).toBe(1);
  await vi.waitFor(async () => {
    await hours(1);
    expect(own()?.target.memory).toBeLessThanOrEqual(900 * MIB);
    expect(own()?.ownLimit?.target).toBeGreaterThanOrEqual(1.6 * 900 * MIB - 1);
  }, PATIENCE);
}

it('are joined with requests again before the upstream VPA takes over', async () => {
  await apart();
  const asOne = own()?.ownLimit?.asOne.target ?? 0;
  const client = recommending.running.cluster?.client;
  if (!client) throw new Error('no cluster');
  expect((await limitedApart(client)).map(({ metadata }) => metadata.name)).toEqual(['web']);
  await recommending.stop();
  await joinMemoryLimits(client);
  const [plain] = vpa().status?.recommendation?.containerRecommendations ?? [];
  expect(memoryFrom(plain?.target.memory ?? 0)).toBe(asOne);
  expect(memoryFrom(plain?.uncappedTarget?.memory ?? 0)).toBe(asOne);
  expect(vpa().metadata.annotations?.[MEMORY_LIMITS_ANNOTATION]).toBeUndefined();
  expect(await limitedApart(client)).toEqual([]);
});

it('are written beside the status, whose requests wait for them, and taken back after it', async () => {
  await apart();
  const [stated] = vpa().status?.recommendation?.containerRecommendations ?? [];
  expect(stated).not.toHaveProperty('memoryLimit');
  const asOne = own()?.ownLimit?.asOne.target ?? 0;

  cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'web', ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, [MEMORY_LIMIT_ANNOTATION]: 'in-proportion' };
  });
  await vi.waitFor(async () => {
    await hours(1);
    expect(vpa().metadata.annotations?.[MEMORY_LIMITS_ANNOTATION]).toBeUndefined();
  }, PATIENCE);
  const [plain] = vpa().status?.recommendation?.containerRecommendations ?? [];
  expect(memoryFrom(plain?.target.memory ?? 0)).toBe(asOne);
  await recommending.stop();
});
