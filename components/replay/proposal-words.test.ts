import { expect, it } from 'vitest';
import { proposalWords } from './proposal-words';

const found = {
  limits: { oomsADay: 0, cpuShort: 0.02, memoryShort: 0.001 },
  isCurrentWithin: true,
  tried: 17,
  planned: 17,
};

it.each([
  ['Proposal: adaptive', 'cheapest', { ...found, variant: { name: 'adaptive' } }],
  [
    'Proposal: adaptive',
    'which the policy as it is does not',
    { ...found, variant: { name: 'adaptive' }, isCurrentWithin: false },
  ],
  [
    'Keep the policy as it is',
    'None that keeps at most 0 OOM kills a container-day, 2 % of the time short of CPU and 0.1 % short of memory is cheaper',
    found,
  ],
  ['No proposal', 'There was time for 3 of 17.', { ...found, isCurrentWithin: false, tried: 3 }],
])('says "%s": %s', (title, words, proposal) => {
  const said = proposalWords(proposal);
  expect(said.title).toBe(title);
  expect(said.detail).toContain(words);
});
