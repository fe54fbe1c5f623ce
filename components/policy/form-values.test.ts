import { describe, expect, it } from 'vitest';
import type { ContainerResourcePolicy } from '@/server/kube/vpa-types';
import { containerFields, containerPolicy, inputOf, policyEdit, policyFields } from './form-values';

const POLICY: ContainerResourcePolicy = {
  containerName: 'web',
  minAllowed: { cpu: '100m', memory: '64Mi' },
  maxAllowed: { cpu: 2 },
  controlledResources: ['cpu'],
  oomBumpUpRatio: '1.5',
};

describe('the policy form', () => {
  it('changes nothing in a policy it only shows', () => {
    expect(containerPolicy(containerFields(POLICY))).toEqual({ ...POLICY, maxAllowed: { cpu: '2' } });
    expect(containerPolicy(containerFields({ containerName: '*' }))).toEqual({ containerName: '*' });
  });

  it('sends nothing when nothing was edited', () => {
    const opened = policyFields('Recreate', { containerPolicies: [POLICY] });
    expect(policyEdit(opened, structuredClone(opened))).toBeUndefined();
    expect(policyEdit(policyFields('Off', null), policyFields('Off', null))).toBeUndefined();
  });

  it('sends only what was edited', () => {
    const opened = policyFields('Recreate', { containerPolicies: [POLICY] });
    expect(policyEdit(opened, { ...opened, updateMode: 'Off' })).toEqual({ updateMode: 'Off' });
    const [container] = opened.containers;
    const edited = {
      ...opened,
      containers: container ? [{ ...container, minCpu: ' 50m ', minMemory: '', mode: 'Off' as const }] : [],
    };
    expect(policyEdit(opened, edited)).toEqual({
      containerPolicies: [
        {
          containerName: 'web',
          mode: 'Off',
          minAllowed: { cpu: '50m' },
          maxAllowed: { cpu: '2' },
          controlledResources: ['cpu'],
          oomBumpUpRatio: '1.5',
        },
      ],
    });
  });

  it('drops a bound whose fields were emptied', () => {
    const fields = { ...containerFields(POLICY), minCpu: '', minMemory: ' ' };
    expect(containerPolicy(fields).minAllowed).toBeUndefined();
  });

  it.each([
    ['spec.resourcePolicy.containerPolicies[1].minAllowed.cpu', 'containers.1.minCpu'],
    ['containerPolicies[0].maxAllowed.memory', 'containers.0.maxMemory'],
    ['spec.updatePolicy.updateMode', 'updateMode'],
    ['containerPolicies[0].startupBoost', undefined],
    ['spec', undefined],
  ])('finds the input of %s', (field, input) => {
    expect(inputOf(field)).toBe(input);
  });
});
