import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLimitRanges, anyPod, anyVpa } from '@/tests/support/any-pod';
import { JudgingApiServer } from '../../../tests/support/judging-api-server';
import { input, NOW_MS, workload } from '../../../tests/support/plan-input';
import { effectiveLimits } from '../../policy/limit-bounds';
import { podQos } from '../../policy/qos-class';
import { Planner } from '../plan/plan';
import { resizePatch } from './resize';

const SEEDS = [1, 2, 3, 4, 5];
const RUNS = 1_000;
const AGO = new Date(NOW_MS - 86_400_000).toISOString();

test.each(SEEDS)('every resize that is planned is one that the API server accepts (%i)', (seed) => {
  let resized = 0;
  fc.assert(
    fc.property(anyPod, anyVpa, anyLimitRanges, (sent, vpa, ranges) => {
      const server = new JudgingApiServer(ranges);
      const received = server.received(sent);
      if (server.refusal(received) !== undefined) return;
      const one = server.running(received, AGO);
      const object = {
        ...vpa,
        spec: { ...vpa.spec, updatePolicy: { updateMode: 'InPlaceOrRecreate' as const } },
      };
      const planned = new Planner().plan(
        input([workload([one], object, { limits: effectiveLimits(ranges), quotas: [] })], {
          settings: { minReplicas: 1, leastHistoryMs: 0 },
        }),
      ).vpas[0]?.pods[0];
      if (planned?.decision !== 'resize') return;
      const next = server.resized(one, resizePatch(one, planned.changes));
      expect(podQos(next.spec)).toBe(podQos(one.spec));
      resized++;
    }),
    { numRuns: RUNS, seed },
  );
  expect(resized).toBeGreaterThan(RUNS / 20);
});
