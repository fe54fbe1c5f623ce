import {
  addToCounts,
  countReplicas,
  type ReplicaCounts,
  replicaSum,
} from '../../decide/running/replica-counts';
import type { ClusterCaches } from '../../kube/caches';
import { type OwnedGroup, OwnerIndex } from '../../kube/owner-index';
import type { TargetResolver } from '../../kube/targets';
import { ofKey } from '../../lib/memo/of-key';
import type { Sliced } from '../../lib/time/slices';
import { controllerOf, type OwnerRef } from '../../objects/owners';
import { ownerKey, podGroupRef } from '../../objects/target-key';
import type { OwnerReference, Pod, Workload } from '../../objects/types';
import { WORKLOAD_KINDS, workloadKindOf } from '../../objects/workload-kinds';
import { faultOf, type ObjectFault } from '../../words/object-fault';
import { type Portion, PortionIndex } from './portion-index';

/** The pods of one direct controller that the same PodGroups select, and the topmost controller last found for them. */
interface Group {
  readonly pods: OwnedGroup<Pod>;
  target?: string;
  /** Absent if no PodGroup selects them, or while it is not known who owns them. */
  portion?: UnderBoth;
  /** Updated with every change after the first request, until the pods are listed again. */
  counts?: ReplicaCounts;
}

/** All pods under one topmost controller. */
interface Under {
  readonly groups: Set<Group>;
  /** As last listed; absent once any of them changed. */
  listed?: TargetPods;
}

/** Of these, the ones that the same PodGroups select. */
interface UnderBoth extends Under, Portion {}

/**
 * The pods under a target and their direct controllers, each the same list while nothing about them changes.
 * Changes of owners that no cache watches go unseen.
 */
export interface TargetPods {
  readonly pods: readonly Pod[];
  readonly owners: readonly OwnerReference[];
  readonly areOwnersFollowed: boolean;
  /** The counts of all pods of an owner, if it has others than these. */
  countsOf?(owner: OwnerReference): ReplicaCounts | undefined;
}

export const NO_PODS: TargetPods = { pods: [], owners: [], areOwnersFollowed: true };
/** The revision of PodGroups that pods have not been compared with since they came. */
const NEVER = -1;

interface NamespaceGroups {
  readonly all: Set<Group>;
  /** Groups whose topmost controller must be looked up again; all of them after a workload changed. */
  readonly unsettled: Set<Group>;
  haveWorkloadsChanged: boolean;
}

type Resolver = Pick<TargetResolver, 'topmost' | 'topmostController'>;

/** Pods by their topmost controller and by the PodGroups that select them, kept up to date by the watches. */
export class PodsByTarget {
  private readonly index: OwnerIndex<Pod>;
  private readonly groups = new Map<OwnedGroup<Pod>, Group>();
  private readonly namespaces = new Map<string, NamespaceGroups>();
  private readonly targets = new Map<string, Under>();
  private readonly portions = new PortionIndex<UnderBoth>((portion) => ({ ...portion, groups: new Set() }));
  /** The PodGroups that the pods of a namespace were last compared with. */
  private readonly revisions = new Map<string, number>();
  private readonly unusable = new Map<Group, ObjectFault>();

  constructor(
    private readonly caches: ClusterCaches,
    private readonly resolver: Resolver,
  ) {
    this.index = new OwnerIndex<Pod>(
      {
        began: (pods) => this.began(pods),
        changed: (pods, former, pod) => this.changed(pods, former, pod),
        ended: (pods) => this.ended(pods),
      },
      ({ metadata: { namespace = '', labels } }) => caches.podGroupsByLabels.selecting(namespace, labels),
    );
    this.index.follow(caches.pods);
    for (const kind of WORKLOAD_KINDS)
      caches[kind].subscribe({
        added: (workload) => this.workloadChanged(workload, true),
        updated: (former, workload) => this.workloadChanged(workload, !hasSameOwner(former, workload)),
        deleted: (workload) => this.workloadChanged(workload, true),
      });
  }

  /** Looks up the topmost controllers in one namespace that may have changed, after its PodGroups if they have. */
  *refreshing(namespace: string): Sliced<void> {
    yield* this.reviewing(namespace);
    const known = this.namespaces.get(namespace);
    if (!known) return;
    const groups = known.haveWorkloadsChanged ? known.all : known.unsettled;
    known.haveWorkloadsChanged = false;
    for (const group of [...groups]) {
      if (known.all.has(group)) this.resolve(known, group);
      yield;
    }
  }

  /** Compares all pods of a namespace with its PodGroups, once after any of these changed. */
  private *reviewing(namespace: string): Sliced<void> {
    const revision = this.caches.podGroupsByLabels.revisionOf(namespace);
    if (revision === (this.revisions.get(namespace) ?? 0)) return;
    for (const pod of [...this.caches.pods.list(namespace)]) {
      // It may have gone while others ran.
      if (this.caches.pods.get(namespace, pod.metadata.name) === pod) this.index.review(pod);
      yield;
    }
    if (revision === 0) this.revisions.delete(namespace);
    else this.revisions.set(namespace, revision);
  }

  /** Pods whose owners cannot be read. */
  get faults(): Iterable<ObjectFault> {
    return this.unusable.values();
  }

  of(target: string): TargetPods {
    const under = this.targets.get(target);
    return under ? this.listed(under) : NO_PODS;
  }

  /** The pods that a PodGroup selects, by their topmost controllers and the other groups that select them. */
  portionsOf(podGroup: string): ReadonlySet<Portion> {
    return this.portions.of(podGroup);
  }

  podsIn({ key }: Portion): TargetPods {
    const under = this.portions.get(key);
    return under ? this.listed(under) : NO_PODS;
  }

  /** The current counts for one controller's pods; a copy. */
  replicaCountsOf({ metadata: { namespace = '', ownerReferences } }: Pod): ReplicaCounts | undefined {
    const owner = controllerOf(ownerReferences);
    return owner && this.countsOf(namespace, owner);
  }

  /** The pods that a controller owns directly. */
  ownedBy(namespace: string, uid: string): readonly Pod[] {
    return this.index.of(namespace, uid).flatMap(({ members }) => [...members.values()]);
  }

  private listed(under: Under): TargetPods {
    if (under.listed) return under.listed;
    const groups = [...under.groups];
    for (const group of groups) group.counts = undefined;
    const known = new Map<string, OwnerReference>();
    for (const { pods } of groups) if (pods.owner) known.set(pods.owner.uid, pods.owner);
    const owners = [...known.values()];
    const namespace = groups[0]?.pods.namespace ?? '';
    const isWhole = owners.every((owner) => this.isWhole(namespace, owner, under));
    under.listed = {
      pods: groups.flatMap(({ pods }) => [...pods.members.values()]),
      owners,
      areOwnersFollowed:
        isWhole && owners.every(({ apiVersion, kind }) => workloadKindOf(apiVersion, kind) !== undefined),
      ...(!isWhole && {
        countsOf: (owner: OwnerReference) =>
          this.isWhole(namespace, owner, under) ? undefined : this.countsOf(namespace, owner),
      }),
    };
    return under.listed;
  }

  /** Whether all pods of an owner are among these. */
  private isWhole(namespace: string, { uid }: OwnerReference, { groups }: Under): boolean {
    return this.index.of(namespace, uid).every((pods) => {
      const group = this.groups.get(pods);
      return group !== undefined && groups.has(group);
    });
  }

  private countsOf(namespace: string, { uid }: OwnerReference): ReplicaCounts | undefined {
    const groups = this.index.of(namespace, uid).flatMap((pods) => this.groups.get(pods) ?? []);
    if (groups.length === 0) return undefined;
    return replicaSum(
      groups.map((group) => {
        group.counts ??= countReplicas(group.pods.members.values());
        return group.counts;
      }),
    );
  }

  /** The controller's own numbers changed, and perhaps its topmost controller too. */
  private workloadChanged({ metadata: { namespace = '', uid = '' } }: Workload, mayTopmostChange: boolean) {
    const known = this.namespaces.get(namespace);
    if (known && mayTopmostChange) known.haveWorkloadsChanged = true;
    for (const pods of this.index.of(namespace, uid)) {
      const group = this.groups.get(pods);
      for (const under of group ? this.undersOf(group) : [])
        if (under.listed) under.listed = { ...under.listed, owners: [...under.listed.owners] };
    }
  }

  private undersOf({ target, portion }: Group): Under[] {
    const under = target === undefined ? undefined : this.targets.get(target);
    return [under, portion].filter((one) => one !== undefined);
  }

  private began(pods: OwnedGroup<Pod>): void {
    const group: Group = { pods };
    this.groups.set(pods, group);
    if (pods.selected.length > 0 && !this.revisions.has(pods.namespace))
      this.revisions.set(pods.namespace, NEVER);
    const known = ofKey(this.namespaces, pods.namespace, () => ({
      all: new Set<Group>(),
      unsettled: new Set<Group>(),
      haveWorkloadsChanged: false,
    }));
    known.all.add(group);
    known.unsettled.add(group);
  }

  private changed(pods: OwnedGroup<Pod>, former: Pod | undefined, pod: Pod | undefined): void {
    const group = this.groups.get(pods);
    if (!group) return;
    if (group.counts && former) addToCounts(group.counts, former, -1);
    if (group.counts && pod) addToCounts(group.counts, pod, 1);
    for (const under of this.undersOf(group)) under.listed = undefined;
  }

  private ended(pods: OwnedGroup<Pod>): void {
    const group = this.groups.get(pods);
    this.groups.delete(pods);
    const known = this.namespaces.get(pods.namespace);
    if (!group || !known) return;
    this.moveUnder(group, undefined);
    this.moveTo(group, undefined);
    this.unusable.delete(group);
    known.unsettled.delete(group);
    known.all.delete(group);
    if (known.all.size === 0) this.namespaces.delete(pods.namespace);
  }

  private resolve(known: NamespaceGroups, group: Group): void {
    const topmost = this.topmostOf(group);
    this.moveUnder(group, topmost && ownerKey(topmost));
    if (group.pods.selected.length > 0) this.moveTo(group, this.portionFor(group));
    const isSettled = topmost ? this.isSettled(topmost) : !isControlled(group.pods);
    if (isSettled) known.unsettled.delete(group);
    else known.unsettled.add(group);
  }

  /** The portion of a group; undefined while it is not known who owns its pods. */
  private portionFor({ pods: { namespace, owner, selected }, target }: Group): UnderBoth | undefined {
    if (target === undefined && owner && this.isPending(namespace, owner)) return undefined;
    const podGroups = selected.map((name) => ownerKey(podGroupRef(namespace, name)));
    return this.portions.for({ namespace, workload: target, podGroups });
  }

  private isPending(namespace: string, owner: OwnerReference): boolean {
    try {
      return this.resolver.topmost(namespace, [owner]).kind === 'pending';
    } catch {
      return false;
    }
  }

  private moveTo(group: Group, portion: UnderBoth | undefined): void {
    const former = group.portion;
    if (former === portion) return;
    group.portion = portion;
    if (former) {
      former.groups.delete(group);
      former.listed = undefined;
      if (former.groups.size === 0) this.portions.delete(former);
    }
    portion?.groups.add(group);
    if (portion) portion.listed = undefined;
  }

  private topmostOf(group: Group): OwnerRef | undefined {
    const { namespace, owner, members } = group.pods;
    this.unusable.delete(group);
    if (!owner) return undefined;
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
    const under = ofKey(this.targets, target, () => ({ groups: new Set<Group>() }));
    under.groups.add(group);
    under.listed = undefined;
  }
}

/** Whether a controller owns them that may have one above it: the pods of a node have none. */
function isControlled({ owner }: OwnedGroup<Pod>): boolean {
  return owner !== undefined && owner.kind !== 'Node';
}

type Owned = { metadata: { uid?: string; ownerReferences?: OwnerReference[] } };

function hasSameOwner(a: Owned, b: Owned): boolean {
  return (
    a.metadata.uid === b.metadata.uid &&
    controllerOf(a.metadata.ownerReferences)?.uid === controllerOf(b.metadata.ownerReferences)?.uid
  );
}
