import { describe, expect, it } from 'vitest';
import type { Workload } from '@/server/objects/types';
import { type ROLLOUT_KINDS, rolloutOf } from './rollouts';

const CREATED = '2026-08-01T12:00:00Z';
const NOW_MS = Date.parse('2026-08-03T00:00:00Z');

function workload(told: {
  annotation?: string;
  revision?: string;
  status?: string;
  owned?: boolean;
}): Workload {
  const { annotation, revision = '', status, owned = true } = told;
  return {
    apiVersion: 'apps/v1',
    kind: 'Any',
    metadata: {
      namespace: 'shop',
      name: 'web-5d',
      creationTimestamp: CREATED,
      ...(annotation && { annotations: { [annotation]: revision } }),
      ...(owned && {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u', controller: true },
        ],
      }),
    },
    spec: {},
    ...(status && { status: { updateRevision: status } }),
  };
}
const replicaSet = (revision: string, owned = true) =>
  workload({ annotation: 'deployment.kubernetes.io/revision', revision, owned });
const daemonSet = (revision: string) =>
  workload({ annotation: 'deprecated.daemonset.template.generation', revision });
const statefulSet = (status: string) => workload({ status });

describe('a rollout', () => {
  it.each<[string, (typeof ROLLOUT_KINDS)[number], Workload, Workload | undefined, number | undefined]>([
    [
      'comes with a ReplicaSet, at its creation',
      'replicaSets',
      replicaSet('1'),
      undefined,
      Date.parse(CREATED),
    ],
    ['is a rollback to a former ReplicaSet, now', 'replicaSets', replicaSet('3'), replicaSet('1'), NOW_MS],
    ['is no ReplicaSet that only scales', 'replicaSets', replicaSet('1'), replicaSet('1'), undefined],
    ['is no ReplicaSet of its own', 'replicaSets', replicaSet('1', false), undefined, undefined],
    ['is a new revision of a StatefulSet, now', 'statefulSets', statefulSet('b'), statefulSet('a'), NOW_MS],
    ['is no StatefulSet seen for the first time', 'statefulSets', statefulSet('b'), undefined, undefined],
    ['is a new template of a DaemonSet, now', 'daemonSets', daemonSet('2'), daemonSet('1'), NOW_MS],
    ['is no DaemonSet whose status changes', 'daemonSets', daemonSet('2'), daemonSet('2'), undefined],
  ])('%s', (_case, kind, now, before, atMs) => {
    expect(rolloutOf(kind, now, before, NOW_MS)?.atMs).toBe(atMs);
  });
});
