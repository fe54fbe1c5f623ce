import { describe, expect, it } from 'vitest';
import type { Node } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { largestNode } from '../pods/largest-node';
import { vpaWarnings } from './vpa-warnings';

function vpa(
  name: string,
  spec: Partial<VerticalPodAutoscaler['spec']> = {},
  target = 'web',
): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'ns' },
    spec: { targetRef: { kind: 'Deployment', name: target }, ...spec },
  };
}

describe('the warnings about a VPA', () => {
  it('are none for one that is alone', () => {
    expect(vpaWarnings(vpa('a'), { vpas: [vpa('a')], hpas: [] })).toEqual([]);
  });

  it('name a bound below zero', () => {
    const containerPolicies = [{ containerName: 'app', minAllowed: { memory: '-5Mi' } }];
    expect(vpaWarnings(vpa('a', { resourcePolicy: { containerPolicies } }), { vpas: [], hpas: [] })).toEqual([
      'spec.resourcePolicy.containerPolicies[0].minAllowed[memory]: must not be negative.',
    ]);
  });

  it('name another VPA on the same target', () => {
    expect(vpaWarnings(vpa('a'), { vpas: [vpa('c'), vpa('b')], hpas: [] })).toEqual([
      expect.stringContaining('VPA "b" acts on Deployment "web" too'),
    ]);
  });

  it('name no other if one of the two is Off', () => {
    const watching = vpa('b', { updatePolicy: { updateMode: 'Off' } });
    expect(vpaWarnings(vpa('a'), { vpas: [watching], hpas: [] })).toEqual([]);
    expect(vpaWarnings(watching, { vpas: [vpa('a')], hpas: [] })).toEqual([]);
  });

  it('name bounds no node can give', () => {
    const nodes = [
      { cpu: '2', memory: '8Gi' },
      { cpu: '4', memory: '4Gi' },
    ].map(
      (allocatable, index): Node => ({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: `n${index}` },
        status: { allocatable },
      }),
    );
    const containerPolicies = [
      { containerName: 'app', minAllowed: { cpu: '3' }, maxAllowed: { cpu: '8', memory: '8Gi' } },
    ];
    expect(
      vpaWarnings(vpa('a', { resourcePolicy: { containerPolicies } }), {
        vpas: [],
        hpas: [],
        largestNode: largestNode(nodes),
      }),
    ).toEqual([expect.stringContaining('maxAllowed[cpu]: 8 is more than the largest node can give (4)')]);
    expect(largestNode([])).toBeUndefined();
  });
});
