import { expect, it } from 'vitest';
import { PROBLEM_TABLE } from './problems';

/** The one problem that is itself a refusal. */
const REFUSALS = new Set(['access-forbidden']);

it('name a grant only for what the API server forbids, since it may as well not have answered', () => {
  const unconditional = Object.entries(PROBLEM_TABLE).filter(
    ([code, { remedy }]) =>
      !REFUSALS.has(code) && /\bgrant\b/i.test(remedy) && !/[Ii]f it is forbidden/.test(remedy),
  );
  expect(unconditional.map(([code]) => code)).toEqual([]);
});
