import { describe, expect, it } from 'vitest';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { ALL_GATES_ON } from './vpa-faults';
import { validateVpa } from './vpa-validation';

const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const ALL_OFF = { cpuStartupBoost: false, perVpaConfig: false, inPlace: false };

function vpa(spec: object): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'v', namespace: 'ns' },
    spec: { targetRef: TARGET, ...spec },
  };
}

function fieldsOf(spec: object, options = { gates: ALL_GATES_ON, create: true }): string[] {
  return validateVpa(vpa(spec), options).map(({ field }) => field);
}

function ofPolicy(policy: Partial<ContainerResourcePolicy>): string[] {
  return fieldsOf({ resourcePolicy: { containerPolicies: [{ containerName: 'app', ...policy }] } }).map(
    (field) => field.replace('spec.resourcePolicy.containerPolicies[0].', ''),
  );
}

describe('validating a VPA', () => {
  it('names every field at fault, not only the first', () => {
    expect(
      fieldsOf({
        targetRef: undefined,
        updatePolicy: { updateMode: 'Sometimes', minReplicas: 0 },
        resourcePolicy: { containerPolicies: [{ mode: 'Maybe', minAllowed: { cpu: '0.5m' } }] },
      }),
    ).toEqual([
      'spec.targetRef',
      'spec.updatePolicy.updateMode',
      'spec.updatePolicy.minReplicas',
      'spec.resourcePolicy.containerPolicies[0].containerName',
      'spec.resourcePolicy.containerPolicies[0].mode',
      'spec.resourcePolicy.containerPolicies[0].minAllowed[cpu]',
    ]);
  });

  it.each<[string, Partial<ContainerResourcePolicy>, string[]]>([
    [
      'limits controlled though the container is off',
      { mode: 'Off', controlledValues: 'RequestsAndLimits' },
      ['controlledValues'],
    ],
    ['a bound that is no quantity', { maxAllowed: { memory: 'much' } }, ['maxAllowed[memory]']],
    [
      'a boost that lasts less than no time',
      { startupBoost: { cpu: { factor: 2, durationSeconds: -1 } } },
      ['startupBoost.cpu.durationSeconds'],
    ],
    [
      'a boost finer than a millicore',
      { startupBoost: { cpu: { type: 'Quantity', quantity: '0.1m' } } },
      ['startupBoost.cpu.quantity'],
    ],
    ['nothing in a boost that only states its factor', { startupBoost: { cpu: { factor: 2 } } }, []],
  ])('finds %s', (_name, policy, expected) => {
    expect(ofPolicy(policy)).toEqual(expected);
  });

  it('applies gates to new objects only', () => {
    const spec = { updatePolicy: { updateMode: 'InPlace' }, startupBoost: { cpu: { factor: 2 } } };
    expect(fieldsOf(spec, { gates: ALL_OFF, create: true })).toEqual([
      'spec.updatePolicy.updateMode',
      'spec.startupBoost',
    ]);
    expect(fieldsOf(spec, { gates: ALL_OFF, create: false })).toEqual([]);
  });

  it('tells people who wrote Off without quotes, which YAML reads as false, to quote it', () => {
    const spec = { updatePolicy: { updateMode: false } } as unknown as Partial<VerticalPodAutoscaler['spec']>;
    expect(validateVpa(vpa(spec), { gates: ALL_GATES_ON, create: true })).toMatchObject([
      { field: 'spec.updatePolicy.updateMode', message: expect.stringContaining('write "Off"') },
    ]);
  });

  it('survives an object without a spec', () => {
    const empty = { ...vpa({}), spec: undefined } as unknown as VerticalPodAutoscaler;
    expect(validateVpa(empty, { gates: ALL_GATES_ON, create: true })).toMatchObject([{ field: 'spec' }]);
  });
});
