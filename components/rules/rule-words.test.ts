import { describe, expect, it } from 'vitest';
import { selectionWords } from './rule-words';

describe('what a policy selects', () => {
  it.each([
    [{ namespaces: '', selector: '', exclusions: 0 }, 'Deployment of every namespace'],
    [{ namespaces: '', selector: '', exclusions: 1 }, 'Deployment of every namespace, with 1 exclusion'],
    [
      { namespaces: 'team=shop', selector: 'tier!=batch', exclusions: 2 },
      'Deployment in namespaces with team=shop, labels tier!=batch, with 2 exclusions',
    ],
  ])('says of %j: %s', (selection, words) => {
    expect(selectionWords({ kinds: ['Deployment'], ...selection })).toBe(words);
  });
});
