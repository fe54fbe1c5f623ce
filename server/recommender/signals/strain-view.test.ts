import { expect, it } from 'vitest';
import type { SharesOfTime } from '@/server/model/throttling';
import { strainView } from './strain-view';

function shares(byPod: Record<string, Record<string, number>>): SharesOfTime {
  const pods = Object.entries(byPod).map(([pod, own]) => [pod, new Map(Object.entries(own))] as const);
  return { sinceMs: 0, shares: new Map(pods), highest: 1 };
}

it('tells what containers wait for, the worst of their pods, and in how many', () => {
  expect(
    strainView({
      throttled: shares({ a: { app: 0.4 }, b: { app: 0.05 } }),
      cpu: shares({ a: { app: 0.5 }, b: { app: 0.2, proxy: 0.01 }, c: { app: 0.3 } }),
      memory: shares({ a: { proxy: 0.15 } }),
    }),
  ).toEqual([
    { container: 'app', by: 'cpu-limit', share: 0.4, pods: 1 },
    { container: 'app', by: 'neighbours', share: 0.3, pods: 2 },
    { container: 'proxy', by: 'memory', share: 0.15, pods: 1 },
  ]);
});

it('blames no neighbours while nothing is known of limits', () => {
  expect(strainView({ cpu: shares({ a: { app: 0.5 } }) })).toEqual([
    { container: 'app', by: 'cpu', share: 0.5, pods: 1 },
  ]);
});

it('tells nothing of what is rare', () => {
  expect(strainView({ cpu: shares({ a: { app: 0.09 } }) })).toEqual([]);
});
