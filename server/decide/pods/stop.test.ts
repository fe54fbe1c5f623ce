import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_STOPS } from '@/tests/support/no-stops';
import { isStopped, keyOfScope, liftedFrom, type StopScope, scopeOfKey, stopFor, stopStateOf } from './stop';

const entry = { who: 'ada', atMs: 1 };

describe('a stop', () => {
  it.each<[string, string[], boolean]>([
    ['holds for nothing while there is none', [], false],
    ['of all holds for every VPA', ['all'], true],
    ['of a namespace holds for its VPAs', ['namespace.shop'], true],
    ['of another namespace does not', ['namespace.bank'], false],
    ['of the VPA holds', ['vpa.shop.web.v2'], true],
    ['of another VPA does not', ['vpa.shop.web'], false],
    ['under a key that is none does not', ['vpa.shop', 'namespace.', 'nonsense'], false],
  ])('%s', (_name, keys, expected) => {
    const state = stopStateOf(new Map(keys.map((key) => [key, entry])));
    expect(isStopped(state, 'shop', 'web.v2')).toBe(expected);
  });

  it.each([
    ['shop', true],
    ['kube-system', false],
  ])('of everything covers a VPA in %s as far as it is ours: %s', (namespace, expected) => {
    const reach = { vpaObjectNamespace: '', ignoredVpaObjectNamespaces: ['kube-system'] };
    const state = stopStateOf(new Map(['all', 'namespace.kube-system'].map((key) => [key, entry])), reach);
    expect(isStopped(state, namespace, 'web')).toBe(expected);
  });

  it('is named by its widest scope', () => {
    const state = stopStateOf(
      new Map([
        ['vpa.shop.web', entry],
        ['all', { who: 'bob', atMs: 2 }],
      ]),
    );
    expect(stopFor(state, 'shop', 'web')).toEqual({ scope: 'all', entry: { who: 'bob', atMs: 2 } });
    expect(stopFor(NO_STOPS, 'shop', 'web')).toBeUndefined();
  });

  it('lifts its own scope and no other', () => {
    const keys = ['all', 'namespace.shop', 'vpa.shop.web'];
    const state = stopStateOf(new Map(keys.map((key) => [key, entry])));
    for (const key of keys) {
      const scope = scopeOfKey(key);
      const others = stopStateOf(
        new Map(keys.filter((other) => other !== key).map((other) => [other, entry])),
      );
      expect(scope && liftedFrom(state, scope)).toEqual(others);
    }
  });

  it('has a key that converts back to its scope', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    const scope = fc.oneof(
      fc.constant<StopScope>({ kind: 'all' }),
      label.map((namespace): StopScope => ({ kind: 'namespace', namespace })),
      fc.tuple(label, name).map(([namespace, own]): StopScope => ({ kind: 'vpa', namespace, name: own })),
    );
    fc.assert(
      fc.property(scope, (given) => {
        expect(keyOfScope(given)).toMatch(/^[-._a-zA-Z0-9]+$/);
        expect(scopeOfKey(keyOfScope(given))).toEqual(given);
      }),
    );
  });
});
