import { describe, expect, it } from 'vitest';
import { AskedNamespaces, namespacesWords } from './namespaces';

describe('the namespaces that a scan is asked for', () => {
  it.each([
    [undefined, 'shop', true],
    [['shop'], 'shop', true],
    [['shop'], 'shop-2', false],
    [['team-*'], 'team-', true],
    [['team-*'], 'team-a', true],
    [['team-*'], 'my-team-a', false],
    [['*-prod', 'shop'], 'bank-prod', true],
    [['*-prod', 'shop'], 'shop', true],
    [['*-prod', 'shop'], 'bank-test', false],
    [['a*b*c'], 'a-b-c', true],
    [['a*b*c'], 'a-c-b', false],
    [['*'], 'kube-system', true],
  ])('%s: %s is one: %s', (asked, name, isOne) => {
    expect(new AskedNamespaces(asked).has(name)).toBe(isOne);
  });

  it.each([
    [undefined, undefined],
    [['shop'], 'shop'],
    [['shop*'], undefined],
    [['shop', 'bank'], undefined],
  ])('of %s list one alone: %s', (asked, one) => {
    expect(new AskedNamespaces(asked).one).toBe(one);
  });

  it('are told alike in any order', () => {
    expect(new AskedNamespaces(['team-*', 'shop']).text).toBe('shop,team-*');
    expect(new AskedNamespaces(undefined).text).toBeUndefined();
    expect(namespacesWords('shop,team-*')).toBe('namespaces shop, team-*');
    expect(namespacesWords('shop')).toBe('namespace shop');
  });

  it('are named where nothing is in them', () => {
    const asked = new AskedNamespaces(['shop', 'team-*', 'shpo']);
    expect(asked.without(new Set(['shop', 'team-a']))).toEqual(['shpo']);
  });
});
