import { describe, expect, it } from 'vitest';
import type { ResourceView } from '../../contract/recommendations';
import { type ContainerPolicies, NO_POLICIES, NO_POLICY } from '../../decide/pods/container-policy';
import type { Pod } from '../../objects/types';
import { memoryBytes } from '../../objects/units';
import { cappedForPods, cappedTraces, cappedView } from './capped';

const MIB = 1024 * 1024;
const HELD = memoryBytes(256 * MIB);
const APP_MEMORY = { resource: 'memory', container: 'app' } as const;
const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-1', namespace: 'shop' },
  spec: {
    containers: [{ name: 'app', resources: { requests: { memory: '100Mi' }, limits: { memory: '100Mi' } } }],
  },
};
const recommendation = {
  containerRecommendations: [
    {
      containerName: 'app',
      target: { memory: '900Mi' },
      lowerBound: { memory: '800Mi' },
      upperBound: { memory: '2Gi' },
      uncappedTarget: { memory: '900Mi' },
    },
  ],
};
const view: ResourceView = {
  request: { min: 256 * MIB, max: 256 * MIB },
  target: 900 * MIB,
  lowerBound: 800 * MIB,
  upperBound: 2048 * MIB,
  uncappedTarget: 900 * MIB,
};
const limits = { container: { max: { memory: HELD } } };
const bounds = (policies: ContainerPolicies = NO_POLICIES) => ({
  policies,
  globalMaxAllowed: {},
  capOfNodes: () => 'largest-node' as const,
  mostOf: () => ({}),
});
const capped = cappedForPods(pod.spec, NO_POLICIES, recommendation, limits)?.get('app');

describe('the limits on the pods of a workload', () => {
  it('are the LimitRange of their namespace, for target and bounds, and the need is shown', () => {
    expect(cappedView(view, APP_MEMORY, capped, bounds())).toMatchObject({
      target: 256 * MIB,
      lowerBound: 256 * MIB,
      upperBound: 256 * MIB,
      cap: { by: 'limit-range', needs: 900 * MIB },
    });
  });

  it('tell what a quota lacks for what would be raised', () => {
    const quota = { quota: 'q', of: 'requests', by: 5 } as const;
    const given = {
      ...bounds(),
      quotaFor: (_: string, to: number) => (to === 900 * MIB ? quota : undefined),
    };
    expect(cappedView(view, APP_MEMORY, capped, given).cap?.quota).toEqual(quota);
    expect(cappedView(view, APP_MEMORY, undefined, given).cap).toBeUndefined();
  });

  it('leave the recommendation as it is without a reason', () => {
    const free = cappedForPods(pod.spec, NO_POLICIES, recommendation, {})?.get('app');
    expect(cappedView(view, APP_MEMORY, free, bounds())).toEqual(view);
    expect(cappedView(view, APP_MEMORY, undefined, bounds())).toEqual(view);
  });

  it.each([
    ['policy', bounds(new Map([['app', { ...NO_POLICY, maxAllowed: { memory: HELD } }]]))],
    ['setting', { ...bounds(), globalMaxAllowed: { memory: HELD } }],
    ['largest-node', bounds()],
  ] as const)('blame the %s for a target below the uncapped one', (by, given) => {
    const capped = { ...view, target: 256 * MIB };
    expect(cappedView(capped, APP_MEMORY, undefined, given).cap).toEqual({ by, needs: 900 * MIB });
  });

  it('blame the policy for a target above its maximum, and nothing for one below that leaves room on a node', () => {
    const [low, high] = [HELD, memoryBytes(600 * MIB)].map(
      (memory) => new Map([['app', { ...NO_POLICY, maxAllowed: { memory } }]]),
    );
    const lowered = cappedForPods(pod.spec, low ?? NO_POLICIES, recommendation, {})?.get('app');
    expect(cappedView(view, APP_MEMORY, lowered, bounds(low)).cap).toEqual({
      by: 'policy',
      needs: 900 * MIB,
    });
    const before = { ...view, target: 256 * MIB };
    const given = { ...bounds(high), capOfNodes: () => undefined };
    expect(cappedView(before, APP_MEMORY, undefined, given).cap).toBeUndefined();
  });

  it('are what the pod states as a whole: a cap, or the share of a container where the pod is sized so', () => {
    const spec = { ...pod.spec, resources: { requests: { memory: '300Mi' } } };
    const traces = [
      {
        resource: 'memory' as const,
        bound: 'target' as const,
        steps: [{ step: 'margin' as const, value: 900 * MIB }],
      },
    ];
    for (const [whole, expected, cap] of [
      [undefined, 300, { by: 'pod', needs: 900 * MIB }],
      [{ containerName: 'whole.pod', target: { memory: '500Mi' } }, 500, undefined],
    ] as const) {
      const own = cappedForPods(spec, NO_POLICIES, recommendation, {}, { whole })?.get('app');
      const shown = cappedView(view, APP_MEMORY, own, bounds());
      expect(shown).toMatchObject({ target: expected * MIB, lowerBound: expected * MIB });
      expect(shown.cap).toEqual(cap);
      expect(cappedTraces(traces, { cpu: {}, memory: shown }, own)[0]?.steps.at(-1)?.step).toBe(
        'pod-resources',
      );
    }
  });

  it('end the steps to a number with the LimitRange, if that decides it', () => {
    const traces = [
      { resource: 'memory', bound: 'target', steps: [{ step: 'margin', value: 900 * MIB }] },
    ] as const;
    const shown = { cpu: {}, memory: cappedView(view, APP_MEMORY, capped, bounds()) };
    const given = traces.map((trace) => ({ ...trace, steps: [...trace.steps] }));
    expect(cappedTraces(given, shown)[0]?.steps.at(-1)).toEqual({
      step: 'limit-range',
      value: 256 * MIB,
      by: 256 * MIB,
    });
    expect(cappedTraces(given, { cpu: {}, memory: view })).toEqual(given);
    const limit = [{ resource: 'memory' as const, bound: 'limit' as const, steps: given[0]?.steps ?? [] }];
    const ownLimit = { lowerBound: 1, target: 512 * MIB, upperBound: 2 };
    expect(cappedTraces(limit, { cpu: {}, memory: { ...view, ownLimit } })[0]?.steps.at(-1)).toMatchObject({
      step: 'limit-range',
      value: 512 * MIB,
    });
    const stated = { ...ownLimit, target: 1200 * MIB };
    expect(cappedTraces(limit, { cpu: {}, memory: { ...view, ownLimit: stated } })[0]?.steps.at(-1)).toEqual({
      step: 'stated-limit',
      value: 1200 * MIB,
    });
  });
});
