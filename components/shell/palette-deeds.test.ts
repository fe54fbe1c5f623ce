import { expect, it } from 'vitest';
import { deedTyped, scopesMeant } from './palette-deeds';

it.each([
  ['thumb off', { deed: 'stop', name: 'thumb' }],
  ['stop shop', { deed: 'stop', name: 'shop' }],
  ['  Pause  shop/web ', { deed: 'stop', name: 'shop/web' }],
  ['policy of web', { deed: 'edit', name: 'web' }],
  ['stop', undefined],
  ['shop', undefined],
  ['stopwatch', undefined],
])('"%s" means %j', (typed, meant) => {
  expect(deedTyped(typed)).toEqual(meant);
});

it('means namespaces that begin so, then workloads', () => {
  const found = [
    { namespace: 'shop', name: 'web' },
    { namespace: 'shop', name: 'shopper' },
    { namespace: 'bank', name: 'shop-sync' },
  ];
  expect(scopesMeant('sho', found)).toEqual([{ namespace: 'shop' }, ...found]);
  expect(scopesMeant('web', found)[0]).toEqual({ namespace: 'shop', name: 'web' });
});
