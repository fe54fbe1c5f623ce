import { expect, it } from 'vitest';
import { CAUSES } from './causes';

it.each(Object.entries(CAUSES))(
  'the cause %s says who caused it, and nothing of what pods do meanwhile',
  (_code, { says }) => {
    expect(says).not.toMatch(/pods (stay|are not|keep|do not)/);
  },
);

it('of Plumbline only a part is said not to work: the others may act on', () => {
  expect(CAUSES['plumbline-itself'].says).toMatch(/^A part of/);
});
