import jsonPatch from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { pod, vpa, workload } from '@/tests/support/plan-input';
import type { Pod, ResourceList } from '../../objects/types';
import { memoryBytes } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { decidePod } from '../new/decide';
import { compileVpa } from '../pods/compiled-vpa';
import { type NamespaceLimits, NO_LIMITS } from '../pods/limit-bounds';
import { MEMORY_LIMITS_ANNOTATION } from '../pods/memory-limit/recommended';
import { MEMORY_LIMIT_ANNOTATION } from '../pods/memory-limit/stated';
import { candidates } from './candidate';
import { changesFor } from './changes';
import { PodFacts } from './pod-facts';

const MIB = 2 ** 20;
const OWN = {
  app: {
    target: '480Mi',
    lowerBound: '430Mi',
    upperBound: '620Mi',
    asOne: { target: '345Mi', lowerBound: '335Mi', upperBound: '380Mi' },
  },
};

/** 200 MiB are enough, the peak is 300 MiB: the limit 480, and both as one 345. */
function asked(words?: string, spec: Partial<VerticalPodAutoscaler['spec']> = {}): VerticalPodAutoscaler {
  const own = vpa({ updatePolicy: { updateMode: 'InPlaceOrRecreate' }, ...spec });
  const annotations = {
    [MEMORY_LIMITS_ANNOTATION]: JSON.stringify(OWN),
    ...(words !== undefined && { [MEMORY_LIMIT_ANNOTATION]: words }),
  };
  return { ...own, metadata: { ...own.metadata, annotations } };
}

const requestsOnly = {
  resourcePolicy: {
    containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly' as const }],
  },
};
const BURSTABLE = { requests: { cpu: '100m', memory: '300Mi' }, limits: { memory: '300Mi' } };
const GUARANTEED = { requests: { cpu: '1', memory: '300Mi' }, limits: { cpu: '1', memory: '300Mi' } };

interface Case {
  readonly says: string;
  readonly states: { requests: ResourceList; limits?: ResourceList };
  readonly vpa?: VerticalPodAutoscaler;
  readonly limits?: NamespaceLimits;
  /** MiB; undefined for no limit. */
  readonly request: number;
  readonly limit: number | undefined;
}

const CASES: readonly Case[] = [
  { says: 'a limit apart from the request', states: BURSTABLE, request: 200, limit: 480 },
  {
    says: 'both as one where they have to be the same',
    states: GUARANTEED,
    request: 345,
    limit: 345,
  },
  {
    says: 'apart in a Guaranteed pod that may become Burstable',
    states: GUARANTEED,
    vpa: asked('allow-burstable'),
    request: 200,
    limit: 480,
  },
  {
    says: 'in proportion where the VPA wants that',
    states: { ...BURSTABLE, limits: { memory: '600Mi' } },
    vpa: asked('in-proportion'),
    request: 345,
    limit: 690,
  },
  {
    says: 'no limit where there is none',
    states: { requests: BURSTABLE.requests },
    request: 200,
    limit: undefined,
  },
  {
    says: 'a limit where there is none and the VPA sets those',
    states: { requests: BURSTABLE.requests },
    vpa: asked('set-missing'),
    request: 200,
    limit: 480,
  },
  {
    says: 'its limit as it is where only requests are controlled',
    states: BURSTABLE,
    vpa: asked(undefined, requestsOnly),
    request: 200,
    limit: 300,
  },
  {
    says: 'no more than a LimitRange allows a container',
    states: BURSTABLE,
    limits: { ...NO_LIMITS, container: { max: { memory: memoryBytes(400 * MIB) } } },
    request: 200,
    limit: 400,
  },
  {
    says: 'no larger ratio than a LimitRange allows',
    states: BURSTABLE,
    limits: { ...NO_LIMITS, container: { maxRatio: { memory: 2 } } },
    request: 200,
    limit: 400,
  },
  {
    says: 'both as one where a LimitRange bounds the pod',
    states: BURSTABLE,
    limits: { ...NO_LIMITS, pod: { max: { memory: memoryBytes(2000 * MIB) } } },
    request: 345,
    limit: 345,
  },
];

const numberOf = (quantity: string | number | undefined) =>
  quantity === undefined ? undefined : compileQuantity(quantity);
function compileQuantity(quantity: string | number): number {
  const [, number = '', unit] = /^(\d+)(Mi|Ki)?$/.exec(String(quantity)) ?? [];
  return (Number(number) * (unit === 'Mi' ? MIB : unit === 'Ki' ? 1024 : 1)) / MIB;
}

function admitted(states: Case['states'], object: VerticalPodAutoscaler, limits: NamespaceLimits): Pod {
  const compiled = compileVpa(object);
  const decision = decidePod(pod('web-1', states), {
    vpa: compiled,
    recommendation: compiled.recommendation,
    limits,
    options: { startupBoost: false },
  });
  if (decision.kind !== 'patched') throw new Error(decision.reason);
  return jsonPatch.applyPatch(pod('web-1', states), decision.operations, false, false).newDocument;
}

describe('memory limits that are estimated apart', () => {
  it.each(CASES)(
    'give a new pod $says',
    ({ states, vpa: object = asked(), limits = NO_LIMITS, ...wanted }) => {
      const { requests, limits: limited } =
        admitted(states, object, limits).spec.containers[0]?.resources ?? {};
      expect(numberOf(requests?.memory)).toBe(wanted.request);
      expect(numberOf(limited?.memory)).toBe(wanted.limit);
    },
  );

  it.each(CASES)(
    'give a running pod $says',
    ({ states, vpa: object = asked(), limits = NO_LIMITS, ...wanted }) => {
      const facts = new PodFacts(pod('web-1', states));
      const candidate = candidates(workload([facts.pod], object, { limits }))(facts);
      const change = changesFor(candidate, 'resize').find(({ container }) => container === 'app');
      const [own] = facts.containers;
      expect((change?.to.memory ?? own?.requests.memory ?? 0) / MIB).toBe(wanted.request);
      const limit = change?.limits.memory ?? own?.limits.memory;
      expect(limit === undefined ? undefined : limit / MIB).toBe(wanted.limit);
    },
  );

  it('are none where the annotation cannot be read', () => {
    const broken = asked();
    for (const text of ['', '{', '[]', 'null', '{"app": 1}', '{"app": {"target": "x"}}', '{"other": {}}']) {
      const annotations = { [MEMORY_LIMITS_ANNOTATION]: text };
      const own = admitted(
        BURSTABLE,
        { ...broken, metadata: { ...broken.metadata, annotations } },
        NO_LIMITS,
      );
      expect(own.spec.containers[0]?.resources).toEqual({
        requests: { cpu: '200m', memory: '200Mi' },
        limits: { memory: '200Mi' },
      });
    }
  });

  it('keep a limit above the request, whatever the annotation says', () => {
    const low = asked();
    const own = { ...OWN.app, target: '50Mi', lowerBound: '40Mi' };
    const annotations = { [MEMORY_LIMITS_ANNOTATION]: JSON.stringify({ app: own }) };
    const object = { ...low, metadata: { ...low.metadata, annotations } };
    const { resources } = admitted(BURSTABLE, object, NO_LIMITS).spec.containers[0] ?? {};
    expect(resources?.limits?.memory).toBe('200Mi');
  });
});
