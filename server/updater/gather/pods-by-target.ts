import type { ClusterCaches } from '../../kube/caches';
import { faultOf, type ObjectFault } from '../../kube/object-fault';
import { controllerOf, type OwnedGroup, OwnerIndex } from '../../kube/owner-index';
import { ownerKey } from '../../kube/target-key';
import type { OwnerRef, TargetResolver } from '../../kube/targets';
import type { OwnerReference, Pod, Workload } from '../../kube/types';
import { WORKLOAD_KINDS, workloadKindOf } from '../../kube/workload-kinds';
import type { Sliced } from '../../slices';
import { addToCounts, countReplicas, type ReplicaCounts } from '../plan/replica-counts';

/** The pods of one direct controller, and the topmost controller last found for them. */
interface Group {
  readonly pods: OwnedGroup<Pod>;
  target?: string;
  /** Updated with every change after the first request, until the pods are listed again. */
  counts?: ReplicaCounts;
}

/** All pods under one topmost controller. */
interface Under {
  readonly groups: Set<Group>;
  /** As last listed; absent once any of them changed. */
  listed?: TargetPods;
}

/**
 * The pods under a target and their direct controllers, each the same list while nothing about them changes.
 * Changes of owners that no cache watches go unseen.
 */
export interface TargetPods {
  readonly pods: readonly Pod[];
  readonly owners: readonly OwnerReference[];
  readonly areOwnersFollowed: boolean;
}

export const NO_PODS: TargetPods = { pods: [], owners: [], areOwnersFollowed: true };

interface NamespaceGroups {
  readonly all: Set<Group>;
  /** Groups whose topmost controller must be looked up again; all of them after a workload changed. */
  readonly unsettled: Set<Group>;
  haveWorkloadsChanged: boolean;
}

/** Pods by their topmost controller, kept up to date by the watches. */
export class PodsByTarget {
  private readonly index: OwnerIndex<Pod>;
  private readonly groups = new Map<OwnedGroup<Pod>, Group>();
  private readonly namespaces = new Map<string, NamespaceGroups>();
  private readonly targets = new Map<string, Under>();
  private readonly unusable = new Map<Group, ObjectFault>();

  constructor(
    private readonly caches: ClusterCaches,
    private readonly resolver: Pick<TargetResolver, 'topmostController'>,
  ) {
    this.index = new OwnerIndex<Pod>({
      began: (pods) => this.began(pods),
      changed: (pods, former, pod) => this.changed(pods, former, pod),
      ended: (pods) => this.ended(pods),
    });
    this.index.follow(caches.pods);
    for (const kind of WORKLOAD_KINDS)
      caches[kind].subscribe({
        added: (workload) => this.workloadChanged(workload, true),
        updated: (former, workload) => this.workloadChanged(workload, !hasSameOwner(former, workload)),
        deleted: (workload) => this.workloadChanged(workload, true),
      });
  }

  /** Looks up the topmost controllers in one namespace that may have changed. */
  *refreshing(namespace: string): Sliced<void> {
    const known = this.namespaces.get(namespace);
    if (!known) return;
    const groups = known.haveWorkloadsChanged ? known.all : known.unsettled;
    known.haveWorkloadsChanged = false;
    for (const group of [...groups]) {
      if (known.all.has(group)) this.resolve(known, group);
      yield;
    }
  }

  /** Pods whose owners cannot be read. */
  get faults(): Iterable<ObjectFault> {
    return this.unusable.values();
  }

  of(target: string): TargetPods {
    const under = this.targets.get(target);
    if (!under) return NO_PODS;
    if (!under.listed) {
      const groups = [...under.groups];
      for (const group of groups) group.counts = undefined;
      under.listed = {
        pods: groups.flatMap(({ pods }) => [...pods.members.values()]),
        owners: groups.map(({ pods }) => pods.owner),
        areOwnersFollowed: groups.every(
          ({ pods: { owner } }) => workloadKindOf(owner.apiVersion, owner.kind) !== undefined,
        ),
      };
    }
    return under.listed;
  }

  /** The current counts for one controller's pods. The object keeps changing: copy it to keep it. */
  replicaCountsOf(pod: Pod): ReplicaCounts | undefined {
    const group = this.groupOf(pod);
    if (!group) return undefined;
    group.counts ??= countReplicas(group.pods.members.values());
    return group.counts;
  }

  /** The controller's own numbers changed, and perhaps its topmost controller too. */
  private workloadChanged({ metadata: { namespace = '', uid = '' } }: Workload, mayTopmostChange: boolean) {
    const known = this.namespaces.get(namespace);
    if (known && mayTopmostChange) known.haveWorkloadsChanged = true;
    const pods = this.index.of(namespace, uid);
    const target = pods && this.groups.get(pods)?.target;
    const under = target === undefined ? undefined : this.targets.get(target);
    if (under?.listed) under.listed = { ...under.listed, owners: [...under.listed.owners] };
  }

  private groupOf({ metadata }: Pod): Group | undefined {
    const uid = controllerOf(metadata.ownerReferences)?.uid;
    const pods = uid === undefined ? undefined : this.index.of(metadata.namespace ?? '', uid);
    return pods && this.groups.get(pods);
  }

  private began(pods: OwnedGroup<Pod>): void {
    const group: Group = { pods };
    this.groups.set(pods, group);
    let known = this.namespaces.get(pods.namespace);
    if (!known) {
      known = { all: new Set(), unsettled: new Set(), haveWorkloadsChanged: false };
      this.namespaces.set(pods.namespace, known);
    }
    known.all.add(group);
    known.unsettled.add(group);
  }

  private changed(pods: OwnedGroup<Pod>, former: Pod | undefined, pod: Pod | undefined): void {
    const group = this.groups.get(pods);
    if (!group) return;
    if (group.counts && former) addToCounts(group.counts, former, -1);
    if (group.counts && pod) addToCounts(group.counts, pod, 1);
    const under = group.target === undefined ? undefined : this.targets.get(group.target);
    if (under) under.listed = undefined;
  }

  private ended(pods: OwnedGroup<Pod>): void {
    const group = this.groups.get(pods);
    this.groups.delete(pods);
    const known = this.namespaces.get(pods.namespace);
    if (!group || !known) return;
    this.moveUnder(group, undefined);
    this.unusable.delete(group);
    known.unsettled.delete(group);
    known.all.delete(group);
    if (known.all.size === 0) this.namespaces.delete(pods.namespace);
  }

  private resolve(known: NamespaceGroups, group: Group): void {
    const topmost = this.topmostOf(group);
    this.moveUnder(group, topmost && ownerKey(topmost));
    if (topmost && this.isSettled(topmost)) known.unsettled.delete(group);
    else known.unsettled.add(group);
  }

  private topmostOf(group: Group): OwnerRef | undefined {
    const { namespace, owner, members } = group.pods;
    this.unusable.delete(group);
    try {
      return this.resolver.topmostController(namespace, [owner]);
    } catch (thrown) {
      const [pod] = members.values();
      this.unusable.set(group, faultOf('Pod', pod, thrown));
      return undefined;
    }
  }

  /** Whether only a change of a watched workload can change the topmost controller. */
  private isSettled({ apiVersion, kind, namespace, name, uid }: OwnerRef): boolean {
    const cached = workloadKindOf(apiVersion, kind);
    const workload = cached && this.caches[cached].get(namespace, name);
    return (
      workload !== undefined &&
      workload.metadata.uid === uid &&
      controllerOf(workload.metadata.ownerReferences) === undefined
    );
  }

  private moveUnder(group: Group, target: string | undefined): void {
    if (group.target === target) return;
    if (group.target !== undefined) {
      const former = this.targets.get(group.target);
      former?.groups.delete(group);
      if (former) former.listed = undefined;
      if (former?.groups.size === 0) this.targets.delete(group.target);
    }
    group.target = target;
    if (target === undefined) return;
    let under = this.targets.get(target);
    if (!under) {
      under = { groups: new Set() };
      this.targets.set(target, under);
    }
    under.groups.add(group);
    under.listed = undefined;
  }
}

type Owned = { metadata: { uid?: string; ownerReferences?: OwnerReference[] } };

function hasSameOwner(a: Owned, b: Owned): boolean {
  return (
    a.metadata.uid === b.metadata.uid &&
    controllerOf(a.metadata.ownerReferences)?.uid === controllerOf(b.metadata.ownerReferences)?.uid
  );
}
