import { expect, it } from 'vitest';
import { PROBLEM_TABLE, type ProblemCode, remedyOf } from './problems';

/** The one problem that is itself a refusal, and the one that an optional role would mend. */
const OF_RIGHTS = new Set(['access-forbidden', 'kubelets-not-read']);

it('name a grant only for what the API server forbids, since it may as well not have answered', () => {
  const unconditional = Object.entries(PROBLEM_TABLE).filter(
    ([code, { remedy }]) => !OF_RIGHTS.has(code) && /\bgrants?\b/i.test(remedy),
  );
  expect(unconditional.map(([code]) => code)).toEqual([]);
});

it('are sentences, whatever the cause', () => {
  const refused = 'PATCH /x: 403: User "plumbline" cannot patch resource "vpas"';
  for (const code of Object.keys(PROBLEM_TABLE) as ProblemCode[])
    for (const detail of ['', refused, 'PATCH /x: 422: no', 'PATCH /x: 503: no'])
      expect(remedyOf(code, '', detail)).toMatch(/^[A-Z].*[.`)a-z/]$/);
});
