import type { ClusterCaches } from '@/server/kube/caches';
import type { Clock } from '@/server/lib/time/clock';
import { controllerOf, type OwnerRef } from '@/server/objects/owners';
import type { Workload } from '@/server/objects/types';
import type { Faults } from '../faults';
import { changeBetween, lifeOfRevisions, type TemplateLife, templateKeyOf } from './template-life';

export type { TemplateLife } from './template-life';

/**
 * Since when the templates of workloads are what they are. ReplicaSets tell it of Deployments and Rollouts, whose former
 * revisions they are; StatefulSets and DaemonSets only by a change that is seen.
 */
export class TemplateLives {
  private readonly revisions = new Map<string, Map<string, Workload>>();
  /** What was seen of workloads without ReplicaSets, with the templates that they had. */
  private readonly seen = new Map<string, { life: TemplateLife | 'rolled-back'; former: string[] }>();
  private readonly endSubscriptions: (() => void)[];

  constructor(
    caches: Pick<ClusterCaches, 'replicaSets' | 'statefulSets' | 'daemonSets'>,
    faults: Faults,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.endSubscriptions = [
      caches.replicaSets.subscribe(
        faults.guarded('ReplicaSet', {
          added: (replicaSet) => this.keep(replicaSet),
          updated: (before, replicaSet) => {
            this.drop(before);
            this.keep(replicaSet);
          },
          deleted: (replicaSet) => this.drop(replicaSet),
        }),
      ),
      ...(['statefulSets', 'daemonSets'] as const).map((kind) =>
        caches[kind].subscribe(
          faults.guarded(KINDS[kind], {
            updated: (before, workload) => this.compare(KINDS[kind], before, workload),
            deleted: ({ metadata: { namespace = '', name } }) =>
              this.seen.delete(keyOf(namespace, { kind: KINDS[kind], name })),
          }),
        ),
      ),
    ];
  }

  stop(): void {
    for (const end of this.endSubscriptions) end();
  }

  /** The present life of a workload; undefined if nothing is known of one before, `rolled-back` if it is one before. */
  of(namespace: string, workload: Pick<OwnerRef, 'kind' | 'name'>): TemplateLife | 'rolled-back' | undefined {
    const key = keyOf(namespace, workload);
    const revisions = this.revisions.get(key);
    return revisions ? lifeOfRevisions([...revisions.values()]) : this.seen.get(key)?.life;
  }

  private keep(replicaSet: Workload): void {
    const { namespace = '', name, ownerReferences } = replicaSet.metadata;
    const owner = controllerOf(ownerReferences);
    if (!owner) return;
    const key = keyOf(namespace, owner);
    const known = this.revisions.get(key);
    if (known) known.set(name, replicaSet);
    else this.revisions.set(key, new Map([[name, replicaSet]]));
  }

  private drop(replicaSet: Workload): void {
    const { namespace = '', name, ownerReferences } = replicaSet.metadata;
    const owner = controllerOf(ownerReferences);
    if (!owner) return;
    const key = keyOf(namespace, owner);
    const known = this.revisions.get(key);
    known?.delete(name);
    if (known?.size === 0) this.revisions.delete(key);
  }

  private compare(kind: string, before: Workload, workload: Workload): void {
    if (before.metadata.generation === workload.metadata.generation) return;
    const changed = changeBetween(before, workload);
    if (!changed) return;
    const { namespace = '', name } = workload.metadata;
    const key = keyOf(namespace, { kind, name });
    const former = [...(this.seen.get(key)?.former ?? []), templateKeyOf(before)].slice(-MOST_FORMER);
    const life = former.includes(templateKeyOf(workload))
      ? ('rolled-back' as const)
      : { sinceMs: this.clock.now(), changed };
    this.seen.set(key, { life, former });
  }
}

/** As many revisions as a StatefulSet keeps by default. */
const MOST_FORMER = 10;
const KINDS = { statefulSets: 'StatefulSet', daemonSets: 'DaemonSet' } as const;

function keyOf(namespace: string, { kind, name }: Pick<OwnerRef, 'kind' | 'name'>): string {
  return `${namespace}/${kind}/${name}`;
}
