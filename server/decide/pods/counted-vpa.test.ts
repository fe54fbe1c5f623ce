import { describe, expect, it } from 'vitest';
import type { UpdateMode } from '../../objects/vpa-types';
import { compileVpa } from './compiled-vpa';
import { countedVpa } from './counted-vpa';

const vpa = (name: string, updateMode: UpdateMode, kind = 'Deployment', created = '2026-01-01T00:00:00Z') =>
  compileVpa({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name, creationTimestamp: created },
    spec: {
      targetRef: {
        apiVersion: kind === 'PodGroup' ? 'plumbline.dev/v1alpha1' : 'apps/v1',
        kind,
        name: 'web',
      },
      updatePolicy: { updateMode },
    },
  });

describe('the VPA that pods of several count with', () => {
  it.each([
    ['is the one that acts', [vpa('a', 'Off'), vpa('b', 'Recreate')], 'b'],
    [
      'is the oldest of those that act',
      [vpa('a', 'Initial', 'Deployment', '2026-02-01T00:00:00Z'), vpa('b', 'Recreate')],
      'b',
    ],
    ['is the one on the workload before one on a group', [vpa('a', 'Off', 'PodGroup'), vpa('b', 'Off')], 'b'],
    [
      'is one on a group that acts before one on the workload that does not',
      [vpa('a', 'Recreate', 'PodGroup'), vpa('b', 'Off')],
      'a',
    ],
    ['is the same in any order', [vpa('b', 'Off'), vpa('a', 'Off')], 'a'],
  ])('%s', (_, candidates, name) => {
    expect(countedVpa(candidates)?.name).toBe(name);
  });
});
