import { expect, it } from 'vitest';
import { withFill } from './filled-values';
import { policyEdit, policyFields } from './form-values';

const opened = (containerPolicies: object[]) =>
  policyFields('Off', { resourcePolicy: { containerPolicies } } as never);

it('raises the maximum of the container, and leaves everything else', () => {
  const was = opened([
    { containerName: 'app', maxAllowed: { memory: '256Mi', cpu: '1' } },
    { containerName: 'side', maxAllowed: { memory: '64Mi' } },
  ]);
  expect(policyEdit(was, withFill(was, { container: 'app', maxMemory: '933Mi' }))).toEqual({
    containerPolicies: [
      { containerName: 'app', maxAllowed: { memory: '933Mi', cpu: '1' } },
      { containerName: 'side', maxAllowed: { memory: '64Mi' } },
    ],
  });
});

it('gives a container without a policy of its own that of all others, with the new maximum', () => {
  const was = opened([{ containerName: '*', minAllowed: { cpu: '50m' }, maxAllowed: { memory: '256Mi' } }]);
  expect(policyEdit(was, withFill(was, { container: 'app', maxMemory: '933Mi' }))).toEqual({
    containerPolicies: [
      { containerName: '*', minAllowed: { cpu: '50m' }, maxAllowed: { memory: '256Mi' } },
      { containerName: 'app', minAllowed: { cpu: '50m' }, maxAllowed: { memory: '933Mi' } },
    ],
  });
});

it('makes a policy for the container where there is none', () => {
  const was = opened([]);
  expect(policyEdit(was, withFill(was, { container: 'app', maxCpu: '1500m' }))).toMatchObject({
    containerPolicies: [{ containerName: 'app', maxAllowed: { cpu: '1500m' } }],
  });
});

it('sets the mode alone', () => {
  const was = opened([]);
  expect(policyEdit(was, withFill(was, { mode: 'InPlaceOrRecreate' }))).toEqual({
    updateMode: 'InPlaceOrRecreate',
  });
});
