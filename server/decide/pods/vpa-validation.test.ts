import { describe, expect, it } from 'vitest';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { FORMER_MODE_ANNOTATION, formerModeText } from './mode-before-stop';
import { ALL_GATES_ON, type ValidationOptions } from './vpa-faults';
import { keptValues, validateVpa } from './vpa-validation';

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

function fieldsOf(spec: object, options: ValidationOptions = { gates: ALL_GATES_ON }): string[] {
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
      { startupBoost: { cpu: { type: 'Factor', factor: 2, durationSeconds: -1 } } },
      ['startupBoost.cpu.durationSeconds'],
    ],
    [
      'a boost finer than a millicore',
      { startupBoost: { cpu: { type: 'Quantity', quantity: '0.1m' } } },
      ['startupBoost.cpu.quantity'],
    ],
    ['a boost that states no type', { startupBoost: { cpu: { factor: 2 } } }, ['startupBoost.cpu.type']],
    ['a resource that is not sized', { controlledResources: ['cpu', 'storage'] }, ['controlledResources[1]']],
  ])('finds %s', (_name, policy, expected) => {
    expect(ofPolicy(policy)).toEqual(expected);
  });

  const BOOST = { startupBoost: { cpu: { type: 'Factor', factor: 2 } } };
  const ofContainer = (policy: Partial<ContainerResourcePolicy>) => ({
    resourcePolicy: { containerPolicies: [{ containerName: 'app', ...policy }] },
  });

  it.each([
    ['a mode', { updatePolicy: { updateMode: 'InPlace' } }, 'spec.updatePolicy.updateMode'],
    ['a boost', BOOST, 'spec.startupBoost'],
    [
      'a time after OOM kills',
      { updatePolicy: { updateMode: 'Off', evictAfterOOMSeconds: 60 } },
      'spec.updatePolicy.evictAfterOOMSeconds',
    ],
    ['a bump', ofContainer({ oomMinBumpUp: '1Mi' }), 'spec.resourcePolicy.containerPolicies[0].oomMinBumpUp'],
  ])('lets a closed gate refuse %s in new objects and where it is new', (_what, spec, field) => {
    expect(fieldsOf(spec, { gates: ALL_OFF })).toEqual([field]);
    expect(fieldsOf(spec, { gates: ALL_OFF, former: vpa({}) })).toEqual([field]);
    expect(fieldsOf(spec, { gates: ALL_OFF, former: vpa(spec) })).toEqual([]);
  });

  it('takes a mode that a stop holds back for one that is there, so that it can be resumed', () => {
    const stopped = vpa({ updatePolicy: { updateMode: 'Off' } });
    stopped.metadata.annotations = {
      [FORMER_MODE_ANNOTATION]: formerModeText({ mode: 'InPlace', policy: true }),
    };
    const resumed = { updatePolicy: { updateMode: 'InPlace' } };
    expect(fieldsOf(resumed, { gates: ALL_OFF, former: stopped })).toEqual([]);
  });

  it('keeps a VPA editable that has a resource which is not sized, with a warning', () => {
    const former = vpa(ofContainer({ controlledResources: ['memory', 'storage'] }));
    const edited = ofContainer({ controlledResources: ['storage'], minAllowed: { cpu: '1' } });
    expect(fieldsOf(edited, { gates: ALL_GATES_ON, former })).toEqual([]);
    expect(keptValues(vpa(edited), former)).toEqual([
      'spec.resourcePolicy.containerPolicies[0].controlledResources[0]: unsupported value "storage" is allowed only because it is present in the existing VPA object; supported values: "cpu", "memory"',
    ]);
    const another = ofContainer({ controlledResources: ['storage', 'gpu'] });
    expect(fieldsOf(another, { gates: ALL_GATES_ON, former })).toEqual([
      'spec.resourcePolicy.containerPolicies[0].controlledResources[1]',
    ]);
    expect(keptValues(vpa(edited), undefined)).toEqual([]);
  });

  it('keeps a VPA editable that has a boost without a type, until the boost is changed', () => {
    const former = vpa({ startupBoost: { cpu: { factor: 2 } } });
    const same = { startupBoost: { cpu: { factor: 2 } }, updatePolicy: { updateMode: 'Off' } };
    expect(fieldsOf(same, { gates: ALL_GATES_ON, former })).toEqual([]);
    const more = { startupBoost: { cpu: { factor: 3 } } };
    expect(fieldsOf(more, { gates: ALL_GATES_ON, former })).toEqual(['spec.startupBoost.cpu.type']);
  });

  it('tells people who wrote Off without quotes, which YAML reads as false, to quote it', () => {
    const spec = { updatePolicy: { updateMode: false } } as unknown as Partial<VerticalPodAutoscaler['spec']>;
    expect(validateVpa(vpa(spec), { gates: ALL_GATES_ON })).toMatchObject([
      { field: 'spec.updatePolicy.updateMode', message: expect.stringContaining('write "Off"') },
    ]);
  });

  it('survives an object without a spec', () => {
    const empty = { ...vpa({}), spec: undefined } as unknown as VerticalPodAutoscaler;
    expect(validateVpa(empty, { gates: ALL_GATES_ON })).toMatchObject([{ field: 'spec' }]);
  });
});
