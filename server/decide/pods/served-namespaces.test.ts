import { describe, expect, it } from 'vitest';
import { isServedNamespace, leftToOthers } from './served-namespaces';

const settings = (vpaObjectNamespace: string, ...ignoredVpaObjectNamespaces: string[]) => ({
  vpaObjectNamespace,
  ignoredVpaObjectNamespaces,
});
const VPAS: Record<string, number> = { shop: 4, 'kube-system': 2, monitoring: 1 };
const COUNT = { all: 7, in: (namespace: string) => VPAS[namespace] ?? 0 };

describe('the VPAs that are ours', () => {
  it.each([
    ['all of them', settings(''), ['shop', 'kube-system', 'monitoring'], []],
    [
      'not those of ignored namespaces',
      settings('', 'monitoring', 'kube-system', 'empty'),
      ['shop'],
      [
        {
          setting: 'ignoredVpaObjectNamespaces',
          where: 'in',
          namespaces: ['kube-system', 'monitoring'],
          vpas: 3,
        },
      ],
    ],
    [
      'only those of the one namespace named',
      settings('shop', 'kube-system'),
      ['shop'],
      [{ setting: 'vpaObjectNamespace', where: 'outside', namespaces: ['shop'], vpas: 3 }],
    ],
    [
      'none where the one namespace named is ignored',
      settings('shop', 'shop'),
      [],
      [
        { setting: 'ignoredVpaObjectNamespaces', where: 'in', namespaces: ['shop'], vpas: 4 },
        { setting: 'vpaObjectNamespace', where: 'outside', namespaces: ['shop'], vpas: 3 },
      ],
    ],
  ])('are %s', (_name, given, served, left) => {
    expect(Object.keys(VPAS).filter((namespace) => isServedNamespace(given, namespace))).toEqual(served);
    expect(leftToOthers(given, COUNT)).toEqual(left);
  });
});
