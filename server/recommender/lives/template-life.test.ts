import { describe, expect, it } from 'vitest';
import type { Workload } from '@/server/objects/types';
import { lifeOfRevisions, revisionOfReplicaSet } from './template-life';

const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 5, 1);

function replicaSet(revision: number, day: number, image: string, memory = '1Gi', annotation = ''): Workload {
  return {
    metadata: {
      name: `web-${revision}`,
      namespace: 'shop',
      creationTimestamp: new Date(T0 + day * DAY_MS).toISOString(),
      annotations: { 'deployment.kubernetes.io/revision': String(revision) },
    },
    spec: {
      template: {
        metadata: { annotations: { restarted: annotation } },
        spec: { containers: [{ name: 'app', image, resources: { requests: { memory } } }] },
      },
    },
  } as unknown as Workload;
}

describe('the life of a template', () => {
  it.each<[string, Workload[], unknown]>([
    ['is unknown with one revision', [replicaSet(1, 0, 'a')], undefined],
    ['is unknown where only other fields changed', [replicaSet(1, 0, 'a'), replicaSet(2, 3, 'a')], undefined],
    [
      'begins with another image',
      [replicaSet(1, 0, 'a'), replicaSet(2, 3, 'b')],
      { sinceMs: T0 + 3 * DAY_MS, changed: 'image' },
    ],
    [
      'begins with other amounts',
      [replicaSet(1, 0, 'a'), replicaSet(2, 3, 'a', '2Gi')],
      { sinceMs: T0 + 3 * DAY_MS, changed: 'amounts' },
    ],
    [
      'goes on through restarts',
      [replicaSet(1, 0, 'a'), replicaSet(3, 5, 'b', '1Gi', 'again'), replicaSet(2, 3, 'b')],
      { sinceMs: T0 + 3 * DAY_MS, changed: 'image' },
    ],
    ['is one before after a rollback', [replicaSet(3, 0, 'a'), replicaSet(2, 3, 'b')], 'rolled-back'],
  ])('%s', (_, revisions, life) => {
    expect(lifeOfRevisions(revisions.flatMap((one) => revisionOfReplicaSet(one) ?? []))).toEqual(life);
  });
});
