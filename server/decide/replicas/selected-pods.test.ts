import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSelector, selectorMatches } from '../../objects/selector';
import type { Pod } from '../../objects/types';
import { SelectedPods } from './selected-pods';

const pod = (name: string, labels: Record<string, string>, namespace = 'shop'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, labels },
  spec: { containers: [] },
});
const WEB = parseSelector('app=web');

function opened(): SelectedPods {
  const index = new SelectedPods();
  index.open('shop', () => []);
  return index;
}

const namesOf = (index: SelectedPods, selector = WEB, namespace = 'shop') => {
  const selected = index.of(namespace, selector);
  return selected.kind === 'pods' || selected.kind === 'shared' ? selected.pods.map(({ name }) => name) : [];
};

describe('the pods that a selector selects', () => {
  it('are those of the namespace, by name', () => {
    const index = opened();
    index.put(pod('web-1', { app: 'web' }));
    index.put(pod('web-0', { app: 'web', track: 'canary' }));
    index.put(pod('api-0', { app: 'api' }));
    index.put(pod('web-9', { app: 'web' }, 'bank'));
    expect(namesOf(index)).toEqual(['web-0', 'web-1']);
  });

  it('are kept only of namespaces that are open', () => {
    const index = new SelectedPods();
    index.put(pod('web-0', { app: 'web' }));
    expect(namesOf(index)).toEqual([]);
    index.open('shop', () => [pod('web-0', { app: 'web' })]);
    index.open('shop', () => []);
    expect(namesOf(index)).toEqual(['web-0']);
    index.close('shop');
    expect([namesOf(index), index.opened]).toEqual([[], []]);
  });

  it('are read again once they changed', () => {
    const index = opened();
    index.put(pod('web-0', { app: 'web' }));
    expect(index.of('shop', WEB)).toMatchObject({ pods: [{ phase: '' }] });
    index.put({ ...pod('web-0', { app: 'web' }), status: { phase: 'Running' } });
    expect(index.of('shop', WEB)).toMatchObject({ pods: [{ phase: 'Running' }] });
  });

  it('are shared by HPAs whose selectors select any of them', () => {
    const index = opened();
    const canary = parseSelector('track=canary');
    index.scales('shop', 'web', WEB);
    index.scales('shop', 'canary', canary);
    index.put(pod('web-0', { app: 'web' }));
    expect(index.of('shop', WEB).kind).toBe('pods');
    index.put(pod('web-1', { app: 'web', track: 'canary' }));
    expect(index.of('shop', WEB)).toMatchObject({ kind: 'shared', hpas: ['shop/canary', 'shop/web'] });
    index.scales('shop', 'canary', undefined);
    expect(index.of('shop', WEB).kind).toBe('pods');
  });

  it('are the same as by looking at every pod, whatever came before', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd');
    const labels = fc.dictionary(fc.constantFrom('app', 'track'), fc.constantFrom('x', 'y'), { maxKeys: 2 });
    const selectors = ['app=x', 'app in (x,y),track!=y', 'track', '!app', 'app=x,track=y'].map(parseSelector);
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.option(labels))), (steps) => {
        const index = opened();
        const pods = new Map<string, Pod>();
        for (const [name, given] of steps) {
          const former = pods.get(name);
          pods.delete(name);
          if (given) {
            pods.set(name, pod(name, given));
            index.put(pod(name, given));
          } else if (former) index.remove(former);
        }
        for (const selector of selectors)
          expect(namesOf(index, selector)).toEqual(
            [...pods.values()]
              .filter(({ metadata }) => selectorMatches(selector, metadata.labels ?? {}))
              .map(({ metadata }) => metadata.name)
              .sort(),
          );
      }),
    );
  });
});
