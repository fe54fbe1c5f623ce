import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import type { Pod } from '@/server/objects/types';
import type { Resource } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { NamedRecommendation } from '@/server/recommender/recommend/post-process';
import { recommend } from '@/server/recommender/recommend/recommendation';
import { Recommending } from '@/server/recommender/recommend/recommending';
import { amountsDriftOnly } from '@/server/recommender/status/amount-drift';
import { ReplayRecommending } from './recommending';

const START_MS = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const MIB = 2 ** 20;
const MINUTES = 2000;
const LABELS = { app: 'cart' };

const vpa: VerticalPodAutoscaler = {
  apiVersion: 'autoscaling.k8s.io/v1',
  kind: 'VerticalPodAutoscaler',
  metadata: { namespace: 'shop', name: 'cart' },
  spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' } },
};

function podWith(cpu: number, memory: number): Pod {
  const requests = { cpu: `${cpu}m`, memory: `${memory * MIB}` };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'cart-0', labels: LABELS },
    spec: { containers: [{ name: 'app', resources: { requests } }] },
    status: { phase: 'Running' },
  };
}

it('writes the status exactly when the live recommender would, with what it would write', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 500 }),
      fc.integer({ min: 10, max: 800 }),
      fc.array(fc.integer({ min: 1, max: MINUTES }), { maxLength: 3 }),
      (cpu, memory, changes) => {
        const config = defaultConfig();
        const own = new ReplayRecommending(config, vpa, LABELS);
        const usual = estimatorOf('percentile', config);
        const rules = new Recommending({ config, estimator: usual, state: own.state }).rulesOf(vpa);
        let requests: Record<Resource, number> = { cpu, memory: memory * MIB };
        let status: readonly NamedRecommendation[] | undefined;
        let writes = 0;
        own.advanceTo(START_MS);
        own.setPods([podWith(cpu, memory)]);
        for (let minute = 0; minute < MINUTES; minute++) {
          const atMs = START_MS + minute * MINUTE_MS;
          if (changes.includes(minute) && status?.[0]) {
            const { target } = status[0];
            requests = { cpu: target.cpu ?? 0, memory: Math.ceil((target.memory ?? 0) / MIB) * MIB };
            own.setPods([podWith(requests.cpu, requests.memory / MIB)]);
          }
          const wave = 1 + 0.5 * Math.sin(minute / 200) + 0.2 * Math.sin(minute * 1.7);
          const ref = { namespace: 'shop', pod: 'cart-0', container: 'app' };
          own.advanceTo(atMs + MINUTE_MS);
          own.state.addCpuSample(ref, atMs, cpu * wave);
          own.state.addMemorySample(ref, atMs, memory * MIB * wave);
          const next = recommend(own.state.aggregatesOf('shop', 'cart'), rules);
          const isKept = status && amountsDriftOnly(status, next, (_, resource) => [requests[resource]]);
          const written = own.pass(atMs + MINUTE_MS);
          if (!isKept || written) {
            // The condition of low confidence, which goes after an hour, is written too.
            expect(written).toEqual(next);
            if (isKept) expect(minute).toBe(60);
            status = written;
            writes++;
          }
        }
        expect(writes).toBeGreaterThan(10);
        expect(writes).toBeLessThan(MINUTES / 4);
      },
    ),
    { numRuns: 12 },
  );
});
