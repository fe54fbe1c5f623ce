import { describe, expect, it } from 'vitest';
import type { ContainerResourcePolicy } from '@/server/contract/kubernetes';
import { boostFields, boostOf } from './boost-values';
import { containerFields, containerPolicy } from './container-values';
import { inputOf } from './field-places';
import { NEW_REQUIREMENT, policyEdit, policyFields, rebased } from './form-values';

/** With a field unknown to the form. */
const POLICY = {
  containerName: 'web',
  minAllowed: { cpu: '100m', memory: '64Mi' },
  maxAllowed: { cpu: 2 },
  controlledResources: ['cpu'],
  oomBumpUpRatio: '1.5',
  startupBoost: { cpu: { factor: 2 } },
  later: true,
} as ContainerResourcePolicy;

const WHOLE = {
  updatePolicy: {
    updateMode: 'Recreate' as const,
    minReplicas: 3,
    evictAfterOOMSeconds: 60,
    evictionRequirements: [{ resources: ['cpu'], changeRequirement: 'TargetHigherThanRequests' as const }],
  },
  startupBoost: { cpu: { type: 'Quantity' as const, quantity: '1', durationSeconds: 10 } },
  resourcePolicy: { containerPolicies: [POLICY] },
};
const opened = policyFields('Recreate', WHOLE);
const EMPTY = policyFields('Recreate', {});

describe('the policy form', () => {
  it('changes nothing in a policy it only shows', () => {
    expect(containerPolicy(containerFields(POLICY))).toEqual({ ...POLICY, maxAllowed: { cpu: '2' } });
    expect(containerPolicy(containerFields({ containerName: '*' }))).toEqual({ containerName: '*' });
    expect(boostOf(boostFields(WHOLE.startupBoost), WHOLE.startupBoost)).toEqual(WHOLE.startupBoost);
  });

  it('sends nothing when nothing was edited', () => {
    expect(policyEdit(opened, structuredClone(opened))).toBeUndefined();
    expect(policyEdit(policyFields('Off', {}), policyFields('Off', {}))).toBeUndefined();
  });

  it('sends only what was edited', () => {
    expect(policyEdit(opened, { ...opened, updateMode: 'Off' })).toEqual({ updateMode: 'Off' });
    const [container] = opened.containers;
    const edited = {
      ...opened,
      containers: container ? [{ ...container, minCpu: ' 50m ', minMemory: '', mode: 'Off' as const }] : [],
    };
    expect(policyEdit(opened, edited)).toEqual({
      containerPolicies: [{ ...POLICY, mode: 'Off', minAllowed: { cpu: '50m' }, maxAllowed: { cpu: '2' } }],
    });
  });

  it.each([
    ['the least live pods', { minReplicas: 4 }, { minReplicas: 4 }],
    ['none of them', { minReplicas: '' }, { minReplicas: null }],
    ['the time after an OOM', { evictAfterOomSeconds: 90 }, { evictAfterOOMSeconds: 90 }],
    ['no requirement', { requirements: [] }, { evictionRequirements: null }],
    [
      'another requirement',
      { requirements: [{ ...NEW_REQUIREMENT, resources: ['memory'] }] },
      {
        evictionRequirements: [{ resources: ['memory'], changeRequirement: 'TargetHigherThanRequests' }],
      },
    ],
    ['no boost', { boost: { ...opened.boost, kind: 'none' as const } }, { startupBoost: null }],
    [
      'a boost by a factor',
      { boost: { ...opened.boost, kind: 'Factor' as const, factor: 3 } },
      { startupBoost: { cpu: { type: 'Factor', factor: 3, durationSeconds: 10 } } },
    ],
  ])('sends %s', (_, change, edit) => {
    expect(policyEdit(opened, { ...opened, ...change })).toEqual(edit);
  });

  it('sends the rare fields of a container', () => {
    const container = { ...containerFields({ containerName: 'app' }), oomRatio: '2', oomLeast: '10Mi' };
    const containers = [
      { ...container, intervalSeconds: 3600, intervals: '4', limits: 'RequestsOnly' as const },
    ];
    expect(policyEdit(EMPTY, { ...EMPTY, containers })).toEqual({
      containerPolicies: [
        {
          containerName: 'app',
          controlledValues: 'RequestsOnly',
          oomBumpUpRatio: '2',
          oomMinBumpUp: '10Mi',
          memoryAggregationIntervalSeconds: 3600,
          memoryAggregationIntervalCount: 4,
        },
      ],
    });
  });

  it('removes a bound whose fields were emptied', () => {
    const fields = { ...containerFields(POLICY), minCpu: '', minMemory: ' ' };
    expect(containerPolicy(fields).minAllowed).toBeUndefined();
  });

  it('applies edits to a newer version without losing any of it', () => {
    const mine = {
      ...opened,
      minReplicas: 7,
      containers: opened.containers.map((one) => ({ ...one, maxCpu: '3' })),
    };
    const theirs = policyFields('Off', {
      ...WHOLE,
      updatePolicy: { ...WHOLE.updatePolicy, updateMode: 'Off', evictAfterOOMSeconds: 5 },
      resourcePolicy: {
        containerPolicies: [{ ...POLICY, minAllowed: { cpu: '1m' } }, { containerName: 'new' }],
      },
    });
    const both = rebased(opened, mine, theirs);
    expect(both).toMatchObject({ updateMode: 'Off', minReplicas: 7, evictAfterOomSeconds: 5 });
    expect(both.containers).toMatchObject([
      { containerName: 'web', minCpu: '1m', maxCpu: '3', original: { minAllowed: { cpu: '1m' } } },
      { containerName: 'new' },
    ]);
    expect(policyEdit(theirs, both)).toMatchObject({ minReplicas: 7 });
    expect(rebased(opened, opened, theirs)).toEqual(theirs);
    expect(rebased(opened, { ...opened, containers: [] }, theirs).containers).toMatchObject([
      { containerName: 'new' },
    ]);
  });

  it.each([
    ['spec.resourcePolicy.containerPolicies[1].minAllowed[cpu]', 'containers.1.minCpu'],
    ['containerPolicies[0].maxAllowed.memory', 'containers.0.maxMemory'],
    ['spec.resourcePolicy.containerPolicies[0].oomMinBumpUp', 'containers.0.oomLeast'],
    ['spec.resourcePolicy.containerPolicies[0].startupBoost.cpu.factor', 'containers.0.boost.factor'],
    ['spec.resourcePolicy.containerPolicies[0].controlledResources[0]', 'containers.0.controlled'],
    ['spec.startupBoost.cpu.durationSeconds', 'boost.durationSeconds'],
    ['spec.updatePolicy.updateMode', 'updateMode'],
    ['spec.updatePolicy.minReplicas', 'minReplicas'],
    ['evictionRequirements.0.resources', 'requirements.0.resources'],
    ['containerPolicies[0].startupBoost', undefined],
    ['spec', undefined],
  ])('finds the input of %s', (field, input) => {
    expect(inputOf(field)).toBe(input);
  });
});
