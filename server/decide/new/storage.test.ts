import { describe, expect, it } from 'vitest';
import type { LimitRange, Pod, ResourceQuota, ResourceRequirements } from '../../objects/types';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { featureWarnings } from '../features/warnings';
import { compileVpa } from '../pods/compiled-vpa';
import { namespaceLimits } from '../pods/limit-bounds';
import { quotasLeft } from '../pods/quota-left';
import { decidePod } from './decide';
import { changesOf } from './mutation';

const STORAGE = 'ephemeral-storage';
const GI = 2 ** 30;

interface Given {
  resources?: ResourceRequirements;
  policy?: Partial<ContainerResourcePolicy>;
  ranges?: LimitRange['spec']['limits'];
  quota?: { hard: Record<string, string>; used: Record<string, string> };
  annotation?: string | null;
  mode?: 'Recreate' | 'Off';
}

function vpaOf({ policy, annotation = STORAGE, mode = 'Recreate' }: Given): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      namespace: 'shop',
      name: 'web',
      ...(annotation !== null && { annotations: { 'plumbline.dev/controlled-signals': annotation } }),
    },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      updatePolicy: { updateMode: mode },
      ...(policy && { resourcePolicy: { containerPolicies: [{ containerName: 'app', ...policy }] } }),
    },
    status: {
      recommendation: {
        containerRecommendations: [
          { containerName: 'app', target: { cpu: '200m', [STORAGE]: '4Gi' } },
          { containerName: 'gone', target: { [STORAGE]: '4Gi' } },
        ],
      },
    },
  };
}

function patched(given: Given) {
  const { resources = {}, ranges, quota } = given;
  const pod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'web-1' },
    spec: { containers: [{ name: 'app', image: 'app:1', resources }] },
  };
  const vpa = compileVpa(vpaOf(given));
  const range = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'r' }, spec: { limits: ranges } };
  const quotaObject: ResourceQuota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q' },
    ...(quota && { spec: { hard: quota.hard }, status: quota }),
  };
  const decision = decidePod(pod, {
    vpa,
    recommendation: vpa.recommendation,
    limits: namespaceLimits(ranges ? [range as LimitRange] : []),
    quotas: quotasLeft(quota ? [quotaObject] : []),
    options: { startupBoost: false },
  });
  if (decision.kind !== 'patched') throw new Error(`the pod is ${decision.reason}`);
  const stored = decision.operations.filter(({ path }) => path.endsWith(STORAGE));
  return {
    decision,
    requests: stored.find(({ path }) => path.includes('/requests/'))?.value,
    limits: stored.find(({ path }) => path.includes('/limits/'))?.value,
    cpu: decision.operations.find(({ path }) => path.endsWith('/requests/cpu'))?.value,
  };
}

describe('ephemeral storage in the patch of a pod', () => {
  const stating = (request?: string, limit?: string): ResourceRequirements => ({
    requests: { cpu: '1', ...(request && { [STORAGE]: request }) },
    ...(limit && { limits: { [STORAGE]: limit } }),
  });
  const range = (bounds: object, type = 'Container') => [{ type, ...bounds }];

  it.each<[string, Given, string | undefined, string | undefined]>([
    ['is requested by a container that states none', {}, '4Gi', undefined],
    ['is left out unless the VPA asks for it', { annotation: null }, undefined, undefined],
    ['is left out if another signal is asked for', { annotation: 'disk-bytes' }, undefined, undefined],
    ['takes its limit with it', { resources: stating('1Gi', '2Gi') }, '4Gi', '8Gi'],
    [
      'stays below the limit if only requests are controlled',
      { resources: stating('1Gi', '2Gi'), policy: { controlledValues: 'RequestsOnly' } },
      '2Gi',
      undefined,
    ],
    ['is not set for a container that is off', { policy: { mode: 'Off' } }, undefined, undefined],
    ['is raised to minAllowed', { policy: { minAllowed: { [STORAGE]: '6Gi' } } }, '6Gi', undefined],
    ['is lowered to maxAllowed', { policy: { maxAllowed: { [STORAGE]: '3Gi' } } }, '3Gi', undefined],
    [
      'is lowered to a LimitRange',
      { ranges: range({ max: { [STORAGE]: '2Gi' } }), resources: stating('1Gi', '1Gi') },
      '2Gi',
      '2Gi',
    ],
    [
      'is raised to a LimitRange',
      { ranges: range({ min: { [STORAGE]: '5Gi' } }), resources: stating('1Gi', '1Gi') },
      '5Gi',
      '5Gi',
    ],
    [
      'stays as stated if the patch would not fit a LimitRange',
      {
        ranges: range({ max: { [STORAGE]: '1Gi' } }),
        policy: { minAllowed: { [STORAGE]: '3Gi' } },
        resources: stating('1Gi', '1Gi'),
      },
      undefined,
      undefined,
    ],
    [
      'stays as stated if a quota has no room',
      { quota: { hard: { [`requests.${STORAGE}`]: '10Gi' }, used: { [`requests.${STORAGE}`]: '7Gi' } } },
      undefined,
      undefined,
    ],
    [
      'is set if a quota has room',
      { quota: { hard: { [`requests.${STORAGE}`]: '10Gi' }, used: { [`requests.${STORAGE}`]: '5Gi' } } },
      '4Gi',
      undefined,
    ],
    [
      'ignores bounds that cannot be read',
      { policy: { maxAllowed: { [STORAGE]: 'much' } } },
      '4Gi',
      undefined,
    ],
  ])('%s', (_, given, requests, limits) => {
    const found = patched(given);
    expect([found.requests, found.limits]).toEqual([requests, limits]);
    if (given.policy?.mode !== 'Off') expect(found.cpu).toBe('200m');
  });

  it('is named in the annotation and in the record, with what was stated before', () => {
    const { decision } = patched({ resources: stating('1Gi', '2Gi') });
    const annotation = decision.operations.find(({ path }) => path.endsWith('vpaUpdates'))?.value;
    expect(annotation).toContain('ephemeral-storage request');
    expect(annotation).toContain('ephemeral-storage limit');
    expect(changesOf(decision)).toContainEqual(
      expect.objectContaining({ resource: STORAGE, field: 'request', from: GI, to: 4 * GI }),
    );
  });

  it('keeps nothing else waiting: CPU goes on whatever a LimitRange says of storage that stays', () => {
    const ranges = range({ min: { [STORAGE]: '5Gi' }, max: { [STORAGE]: '6Gi' } });
    for (const annotation of [null, STORAGE]) {
      const found = patched({ annotation, ranges, policy: { maxAllowed: { [STORAGE]: '1Gi' } } });
      expect([found.cpu, found.requests]).toEqual(['200m', undefined]);
    }
  });

  it('leaves the record of what was admitted to CPU and memory', () => {
    const { decision } = patched({});
    const admitted = decision.operations.find(({ path }) => path.endsWith('admitted-requests'))?.value;
    expect(JSON.parse(String(admitted))).toEqual({ app: { cpu: 200 } });
  });

  it('asks for nothing twice: parents of a path are added once', () => {
    const { decision } = patched({});
    const paths = decision.operations.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('the annotation for controlled signals', () => {
  const warnings = (annotation: string) => featureWarnings(vpaOf({ annotation }), { nowMs: 0 });

  it('takes ephemeral-storage', () => {
    expect(warnings(STORAGE)).toEqual([]);
    expect(warnings(` ${STORAGE} , `)).toEqual([]);
    expect(warnings('')).toEqual([]);
  });

  it('warns of anything else, naming it and what it takes', () => {
    expect(warnings('disk-bytes,ephemeral-storage,disk-bytes')).toEqual([
      'metadata.annotations[plumbline.dev/controlled-signals]: "disk-bytes" cannot be controlled; it takes ephemeral-storage.',
    ]);
    expect(warnings('EPHEMERAL-STORAGE')).toHaveLength(1);
    expect(warnings('x'.repeat(5000))[0]?.length).toBeLessThan(200);
  });
});
