import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownerKey, targetOfVpa } from '../objects/target-key';
import type { HorizontalPodAutoscaler } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { HpaIndex, VpaIndex } from './target-index';

function vpa(name: string, targetRef: unknown, namespace = 'ns'): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace },
    spec: { targetRef },
  } as VerticalPodAutoscaler;
}

const deployment = (name: string, apiVersion = 'apps/v1') => ({ apiVersion, kind: 'Deployment', name });
const object = (ref: { apiVersion: string; kind: string; name: string }, namespace = 'ns') => ({
  namespace,
  ...ref,
});

describe('the index of VPAs', () => {
  const namesOn = (index: VpaIndex, ref: Parameters<typeof object>[0], namespace?: string) =>
    index.targeting(object(ref, namespace)).map(({ metadata }) => metadata.name);

  function indexOf(...vpas: VerticalPodAutoscaler[]): VpaIndex {
    const index = new VpaIndex();
    for (const one of vpas) index.set(one);
    return index;
  }

  it('finds them by namespace, group, kind and name', () => {
    const rollout = (group: string) => ({ apiVersion: `${group}/v1`, kind: 'Rollout', name: 'web' });
    const index = indexOf(
      vpa('a', deployment('web')),
      vpa('b', rollout('argoproj.io')),
      vpa('c', rollout('other.example')),
      vpa('d', deployment('web'), 'elsewhere'),
    );
    expect(namesOn(index, deployment('web'))).toEqual(['a']);
    expect(namesOn(index, rollout('argoproj.io'))).toEqual(['b']);
    expect(namesOn(index, { ...rollout('other.example'), apiVersion: 'other.example/v2' })).toEqual(['c']);
    expect(namesOn(index, deployment('web'), 'elsewhere')).toEqual(['d']);
  });

  it.each(['v1', 'extensions/v1beta1', 'apps/v1beta1', 'apps/v1', 'other.example/v1', '', undefined])(
    'treats a Deployment of %j as the existing one',
    (apiVersion) => {
      const index = indexOf(vpa('a', { apiVersion, kind: 'Deployment', name: 'web' }));
      expect(namesOn(index, deployment('web'))).toEqual(['a']);
      expect(namesOn(index, deployment('web', 'deployments.example/v1'))).toEqual([]);
    },
  );

  it('follows one to its new target', () => {
    const index = indexOf(vpa('a', deployment('web')), vpa('b', deployment('web')));
    index.set(vpa('a', deployment('api')));
    expect([namesOn(index, deployment('web')), namesOn(index, deployment('api'))]).toEqual([['b'], ['a']]);
    index.set(vpa('a', undefined));
    expect(namesOn(index, deployment('api'))).toEqual([]);
  });

  it('forgets one that is deleted, and its namespace with the last', () => {
    const index = indexOf(vpa('a', deployment('web')));
    expect(index.has('ns')).toBe(true);
    index.delete(vpa('a', deployment('web')));
    index.delete(vpa('never', deployment('web')));
    expect([namesOn(index, deployment('web')), index.has('ns')]).toEqual([[], false]);
  });

  it('gives a new list when anything in it changes, and the same one until then', () => {
    const index = indexOf(vpa('a', deployment('web')));
    expect(index.targeting(object(deployment('api')))).toBe(index.targeting(object(deployment('api'))));
    const before = index.targeting(object(deployment('web')));
    index.set(vpa('b', deployment('api')));
    expect(index.targeting(object(deployment('web')))).toBe(before);
    index.set(vpa('a', deployment('web')));
    expect(index.targeting(object(deployment('web')))).not.toBe(before);
    expect(before).toHaveLength(1);
  });

  it('lists a VPA beside any other, whatever its spec', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (spec, ref) => {
        const index = indexOf(
          { ...vpa('broken', undefined), spec } as unknown as VerticalPodAutoscaler,
          vpa('astray', ref),
          vpa('healthy', deployment('web')),
        );
        expect(namesOn(index, deployment('web'))).toContain('healthy');
        index.delete(vpa('astray', ref));
        index.delete(vpa('broken', undefined));
        expect(namesOn(index, deployment('web'))).toEqual(['healthy']);
      }),
    );
  });

  it('equals a new index after any additions, changes and deletions', () => {
    const ref = fc.record({
      apiVersion: fc.constantFrom('apps/v1', 'v1', 'argoproj.io/v1', 'other.example/v1', undefined),
      kind: fc.constantFrom('Deployment', 'Rollout', 5),
      name: fc.constantFrom('web', 'api', null),
    });
    const step = fc.record({
      isDeletion: fc.boolean(),
      vpa: fc
        .tuple(
          fc.constantFrom('a', 'b', 'c'),
          fc.option(ref, { nil: undefined }),
          fc.constantFrom('ns', 'other'),
        )
        .map(([name, target, namespace]) => vpa(name, target, namespace)),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const index = new VpaIndex();
        const present = new Map<string, VerticalPodAutoscaler>();
        for (const { isDeletion, vpa: one } of steps) {
          const key = `${one.metadata.namespace}/${one.metadata.name}`;
          if (isDeletion) {
            index.delete(one);
            present.delete(key);
          } else {
            index.set(one);
            present.set(key, one);
          }
        }
        const expected = new Map<string, Set<VerticalPodAutoscaler>>();
        for (const one of present.values()) {
          const target = targetOfVpa(one);
          if (!target) continue;
          const key = ownerKey(target);
          expected.set(key, (expected.get(key) ?? new Set()).add(one));
        }
        expect(new Map([...index.targets()].map(([key, vpas]) => [key, new Set(vpas)]))).toEqual(expected);
        for (const namespace of ['ns', 'other'])
          expect(index.has(namespace)).toBe([...index.targets(namespace)].length > 0);
      }),
    );
  });
});

describe('the index of HPAs', () => {
  const hpa = (name: string, scaleTargetRef: unknown) =>
    ({
      metadata: { name, namespace: 'ns' },
      spec: { scaleTargetRef, maxReplicas: 3 },
    }) as HorizontalPodAutoscaler;

  it('finds them by what they scale; a StatefulSet of another group is a different target', () => {
    const index = new HpaIndex();
    const set = (apiVersion: string) => ({ apiVersion, kind: 'StatefulSet', name: 'db' });
    index.set(hpa('own', set('apps/v1')));
    index.set(hpa('old', set('v1')));
    index.set(hpa('kruise', set('apps.kruise.io/v1beta1')));
    const names = (apiVersion: string) =>
      index.targeting(object(set(apiVersion))).map(({ metadata }) => metadata.name);
    expect(names('apps/v1')).toEqual(['own', 'old']);
    expect(names('apps.kruise.io/v1alpha1')).toEqual(['kruise']);
  });
});
