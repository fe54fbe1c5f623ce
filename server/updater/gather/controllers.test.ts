import { describe, expect, it } from 'vitest';
import type { ClusterCaches } from '../../kube/caches';
import type { OwnerReference, Workload } from '../../objects/types';
import { controllerFacts } from './controllers';

/** A cluster with this one object, and a scale of 7 for every uncached kind. */
function configured(
  apiVersion: string,
  kind: string,
  object: Partial<Workload>,
  uid = 'u',
): number | undefined {
  const cache = { get: () => ({ metadata: { name: 'x', uid: 'u' }, spec: {}, ...object }) };
  const caches = new Proxy({}, { get: () => cache }) as ClusterCaches;
  const owner: OwnerReference = { apiVersion, kind, name: 'x', uid, controller: true };
  return controllerFacts({ caches, targets: { replicasOf: () => 7 } }, 'shop', owner).configured;
}

describe('how many pods a controller wants', () => {
  it.each<[string, string, string, Partial<Workload>, number | undefined]>([
    ['the replicas of a ReplicaSet', 'apps/v1', 'ReplicaSet', { spec: { replicas: 3 } }, 3],
    ['one where it does not say', 'apps/v1', 'StatefulSet', {}, 1],
    [
      'one on each node for a DaemonSet, however few are ready',
      'apps/v1',
      'DaemonSet',
      { status: { desiredNumberScheduled: 5, numberReady: 2 } },
      5,
    ],
    ['the parallelism of a Job', 'batch/v1', 'Job', { spec: { parallelism: 4 } }, 4],
    [
      'what a Job has left to do',
      'batch/v1',
      'Job',
      { spec: { parallelism: 4, completions: 6 }, status: { succeeded: 5 } },
      1,
    ],
    ['the scale of any other kind', 'argoproj.io/v1alpha1', 'Rollout', {}, 7],
    ['the scale of a kind of the same name in another group', 'apps.kruise.io/v1', 'StatefulSet', {}, 7],
  ])('is %s', (_name, apiVersion, kind, object, expected) => {
    expect(configured(apiVersion, kind, object)).toBe(expected);
  });

  it('is unknown if another controller took the name', () => {
    expect(configured('apps/v1', 'ReplicaSet', { spec: { replicas: 3 } }, 'other')).toBeUndefined();
  });
});
