import { expect, it } from 'vitest';
import { percentDone, scopeTitle, variantsTitle } from './replay-words';

it.each([
  [{ kind: 'all' }, 'the whole cluster'],
  [{ kind: 'namespace', namespace: 'shop' }, 'namespace shop'],
  [{ kind: 'vpa', namespace: 'shop', name: 'web' }, 'shop/web'],
] as const)('names what is replayed: %o', (scope, title) => {
  expect(scopeTitle({ scope })).toBe(title);
});

it.each([
  ['waiting', 0, 4, undefined],
  ['running', 0, 0, undefined],
  ['running', 1, 3, 33],
  ['done', 5, 4, 100],
] as const)('a replay that is %s with %d of %d is at %s', (state, done, total, percent) => {
  expect(percentDone({ state, done, total })).toBe(percent);
});

it('says what is compared', () => {
  expect(variantsTitle({ variants: [{ name: 'as now' }, { name: 'mean' }] })).toBe('as now, mean');
  const suggest = { oomsADay: 0, cpuShort: 0, memoryShort: 0 };
  expect(variantsTitle({ variants: [], suggest })).toBe('a search for a better policy');
});
