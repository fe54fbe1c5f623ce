import { describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler, Node } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { largestNode } from '../../policy/largest-node';
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

function hpa(metrics: HorizontalPodAutoscaler['spec']['metrics'], target = 'web'): HorizontalPodAutoscaler {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web-hpa', namespace: 'ns' },
    spec: { scaleTargetRef: { kind: 'Deployment', name: target }, maxReplicas: 5, metrics },
  };
}

const byCpu = { type: 'Resource', resource: { name: 'cpu' } };
const byMemory = { type: 'ContainerResource', containerResource: { name: 'memory', container: 'app' } };
const byRequests = { type: 'Pods' };

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

  it.each([
    ['by CPU', [byCpu], {}, 'scales Deployment "web" by cpu'],
    ['by memory of a container', [byMemory], {}, 'by memory'],
    ['by nothing stated, which is CPU', undefined, {}, 'by cpu'],
    ['by requests served', [byRequests], {}, undefined],
    [
      'by CPU, which this VPA leaves alone',
      [byCpu],
      { containerPolicies: [{ containerName: '*', controlledResources: ['memory'] }] },
      undefined,
    ],
    [
      'by CPU, every container being off',
      [byCpu],
      { containerPolicies: [{ containerName: '*', mode: 'Off' as const }] },
      undefined,
    ],
    [
      'by CPU, one container being off',
      [byCpu],
      { containerPolicies: [{ containerName: 'x', mode: 'Off' as const }] },
      'by cpu',
    ],
  ])('name an HPA that scales %s', (_name, metrics, resourcePolicy, expected) => {
    const found = vpaWarnings(vpa('a', { resourcePolicy }), { vpas: [], hpas: [hpa(metrics)] });
    expect(found).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
  });

  it('ignore an HPA if the VPA is Off', () => {
    const watching = vpa('a', { updatePolicy: { updateMode: 'Off' } });
    expect(vpaWarnings(watching, { vpas: [], hpas: [hpa([byCpu])] })).toEqual([]);
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
