import type { Workload } from '@/server/objects/types';

/** The kinds whose objects tell of rollouts. */
export const ROLLOUT_KINDS = ['replicaSets', 'statefulSets', 'daemonSets'] as const;
type RolloutKind = (typeof ROLLOUT_KINDS)[number];

/** Rises or changes with every rollout. */
const REVISION_OF: Readonly<Record<RolloutKind, (workload: Workload) => unknown>> = {
  replicaSets: ({ metadata }) => metadata.annotations?.['deployment.kubernetes.io/revision'],
  statefulSets: ({ status }) => status?.updateRevision,
  daemonSets: ({ metadata }) => metadata.annotations?.['deprecated.daemonset.template.generation'],
};

/** A new revision of a workload. */
interface Rollout {
  atMs: number;
  /** The ReplicaSet, or the workload and its revision. */
  detail: string;
}

/**
 * The rollout that a workload object tells of. A ReplicaSet of a Deployment comes with one, dated by its creation; any
 * other is seen as it happens, at `nowMs`: so is a rollback, where the Deployment gives a ReplicaSet a new revision.
 */
export function rolloutOf(
  kind: RolloutKind,
  workload: Workload,
  before: Workload | undefined,
  nowMs: number,
): Rollout | undefined {
  const { name, creationTimestamp, ownerReferences } = workload.metadata;
  const revision = REVISION_OF[kind](workload);
  if (typeof revision !== 'string' || revision === '') return undefined;
  if (kind !== 'replicaSets') {
    const former = before && REVISION_OF[kind](before);
    return former && former !== revision
      ? { atMs: nowMs, detail: `${name}, revision ${revision}` }
      : undefined;
  }
  if (!ownerReferences?.some(({ controller }) => controller)) return undefined;
  const former = before && REVISION_OF[kind](before);
  if (former) return Number(revision) > Number(former) ? { atMs: nowMs, detail: name } : undefined;
  const atMs = Date.parse(creationTimestamp ?? '');
  return Number.isNaN(atMs) ? undefined : { atMs, detail: name };
}
