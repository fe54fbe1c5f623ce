import { afterAll, beforeAll, expect, it } from 'vitest';
import { groupsIn } from '@/server/decide/features/node-scope/group-recommendations';
import { memoryFrom } from '@/server/objects/quantity';
import type { Pod } from '@/server/objects/types';
import { LivingScenario } from '../support/living-scenario';
import { until } from '../support/until';

const MIB = 2 ** 20;
const LARGE = new Set(['node-4', 'node-5']);

let living: LivingScenario;

beforeAll(async () => {
  living = await LivingScenario.start('unlike-nodes', 'watch', {
    warmUpMs: 0,
    leastHistoryMs: 0,
    leastHistoryToLowerMs: 0,
    canaryMs: 0,
  });
});
afterAll(() => living.stop());

const vpa = () => living.running.cluster?.caches.vpas.get('watch', 'agent');
const requestOf = ({ spec }: Pod) => memoryFrom(spec.containers[0]?.resources?.requests?.memory ?? 0) / MIB;

function groupTargets(): Record<string, number> {
  const known = vpa();
  return Object.fromEntries(
    (known ? groupsIn(known) : []).map(({ scopeValue, containerRecommendations }) => [
      scopeValue,
      memoryFrom(
        containerRecommendations.find(({ containerName }) => containerName === 'app')?.target.memory ?? 0,
      ) / MIB,
    ]),
  );
}

it('gives the pods of one DaemonSet what their own node calls for, by the webhook', async () => {
  // A pod may be given what was recommended a moment before.
  const seen: Record<string, number[]> = { small: [], large: [] };
  const targets = () => {
    const now = groupTargets();
    for (const [size, target] of Object.entries(now)) if (target > 0) seen[size]?.push(target);
    return now;
  };
  await until('healthy admission', () => living.running.handles.admission?.health().kind === 'healthy');
  await until('three targets', () => {
    const { small = 0, large = 0, __absent__: bare = 0 } = targets();
    return small > 0 && large > 2 * small && bare > small && bare < large;
  });
  const before = new Set(living.pods('agent').map(({ metadata }) => metadata.uid));
  for (const pod of living.pods('agent')) await living.delete(pod);
  const pods = await until('new pods on all nodes', () => {
    targets();
    const fresh = living
      .pods('agent')
      .filter(({ metadata, spec }) => !before.has(metadata.uid) && spec.nodeName);
    return fresh.length === 7 && fresh;
  });
  const given: Record<string, number[]> = { small: [], large: [] };
  for (const pod of pods) {
    const node = pod.spec.nodeName ?? '';
    if (node === 'node-6') continue;
    const size = LARGE.has(node) ? 'large' : 'small';
    const wanted = seen[size] ?? [];
    expect(requestOf(pod) / Math.min(...wanted), node).toBeGreaterThan(0.8);
    expect(requestOf(pod) / Math.max(...wanted), node).toBeLessThan(1.25);
    given[size]?.push(requestOf(pod));
  }
  expect(Math.min(...(given.large ?? []))).toBeGreaterThan(Math.max(...(given.small ?? [])));
});
