import { expect, it } from 'vitest';
import { policyFields } from './form-values';
import { policyDifferences } from './policy-differences';

const usual = { generation: 1 };

it('names what someone changed, as the API does', () => {
  const policy = (memory: string) => ({
    ...usual,
    resourcePolicy: { containerPolicies: [{ containerName: 'app', minAllowed: { memory } }] },
  });
  const was = policyFields('Recreate', policy('50Mi'));
  expect(policyDifferences(was, policyFields('Off', policy('100Mi')))).toEqual([
    'updateMode to Off',
    'minAllowed.memory of app to 100Mi',
  ]);
  expect(policyDifferences(was, was)).toEqual([]);
});
