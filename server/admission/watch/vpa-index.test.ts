import { describe, expect, it } from 'vitest';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { VpaIndex } from './vpa-index';

function vpa(name: string, target = 'web', minAllowed?: string): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'ns' },
    spec: {
      targetRef: { kind: 'Deployment', name: target },
      ...(minAllowed && {
        resourcePolicy: { containerPolicies: [{ containerName: '*', minAllowed: { cpu: minAllowed } }] },
      }),
    },
  };
}

function names(index: VpaIndex, target = 'web'): string[] {
  return index.targeting('ns', 'Deployment', target).map(({ name }) => name);
}

describe('the index of VPAs', () => {
  it('finds them by what they target, the strongest first', () => {
    const index = new VpaIndex();
    for (const one of [vpa('b'), vpa('a'), vpa('c', 'other')]) index.set(one);
    expect(names(index)).toEqual(['a', 'b']);
    expect(index.targeting('ns', 'StatefulSet', 'web')).toEqual([]);
    expect(index.targeting('elsewhere', 'Deployment', 'web')).toEqual([]);
  });

  it('follows one to its new target', () => {
    const index = new VpaIndex();
    index.set(vpa('a'));
    index.set(vpa('a', 'other'));
    expect([names(index), names(index, 'other'), index.size]).toEqual([[], ['a'], 1]);
  });

  it('forgets one that is deleted, and its namespace with the last', () => {
    const index = new VpaIndex();
    index.set(vpa('a'));
    index.delete(vpa('a'));
    index.delete(vpa('never'));
    expect([names(index), index.knows('ns')]).toEqual([[], false]);
  });

  it('keeps one whose policy cannot be read as there, changing nothing, and says what is wrong', () => {
    const index = new VpaIndex();
    expect(index.set(vpa('a', 'web', 'much'))?.message).toContain('much');
    expect(index.targeting('ns', 'Deployment', 'web')).toMatchObject([{ name: 'a', mode: 'Off' }]);
    expect(index.set(vpa('a', 'web', '1'))).toBeUndefined();
  });

  it('leaves out one without a target', () => {
    const index = new VpaIndex();
    index.set({ ...vpa('a'), spec: {} });
    expect(index.size).toBe(0);
  });
});
