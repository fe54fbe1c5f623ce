import { expect, it } from 'vitest';
import { POLICY_AS_IT_IS, usualMode, variantsOf } from './variant-choices';

it('begins with the policy as it is, then each recommender', () => {
  expect(variantsOf({ recommenders: [], mode: '' })).toEqual([POLICY_AS_IT_IS]);
  expect(variantsOf({ recommenders: ['adaptive', 'default'], mode: 'Recreate' })).toEqual([
    POLICY_AS_IT_IS,
    { name: 'adaptive, Recreate', recommender: 'adaptive', updateMode: 'Recreate' },
    { name: 'default, Recreate', recommender: 'default', updateMode: 'Recreate' },
  ]);
});

it.each([
  ['Off', 'InPlaceOrRecreate'],
  ['Initial', 'InPlaceOrRecreate'],
  ['Recreate', ''],
  [undefined, ''],
])('what is added to a policy in mode %s has mode "%s"', (mode, usual) => {
  expect(usualMode(mode)).toBe(usual);
});
