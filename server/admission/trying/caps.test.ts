import { describe, expect, it } from 'vitest';
import { compileRecommendation, compileVpa } from '@/server/decide/pods/compiled-vpa';
import { namespaceLimits } from '@/server/decide/pods/limit-bounds';
import type { QuotaLeft } from '@/server/decide/pods/quota-left';
import type { LimitRange } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { capWords } from '@/server/words/admission';
import type { Basis } from '../../decide/new/basis';
import type { MutationChange } from '../../decide/new/mutation';
import { type CapGrounds, capsOf, noCapacityFor } from './caps';

const RANGE: LimitRange = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'small', namespace: 'shop' },
  spec: { limits: [{ type: 'Container', max: { cpu: '300m' } }] },
};
const recommendation = (target: string, uncappedTarget = '1200m') =>
  compileRecommendation({
    containerRecommendations: [
      { containerName: 'app', target: { cpu: target }, uncappedTarget: { cpu: uncappedTarget } },
    ],
  } as never);

function basis(policy: object, { target = '500m', uncapped = '1200m' } = {}): Basis {
  const wanted = recommendation(target, uncapped);
  const vpa = compileVpa({
    metadata: { name: 'web', namespace: 'shop' },
    spec: { resourcePolicy: { containerPolicies: [{ containerName: '*', ...policy }] } },
  } as unknown as VerticalPodAutoscaler);
  const pod: Basis['pod'] = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'app', resources: { limits: { cpu: '250m' } } }] },
  };
  return {
    pod,
    vpa,
    wanted,
    approved: wanted,
    recommendation: wanted,
    limits: namespaceLimits([RANGE]),
    beyond: new Map(),
  };
}

const TEAM: QuotaLeft = { quota: 'team', of: 'requests', resource: 'cpu', free: 100 };
const change = (cappedBy: MutationChange['cappedBy'] = [], field: MutationChange['field'] = 'request') =>
  ({ container: 'app', resource: 'cpu', field, to: 1, cappedBy, boosted: false }) satisfies MutationChange;
const GROUNDS: CapGrounds = { ranges: [RANGE], largestNode: undefined, globalMaxAllowed: {} };
const said = (one: MutationChange, by: Basis, grounds: Partial<CapGrounds> = {}) =>
  capsOf(one, by, { ...GROUNDS, ...grounds }).map((cap) => capWords(one.resource, cap));

describe('the caps of a tried pod', () => {
  it.each<[string, string[], string[]]>([
    [
      'maxAllowed in the recommendation',
      said(change(), basis({ maxAllowed: { cpu: '500m' } })),
      ['needs 1.2 cores', 'lowered to maxAllowed of the policy, 500m'],
    ],
    [
      'minAllowed in the recommendation',
      said(change(), basis({ minAllowed: { cpu: '2' } }, { target: '2' })),
      ['needs 1.2 cores', 'raised to minAllowed of the policy, 2 cores'],
    ],
    [
      'the setting for policies without a maximum',
      said(change(), basis({}), { globalMaxAllowed: { cpu: 500 as never } }),
      ['needs 1.2 cores', 'lowered to the maximum for policies without maxAllowed, a setting, 500m'],
    ],
    [
      'the largest node',
      said(change(), basis({}), { largestNode: { cpu: 500 as never } }),
      ['needs 1.2 cores', 'lowered to 500m, so that the pod fits the largest node, which has 500m'],
    ],
    [
      'a policy that has changed since',
      said(change(), basis({}), { largestNode: { cpu: 9000 as never } }),
      ['needs 1.2 cores', 'held at 500m by an earlier policy, until the next pass'],
    ],
    [
      'a LimitRange after the policy',
      said(change(['container-range-max']), basis({ maxAllowed: { cpu: '500m' } })),
      [
        'needs 1.2 cores',
        'lowered to maxAllowed of the policy, 500m',
        'lowered to the maximum of LimitRange small, 300m',
      ],
    ],
    [
      "the container's own limit",
      said(change(['container-limit']), basis({}, { uncapped: '500m' })),
      ['needs 500m', "lowered to the container's own limit, 250m"],
    ],
    ['none', said(change(), basis({}, { uncapped: '500m' })), []],
    [
      'a limit, which follows its request',
      said(change(['container-range-max'], 'limit'), basis({ maxAllowed: { cpu: '500m' } })),
      ['keeps its ratio to the request'],
    ],
    [
      'an approval and an HPA',
      said(change(), {
        ...basis({}, { uncapped: '500m' }),
        approved: recommendation('400m'),
        recommendation: recommendation('300m'),
      }),
      [
        'needs 500m',
        'held at 400m until somebody approves more',
        'set to 300m, as the running pods have it, for the HPA that scales on it',
      ],
    ],
  ])('name %s with its number', (_case, words, expected) => expect(words).toEqual(expected));

  it.each([
    ['the quota', undefined, 'quota team has 100m left and its target is 500m'],
    [
      "the pod's own requests",
      { requests: { cpu: '50m' } },
      "lowered to what the pod's own resources leave of 50m",
    ],
    [
      "the pod's own limits",
      { limits: { cpu: '50m' } },
      "lowered to what the pod's own resources leave of 50m",
    ],
  ])('name %s without room', (_case, resources, expected) => {
    const { pod, ...others } = basis({});
    const own = { ...others, pod: { ...pod, spec: { ...pod.spec, resources } } };
    const by = resources ? own : { ...own, beyond: new Map([['cpu', TEAM] as const]) };
    const cap = noCapacityFor({ container: 'app', resource: 'cpu', reason: 'no-room' }, by);
    expect(cap && capWords('cpu', cap)).toBe(expected);
  });
});
