import type { ClusterCaches } from '@/server/kube/caches';
import type { WatchCache } from '@/server/kube/watch-cache';
import type { Labels } from '@/server/objects/selector';
import type { Workload } from '@/server/objects/types';
import type { Faults } from '../faults';

const TEMPLATE_HASHES = ['pod-template-hash', 'rollouts-pod-template-hash'] as const;
const JOB_UIDS = ['batch.kubernetes.io/controller-uid', 'controller-uid'] as const;

/**
 * Knows which revisions of workloads can still create pods: those of existing ReplicaSets and Jobs. A
 * rollback uses a ReplicaSet that was kept; once that is gone, the cluster has forgotten the revision.
 */
export class Revisions {
  /** Number of ReplicaSets per namespace and hash. */
  private readonly hashes = new Map<string, number>();
  private readonly jobs = new Set<string>();
  private readonly endSubscriptions: (() => void)[];

  constructor(
    private readonly caches: Pick<ClusterCaches, 'replicaSets' | 'jobs'>,
    faults: Faults,
  ) {
    this.endSubscriptions = [
      follow('ReplicaSet', caches.replicaSets, faults, (replicaSet, step) => {
        for (const key of hashKeysOf(replicaSet.metadata.namespace ?? '', replicaSet.metadata.labels)) {
          const count = (this.hashes.get(key) ?? 0) + step;
          if (count > 0) this.hashes.set(key, count);
          else this.hashes.delete(key);
        }
      }),
      follow('Job', caches.jobs, faults, ({ metadata: { uid = '' } }, step) => {
        if (step > 0) this.jobs.add(uid);
        else this.jobs.delete(uid);
      }),
    ];
  }

  stop(): void {
    for (const end of this.endSubscriptions) end();
  }

  /** Whether pods with these labels may come again; true unless it is certain that they do not. */
  canReturn(namespace: string, labels: Labels): boolean {
    const hashKeys = hashKeysOf(namespace, labels);
    if (hashKeys.length > 0)
      return this.caches.replicaSets.state.kind !== 'synced' || hashKeys.some((key) => this.hashes.has(key));
    const uid = JOB_UIDS.map((label) => labels[label]).find((found) => found !== undefined);
    return uid === undefined || this.caches.jobs.state.kind !== 'synced' || this.jobs.has(uid);
  }
}

function hashKeysOf(namespace: string, labels: Labels = {}): string[] {
  return TEMPLATE_HASHES.flatMap((label) => {
    const hash = labels[label];
    return hash === undefined ? [] : [`${namespace}/${label}/${hash}`];
  });
}

/** Called for each object that comes (1) and goes (-1). */
function follow(
  kind: string,
  cache: WatchCache<Workload>,
  faults: Faults,
  tell: (workload: Workload, step: 1 | -1) => void,
): () => void {
  return cache.subscribe(
    faults.guarded(kind, {
      added: (workload) => tell(workload, 1),
      updated: (before, workload) => {
        tell(before, -1);
        tell(workload, 1);
      },
      deleted: (workload) => tell(workload, -1),
    }),
  );
}
