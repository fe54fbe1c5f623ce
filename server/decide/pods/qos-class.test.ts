import { describe, expect, it } from 'vitest';
import type { PodSpec, ResourceRequirements } from '../../objects/types';
import { podQos, type QosClass } from './qos-class';

const same: ResourceRequirements = {
  requests: { cpu: '100m', memory: '1Gi' },
  limits: { cpu: '0.1', memory: '1024Mi' },
};
const app = (resources?: ResourceRequirements) => ({ name: 'app', ...(resources && { resources }) });

describe('the class of a pod', () => {
  it.each<[QosClass, string, PodSpec]>([
    ['BestEffort', 'nothing is stated', { containers: [app()] }],
    ['BestEffort', 'only other resources are', { containers: [app({ limits: { 'nvidia.com/gpu': '1' } })] }],
    ['Burstable', 'only a request is stated', { containers: [app({ requests: { cpu: '1' } })] }],
    ['Guaranteed', 'all limits equal the requests', { containers: [app(same)] }],
    [
      'Burstable',
      'a request is less than a millicore below its limit',
      { containers: [app({ ...same, requests: { cpu: '99999999n', memory: '1Gi' } })] },
    ],
    ['Guaranteed', 'only limits are stated', { containers: [app({ limits: { cpu: '1', memory: '1Gi' } })] }],
    [
      'Burstable',
      'a sidecar differs',
      { containers: [app(same)], initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] },
    ],
    [
      'Guaranteed',
      'the pod states all, whatever its containers do',
      { containers: [app()], resources: same },
    ],
    [
      'Burstable',
      'the pod states one resource alone',
      { containers: [app(same)], resources: { limits: { cpu: '1' } } },
    ],
    ['Guaranteed', 'the pod states an empty list', { containers: [app(same)], resources: {} }],
  ])('is %s if %s', (expected, _why, spec) => {
    expect(podQos(spec)).toBe(expected);
  });

  it('is that of what is planned', () => {
    const planned = (_name: string, field: string, resource: string) =>
      field === 'requests' && resource === 'cpu' ? 50 : undefined;
    expect(podQos({ containers: [app(same)] }, planned)).toBe('Burstable');
  });
});
