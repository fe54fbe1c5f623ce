import { expect, it } from 'vitest';
import { policyFields } from './form-values';
import { policyDifferences } from './policy-differences';

const policy = (memory?: string) => ({
  generation: 1,
  resourcePolicy: memory
    ? { containerPolicies: [{ containerName: 'app', minAllowed: { memory } }] }
    : undefined,
});

it('names what someone changed, as the API does', () => {
  const was = policyFields('Recreate', policy('50Mi'));
  expect(policyDifferences(was, policyFields('Off', policy('100Mi')))).toEqual([
    { field: 'updateMode', from: 'Recreate', to: 'Off' },
    { field: 'minAllowed.memory of app', from: '50Mi', to: '100Mi' },
  ]);
  expect(policyDifferences(was, was)).toEqual([]);
});

it('says if the form has a third value', () => {
  const [was, is] = [policyFields('Recreate', policy()), policyFields('Recreate', policy('100Mi'))];
  const found = (memory: string) => policyDifferences(was, is, policyFields('Recreate', policy(memory)));
  expect(found('200Mi')).toEqual([
    { field: 'minAllowed.memory of app', from: 'unset', to: '100Mi', mine: '200Mi' },
  ]);
  expect(found('100Mi')).toEqual([{ field: 'minAllowed.memory of app', from: 'unset', to: '100Mi' }]);
});
