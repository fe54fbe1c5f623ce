import { describe, expect, it } from 'vitest';
import type { PodGroup } from '../objects/plumbline-types';
import type { LabelSelector } from '../objects/types';
import { PodGroupIndex, selectorOfGroup } from './pod-group-index';

function group(name: string, selector: unknown, namespace = 'shop'): PodGroup {
  return {
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'PodGroup',
    metadata: { name, namespace },
    spec: { selector: selector as LabelSelector },
  };
}

describe('the groups that select a pod', () => {
  it('are those of its namespace whose selector its labels match, by name', () => {
    const index = new PodGroupIndex();
    index.set(group('web', { matchLabels: { app: 'web' } }));
    index.set(group('all', {}));
    index.set(group('api', { matchLabels: { app: 'api' } }));
    index.set(group('other', {}, 'bank'));
    expect(index.selecting('shop', { app: 'web' })).toEqual(['all', 'web']);
    expect(index.selecting('shop', undefined)).toEqual(['all']);
    expect(index.selecting('bank', { app: 'web' })).toEqual(['other']);
    expect(index.selecting('empty', { app: 'web' })).toEqual([]);
  });

  it('are the same list for the same labels until a selector changes', () => {
    const index = new PodGroupIndex();
    const labels = { app: 'web' };
    index.set(group('web', { matchLabels: { app: 'web' } }));
    const [before, revision] = [index.selecting('shop', labels), index.revisionOf('shop')];
    expect(index.selecting('shop', labels)).toBe(before);
    index.set(group('web', { matchLabels: { app: 'api' } }));
    expect(index.selecting('shop', labels)).toEqual([]);
    expect(index.revisionOf('shop')).not.toBe(revision);
    index.delete(group('web', {}));
    expect(index.revisionOf('shop')).toBe(0);
  });

  it.each([
    ['without a selector', undefined, 'it has no selector; an empty one is the whole namespace'],
    [
      'with an unknown operator',
      { matchExpressions: [{ key: 'a', operator: 'Near', values: ['b'] }] },
      '"Near"',
    ],
    ['with no values', { matchExpressions: [{ key: 'a', operator: 'In' }] }, 'at least one value'],
    ['with a text', 'app=web', 'neither text nor list'],
  ])('never include one %s, which is a fault of its own', (_name, selector, detail) => {
    const index = new PodGroupIndex();
    index.set(group('odd', selector));
    index.set(group('all', {}));
    expect(index.selecting('shop', { app: 'web' })).toEqual(['all']);
    expect([...index.faults].map(({ about }) => about)).toEqual(['PodGroup shop/odd']);
    expect(selectorOfGroup(group('odd', selector))).toMatchObject({
      kind: 'unusable',
      detail: expect.stringContaining(detail),
    });
    index.set(group('odd', { matchLabels: { app: 'web' } }));
    expect([...index.faults]).toEqual([]);
    expect(index.selecting('shop', { app: 'web' })).toEqual(['all', 'odd']);
  });
});
