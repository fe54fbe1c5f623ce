import { describe, expect, it } from 'vitest';
import { decisions, planned, pod, vpa, workload } from '../../../tests/support/plan-input';
import type { Pod } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { namespaceLimits } from '../pods/limit-bounds';
import { quotasLeft } from '../pods/quota-left';
import { candidates } from './candidate';
import { afterEviction, afterObserving, freshLoop } from './loop-state';
import { PodFacts } from './pod-facts';

const STORAGE = 'ephemeral-storage';
const GI = 2 ** 30;
const CPU = { cpu: '200m', memory: '200Mi' };
const ASKS = { 'plumbline.dev/controlled-signals': STORAGE };

function asking(
  mode: 'Recreate' | 'InPlace' | 'InPlaceOrRecreate' | 'Initial' = 'Recreate',
  annotations: Record<string, string> = ASKS,
): VerticalPodAutoscaler {
  const made = vpa({
    updatePolicy: { updateMode: mode },
    target: { ...CPU, [STORAGE]: '4Gi' },
    lowerBound: { cpu: '150m', memory: '150Mi', [STORAGE]: '2Gi' },
    upperBound: { cpu: '400m', memory: '400Mi', [STORAGE]: '8Gi' },
  });
  return { ...made, metadata: { ...made.metadata, annotations } };
}

const pods = (storage?: string, ageMs?: number) =>
  ['a', 'b'].map((name) =>
    pod(name, { requests: { ...CPU, ...(storage && { [STORAGE]: storage }) }, ...(ageMs && { ageMs }) }),
  );
const IN_PLACE = { settings: { featureInPlace: true } };
const DAY_MS = 86_400_000;

describe('ephemeral storage in the plan', () => {
  it('is a reason to evict if it is not requested, or outside its bounds', () => {
    expect(decisions(workload(pods(), asking()))[0]).toBe('evict: request-missing');
    expect(decisions(workload(pods('1Gi'), asking()))[0]).toBe('evict: outside-bounds');
    expect(decisions(workload(pods('9Gi'), asking()))[0]).toBe('evict: outside-bounds');
    expect(decisions(workload(pods('3900Mi'), asking()))).toEqual(Array(2).fill('leave: within-bounds'));
  });

  it('says what is requested and what would be', () => {
    const [first] = planned(workload(pods('1Gi'), asking()));
    expect(first?.reasons[0]).toMatchObject({
      resource: STORAGE,
      request: GI,
      target: 4 * GI,
      lowerBound: 2 * GI,
    });
    expect(first?.changes).toMatchObject([
      { container: 'app', from: { [STORAGE]: GI }, to: { [STORAGE]: 4 * GI } },
    ]);
    expect(first?.changes[0]?.to).toEqual({ [STORAGE]: 4 * GI });
  });

  it('says what its limit is and would be, beside the memory limit', () => {
    const limits = { memory: '200Mi', [STORAGE]: '2Gi' };
    const [first] = planned(
      workload(
        ['a', 'b'].map((name) =>
          pod(name, { requests: { ...CPU, memory: '100Mi', [STORAGE]: '1Gi' }, limits }),
        ),
        asking(),
      ),
    );
    expect(first?.changes[0]).toMatchObject({
      limits: { memory: 400 * 2 ** 20, [STORAGE]: 8 * GI },
      formerLimits: { memory: 200 * 2 ** 20, [STORAGE]: 2 * GI },
    });
  });

  it('is left alone unless the VPA asks for it', () => {
    expect(decisions(workload(pods(), asking('Recreate', {})))).toEqual(
      Array(2).fill('leave: within-bounds'),
    );
  });

  it('counts for old pods as CPU and memory do', () => {
    expect(decisions(workload(pods('3Gi', DAY_MS), asking()))[0]).toBe('evict: old-and-different');
    expect(decisions(workload(pods('3Gi'), asking()))[0]).toBe('wait: too-young');
  });

  it('is never resized in place', () => {
    const inPlace = workload(pods('1Gi'), asking('InPlace'));
    expect(decisions(inPlace, IN_PLACE)).toEqual(Array(2).fill('leave: within-bounds'));
    const either = workload(pods('1Gi'), asking('InPlaceOrRecreate'));
    expect(decisions(either, IN_PLACE)[0]).toBe('evict: outside-bounds');
    const old = workload(pods('3Gi', DAY_MS), asking('InPlaceOrRecreate'));
    expect(decisions(old, IN_PLACE)).toEqual(Array(2).fill('leave: within-bounds'));
    expect(decisions(workload(pods(), asking('Initial')))).toEqual(Array(2).fill('leave: mode-initial'));
  });

  it('waits for a quota that has no room', () => {
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'q', namespace: 'shop' },
      status: { hard: { [`requests.${STORAGE}`]: '5Gi' }, used: { [`requests.${STORAGE}`]: '2Gi' } },
    };
    const [first] = planned(workload(pods('1Gi'), asking(), { quotas: quotasLeft([quota]) }));
    expect(first?.decision).toBe('wait');
    expect(first?.reasons).toContainEqual(
      expect.objectContaining({ code: 'exceeds-quota', resource: STORAGE, asked: 4 * GI, room: 3 * GI }),
    );
  });

  it('is capped by the limit range, within which the pods are then', () => {
    const range = {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'r', namespace: 'shop' },
      spec: { limits: [{ type: 'Container', max: { [STORAGE]: '1Gi' } }] },
    };
    const limited = pods('1Gi').map((one) => ({
      ...one,
      spec: {
        ...one.spec,
        containers: one.spec.containers.map((container) => ({
          ...container,
          resources: { ...container.resources, limits: { [STORAGE]: '1Gi' } },
        })),
      },
    }));
    expect(decisions(workload(limited, asking(), { limits: namespaceLimits([range]) }))).toEqual(
      Array(2).fill('leave: within-bounds'),
    );
  });

  it('counts a replacement without it as a miss, so that evictions end', () => {
    const NOW_MS = Date.parse('2026-08-01T12:00:00Z');
    const seen = workload(pods(), asking());
    const judge = (storage?: string) => {
      const [replacement] = pods(storage);
      if (!replacement) throw new Error('no pod');
      replacement.metadata.creationTimestamp = new Date(NOW_MS + 1000).toISOString();
      const evicted = afterEviction(freshLoop(''), 'uid-web', NOW_MS);
      const candidateOf = candidates(seen);
      const recommendedFor = (one: Pod) => {
        const { facts, recommended } = candidateOf(new PodFacts(one));
        return new Map(
          facts.containers.flatMap(({ name }, index) => {
            const own = recommended[index];
            return own ? [[name, own] as const] : [];
          }),
        );
      };
      return afterObserving(evicted, [replacement], recommendedFor, { nowMs: NOW_MS, tolerance: 0.1 });
    };
    expect(judge()).toMatchObject({ misses: 1, isVerified: false });
    expect(judge('4Gi')).toMatchObject({ misses: 0, isVerified: true });
  });
});
