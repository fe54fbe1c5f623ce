import { describe, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '../../../objects/types';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { sharedWithHpa } from './shared';

function vpa(spec: Partial<VerticalPodAutoscaler['spec']>): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'a', namespace: 'ns' },
    spec: { targetRef: { kind: 'Deployment', name: 'web' }, ...spec },
  };
}

function hpa(metrics: HorizontalPodAutoscaler['spec']['metrics']): HorizontalPodAutoscaler {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web-hpa', namespace: 'ns' },
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 5, metrics },
  };
}

const byCpu = { type: 'Resource', resource: { name: 'cpu' } };
const byMemory = { type: 'ContainerResource', containerResource: { name: 'memory', container: 'app' } };
const byRequests = { type: 'Pods' };

describe('the warnings about a VPA beside an HPA', () => {
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
    const found = sharedWithHpa(vpa({ resourcePolicy }), [hpa(metrics)]);
    expect(found).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
  });

  it('ignore an HPA if the VPA is Off', () => {
    const watching = vpa({ updatePolicy: { updateMode: 'Off' } });
    expect(sharedWithHpa(watching, [hpa([byCpu])])).toEqual([]);
  });
});
