import { expect, it } from 'vitest';
import { itemsMeant, type PaletteItem } from './palette-items';

const run = () => undefined;
const ITEMS: PaletteItem[] = [
  { id: 'plan', label: 'Plan', run },
  { id: 'stop', label: 'Stop evictions and resizes', words: 'halt pause', run },
  { id: 'theme', label: 'Switch to dark colours', words: 'theme', run },
];

it.each([
  ['', ['plan', 'stop', 'theme']],
  ['stop', ['stop']],
  [' STOP evict', ['stop']],
  ['pause', ['stop']],
  ['theme', ['theme']],
  ['s', ['stop', 'theme']],
  ['stop plan', []],
])('finds for "%s" %o', (typed, ids) => {
  expect(itemsMeant(typed, ITEMS).map(({ id }) => id)).toEqual(ids);
});
