import { describe, expect, it } from 'vitest';
import type { UpdateMode, VerticalPodAutoscaler } from '../kube/vpa-types';
import { controllingVpa, updateModeOf } from './controlling-vpa';

function vpa(name: string, creationTimestamp?: string, updateMode?: UpdateMode): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'ns', creationTimestamp },
    spec: updateMode ? { updatePolicy: { updateMode } } : {},
  };
}

describe('the controlling VPA', () => {
  const [old, older] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'];

  it.each([
    ['none of none', [], undefined],
    ['the oldest', [vpa('a', old), vpa('b', older)], 'b'],
    ['the first by name among those of one age', [vpa('b', old), vpa('a', old), vpa('c', old)], 'a'],
    ['one that was never dated counts as oldest', [vpa('a', old), vpa('z')], 'z'],
  ])('is %s', (_name, candidates, expected) => {
    expect(controllingVpa(candidates)?.metadata.name).toBe(expected);
  });
});

describe('the update mode that counts', () => {
  it.each([
    [undefined, 'Recreate'],
    ['Auto', 'Recreate'],
    ['Off', 'Off'],
    ['InPlace', 'InPlace'],
  ] as const)('of %s is %s', (given, expected) => {
    expect(updateModeOf(vpa('a', undefined, given))).toBe(expected);
  });
});
