import type { ClusterCaches } from '@/server/kube/caches';
import type { Clock } from '@/server/lib/time/clock';
import { controllerOf, type OwnerRef } from '@/server/objects/owners';
import type { ControllerRevision, KubeObject, Workload } from '@/server/objects/types';
import type { Faults } from '../faults';
import {
  changeBetween,
  lifeOfRevisions,
  type Revision,
  revisionOfController,
  revisionOfReplicaSet,
  type TemplateLife,
  templateKeyOf,
} from './template-life';

export type { TemplateLife } from './template-life';

/**
 * Since when the templates of workloads are what they are. ReplicaSets tell it of Deployments and Rollouts, whose former
 * revisions they are, and ControllerRevisions of StatefulSets and DaemonSets; where these cannot be read, only a change
 * that is seen does.
 */
export class TemplateLives {
  private readonly revisions = new Map<string, Map<string, Revision>>();
  /** What was seen of workloads whose revisions are not known, with the templates that they had. */
  private readonly seen = new Map<string, { life: TemplateLife | 'rolled-back'; former: string[] }>();
  private readonly endSubscriptions: (() => void)[];

  constructor(
    caches: Pick<ClusterCaches, 'replicaSets' | 'controllerRevisions' | 'statefulSets' | 'daemonSets'>,
    faults: Faults,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.endSubscriptions = [
      caches.replicaSets.subscribe(
        faults.guarded(
          'ReplicaSet',
          this.keeping((replicaSet: Workload) => revisionOfReplicaSet(replicaSet)),
        ),
      ),
      caches.controllerRevisions.subscribe(
        faults.guarded(
          'ControllerRevision',
          this.keeping((revision: ControllerRevision) => revisionOfController(revision)),
        ),
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

  private keeping<T extends KubeObject>(revisionOf: (object: T) => Revision | undefined) {
    const keep = (object: T) => this.keep(object, revisionOf(object));
    return {
      added: keep,
      updated: (before: T, object: T) => {
        this.drop(before);
        keep(object);
      },
      deleted: (object: T) => this.drop(object),
    };
  }

  private keep({ metadata }: KubeObject, revision: Revision | undefined): void {
    const { namespace = '', name, ownerReferences } = metadata;
    const owner = controllerOf(ownerReferences);
    if (!owner || !revision) return;
    const key = keyOf(namespace, owner);
    const known = this.revisions.get(key);
    if (known) known.set(name, revision);
    else this.revisions.set(key, new Map([[name, revision]]));
  }

  private drop({ metadata }: KubeObject): void {
    const { namespace = '', name, ownerReferences } = metadata;
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
