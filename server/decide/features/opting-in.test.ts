import { expect, it } from 'vitest';
import { vpa } from '@/tests/support/plan-input';
import { GRADUATION_ANNOTATION } from './graduation/rules';
import { missingUpdatePolicy } from './opting-in';

it.each([
  ['Recreate', undefined],
  ['Off', '{}'],
  ['Initial', 'steps: [Initial, Recreate]'],
  ['Off', 'nonsense'],
])('gives a VPA without an update policy mode %s if its graduation is %j', (updateMode, graduation) => {
  const made = vpa({ updatePolicy: undefined });
  if (graduation !== undefined) made.metadata.annotations = { [GRADUATION_ANNOTATION]: graduation };
  expect(missingUpdatePolicy(made)).toEqual({ updateMode });
});
