import { ApprovalIndex } from '../../cluster/approval-index';
import { type BoundsByNamespace, boundsByNamespace } from '../../cluster/bounds-by-namespace';
import { NodeSizes } from '../../cluster/node-sizes';
import { NodesByLabel } from '../../cluster/nodes-by-label';
import type { Config } from '../../config';
import type { ApprovalFacts } from '../../decide/features/approvals/judge';
import { forNodesWith } from '../../decide/features/node-scope/group-recommendations';
import { nodeOfPod, scopeOf } from '../../decide/features/node-scope/scope';
import { readableHpas } from '../../decide/features/with-hpa/readable-hpas';
import { type PodController, targetsOf } from '../../decide/new/pod-controller';
import type { ReviewWorld } from '../../decide/new/review-world';
import type { Surroundings } from '../../decide/new/vpa-warnings';
import { type CapacityForNew, capacityForNew } from '../../decide/places/capacity-for-new';
import type { NodeIndex } from '../../decide/places/node-index';
import type { PodDemand } from '../../decide/places/pod-need';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import type { ContainerPlan } from '../../decide/pods/container-plan';
import { followLargestNode } from '../../decide/pods/largest-node';
import type { NamespaceLimits } from '../../decide/pods/limit-bounds';
import { forWorkload } from '../../decide/pods/outcome/for-part';
import { type PodsToCome, type QuotaLeft, takenOfQuotas } from '../../decide/pods/quota-left';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { readVpa } from '../../decide/pods/vpa-reading';
import type { ClusterCaches } from '../../kube/caches';
import type { ProblemReporter } from '../../kube/problems';
import type { TargetResolver } from '../../kube/targets';
import { type Clock, wallClock } from '../../lib/time/clock';
import { controllerOf, type OwnerRef } from '../../objects/owners';
import { isPodGroupRef } from '../../objects/plumbline-types';
import { isOnPodGroup, ownerKey, podGroupRef } from '../../objects/target-key';
import type { HorizontalPodAutoscaler, KubeObject, OwnerReference, Pod, Workload } from '../../objects/types';
import type { Amounts } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { workloadKindOf } from '../../objects/workload-kinds';
import { aboutObject, aboutVpa, type ObjectFault } from '../../words/object-fault';
import { podController } from './controllers';
import { QuotaReservations, type ReplicasOf } from './quota-reservations';

type WorldSettings = Pick<
  Config,
  'vpaObjectNamespace' | 'ignoredVpaObjectNamespaces' | 'respectRoom' | 'respectConflicts' | 'approvals'
>;

/** What runs on the nodes, and whether nodes come by themselves. */
export interface CapacitySources {
  readonly nodeIndex: NodeIndex;
  readonly supply: { readonly comes: boolean };
}

const NO_VPAS: readonly CompiledVpa[] = [];
const NONE: readonly HorizontalPodAutoscaler[] = [];
const HPA = 'HorizontalPodAutoscaler';

/** The cluster as reviews see it: indexes kept up to date by watches, so that a review only looks up. */
export class ClusterWorld implements ReviewWorld {
  private readonly bounds: BoundsByNamespace;
  private readonly faultsTold = new Map<string, readonly ObjectFault[]>();
  private readonly nodeSize: ReturnType<typeof followLargestNode>;
  private readonly nodes: NodesByLabel;
  private readonly sizes: NodeSizes;
  private readonly approvals: ApprovalIndex;
  private readonly reservations: QuotaReservations;
  private readonly endings: (() => void)[];

  constructor(
    private readonly caches: ClusterCaches,
    private readonly targets: TargetResolver,
    private readonly settings: WorldSettings,
    private readonly problems: ProblemReporter,
    private readonly capacity?: CapacitySources,
    clock: Pick<Clock, 'steady'> = wallClock,
  ) {
    this.approvals = new ApprovalIndex(caches.changeApprovals, settings.approvals);
    this.nodeSize = followLargestNode(caches.nodes, (unreadable) => this.nodesUnreadable(unreadable));
    this.nodes = new NodesByLabel(caches.nodes);
    this.sizes = new NodeSizes(caches.nodes);
    this.bounds = boundsByNamespace(caches);
    this.reservations = new QuotaReservations(caches.resourceQuotas, clock);
    this.endings = [
      () => this.reservations.close(),
      () => this.nodes.stop(),
      () => this.sizes.stop(),
      () => this.approvals.close(),
      caches.vpas.subscribe({
        added: (vpa) => this.put(vpa),
        updated: (_former, vpa) => this.put(vpa),
        deleted: (vpa) => this.drop(vpa),
      }),
      ...REPLICATING.map((kind) =>
        caches[kind].subscribe({
          updated: (_former: Replicating, workload: Replicating) =>
            this.reservations.told(replicasOf(workload)),
        }),
      ),
      caches.limitRanges.subscribe({ deleted: (range) => this.forget('LimitRange', range) }),
      caches.resourceQuotas.subscribe({ deleted: (quota) => this.forget('ResourceQuota', quota) }),
      caches.horizontalPodAutoscalers.subscribe({
        updated: (_former, hpa) => this.forget(HPA, hpa),
        deleted: (hpa) => this.forget(HPA, hpa),
      }),
    ];
  }

  /** Stops following the cluster. */
  close(): void {
    for (const end of this.endings) end();
  }

  isReady(): boolean {
    const { vpas, limitRanges } = this.caches;
    const ranges = limitRanges.state.kind;
    return vpas.seen && (limitRanges.seen || ranges === 'forbidden' || ranges === 'absent');
  }

  vpasOf(target: OwnerRef): readonly CompiledVpa[] {
    if (!isServedNamespace(this.settings, target.namespace)) return NO_VPAS;
    return this.caches.vpasByTarget.targeting(target).map((vpa) => readVpa(vpa).compiled);
  }

  hasVpas(namespace: string): boolean {
    return this.caches.vpasByTarget.has(namespace) && isServedNamespace(this.settings, namespace);
  }

  controllerOf(namespace: string, pod: Pod): PodController {
    const controller = podController(this.targets, namespace, pod);
    const groups = isStatic(pod)
      ? []
      : this.caches.podGroupsByLabels.selecting(namespace, pod.metadata.labels);
    if (groups.length === 0) return controller;
    return { ...controller, groups: groups.map((name) => podGroupRef(namespace, name)) };
  }

  forPod(vpa: CompiledVpa, pod: Pod, controller: PodController): CompiledVpa {
    const [workload] = vpa.outcomes && isOnPodGroup(vpa.vpa) ? targetsOf(controller) : [];
    const own = forWorkload(vpa, workload && ownerKey(workload));
    const scope = scopeOf(vpa.vpa);
    if (scope === undefined) return own;
    const node = nodeOfPod(pod);
    return forNodesWith(own, node === undefined ? undefined : this.nodes.valueByNode(scope).get(node));
  }

  limits(namespace: string): NamespaceLimits {
    return this.told('LimitRange', namespace, this.bounds.limits(namespace)).limits;
  }

  quotas(namespace: string): readonly QuotaLeft[] {
    if (!this.settings.respectRoom) return [];
    const { left } = this.told('ResourceQuota', namespace, this.bounds.quotas(namespace));
    return this.reservations.without(namespace, left);
  }

  /** A pod that was reviewed takes this of the quotas, before they count it. */
  reserve(namespace: string, pod: Pod, plans: readonly ContainerPlan[]): void {
    const quotas = this.quotas(namespace);
    if (quotas.length === 0) return;
    const owner = this.replicatingOwner(namespace, pod);
    this.reservations.add(namespace, takenOfQuotas(pod.spec, plans, quotas), owner && replicasOf(owner));
  }

  private replicatingOwner(namespace: string, { metadata }: Pod): Workload | undefined {
    const owner = controllerOf(metadata.ownerReferences);
    if (!owner) return undefined;
    for (const kind of REPLICATING) {
      const found = this.caches[kind].get(namespace, owner.name);
      if (found?.metadata.uid === owner.uid) return found;
    }
    return undefined;
  }

  largestNode(pod: Pod): Amounts | undefined {
    if (!this.settings.respectRoom) return undefined;
    const ofAll = this.nodeSize();
    // Where capacity comes with each pod, nothing is known of any.
    return ofAll && (this.sizes.largestFor(pod) ?? ofAll);
  }

  capacityNow(namespace: string, pod: Pod, asked: PodDemand): CapacityForNew | undefined {
    if (!this.settings.respectRoom || !this.capacity) return undefined;
    const { nodeIndex, supply } = this.capacity;
    // Where a node comes for what waits, nothing has to fit now.
    return supply.comes
      ? undefined
      : capacityForNew(nodeIndex, pod, { asked, siblings: this.siblingsOf(namespace, pod) });
  }

  /** Replicas that its controller still has to create besides it. */
  private siblingsOf(namespace: string, pod: Pod): number {
    const owner = this.replicatingOwner(namespace, pod);
    return owner ? Math.max(0, replicasToCome(owner) - 1) : 0;
  }

  toCome(namespace: string, { metadata }: Pod): PodsToCome {
    const owner = controllerOf(metadata.ownerReferences)?.uid;
    let own = 0;
    const others: PodsToCome['others'][number][] = [];
    for (const kind of REPLICATING)
      for (const workload of this.caches[kind].list(namespace)) {
        const { metadata: of, spec } = workload;
        const replicas = replicasToCome(workload) - this.reservations.untold(replicasOf(workload));
        if (replicas <= 0 || of.deletionTimestamp) continue;
        if (of.uid === owner) own = replicas - 1;
        else if (spec?.template?.spec) others.push({ spec: spec.template.spec, replicas });
      }
    return { own, others };
  }

  hpasOf(vpa: CompiledVpa, controller: PodController): readonly HorizontalPodAutoscaler[] {
    if (!this.settings.respectConflicts || !vpa.target) return NONE;
    const scaled = isPodGroupRef(vpa.target) ? targetsOf(controller) : [vpa.target];
    const { hpasByTarget } = this.caches;
    const listed = scaled.map((target) => hpasByTarget.targeting(target)).find(({ length }) => length > 0);
    if (!listed) return NONE;
    const { hpas, faults } = readableHpas(listed);
    for (const { about, message } of faults) this.problems.report('object-unusable', about, message);
    return hpas;
  }

  approvalsOf({ vpa }: CompiledVpa): ApprovalFacts | undefined {
    return this.approvals.factsOf(vpa);
  }

  templateAnnotations(namespace: string, owner: OwnerReference): Record<string, string> | undefined {
    const kind = workloadKindOf(owner.apiVersion, owner.kind);
    return kind && this.caches[kind].get(namespace, owner.name)?.spec.template?.metadata?.annotations;
  }

  surroundings(target: OwnerRef | undefined): Surroundings {
    return {
      vpas: target ? this.caches.vpasByTarget.targeting(target) : [],
      hpas: target ? this.caches.hpasByTarget.targeting(target) : [],
      largestNode: this.nodeSize(),
    };
  }

  isServed({ metadata: { namespace = '' } }: VerticalPodAutoscaler): boolean {
    return isServedNamespace(this.settings, namespace);
  }

  private nodesUnreadable(faults: readonly ObjectFault[]): void {
    for (const { about, message } of faults) this.problems.report('object-unusable', about, message);
    for (const { code, about } of this.problems.list())
      if (
        code === 'object-unusable' &&
        about.startsWith('Node ') &&
        !faults.some((one) => one.about === about)
      )
        this.problems.clear(code, about);
  }

  /** Each object that cannot be read is a problem, told anew once anything of its namespace changes. */
  private told<K extends { readonly faults: readonly ObjectFault[] }>(
    kind: string,
    namespace: string,
    known: K,
  ): K {
    const key = `${kind} ${namespace}/`;
    const former = this.faultsTold.get(key);
    if (former === known.faults || (!former && known.faults.length === 0)) return known;
    for (const { about, message } of known.faults) this.problems.report('object-unusable', about, message);
    for (const { about } of former ?? [])
      if (!known.faults.some((one) => one.about === about)) this.problems.clear('object-unusable', about);
    if (known.faults.length > 0) this.faultsTold.set(key, known.faults);
    else this.faultsTold.delete(key);
    return known;
  }

  private forget(kind: string, object: KubeObject): void {
    this.problems.clear('object-unusable', aboutObject(kind, object));
  }

  private put(vpa: VerticalPodAutoscaler): void {
    if (!this.isServed(vpa)) return;
    const { fault } = readVpa(vpa);
    if (fault) this.problems.report('policy-invalid', aboutVpa(vpa.metadata), fault.message);
    else this.problems.clear('policy-invalid', aboutVpa(vpa.metadata));
  }

  private drop(vpa: VerticalPodAutoscaler): void {
    this.problems.clear('patch-withheld', aboutVpa(vpa.metadata));
    this.problems.clear('policy-invalid', aboutVpa(vpa.metadata));
  }
}

/** Kinds that create pods by a number of replicas. */
const REPLICATING = ['replicaSets', 'statefulSets', 'replicationControllers'] as const;
type Replicating = KubeObject & { status?: { replicas?: number } };

function replicasOf({ metadata, status }: Replicating): ReplicasOf {
  return { uid: metadata.uid ?? '', made: status?.replicas ?? 0 };
}

/** How many replicas a workload still has to create. */
function replicasToCome({ spec, status }: Pick<Workload, 'spec' | 'status'>): number {
  return (spec?.replicas ?? 1) - (status?.replicas ?? 0);
}

/** A static pod is a copy of a file on its node, which no patch changes. */
function isStatic({ metadata }: Pod): boolean {
  return controllerOf(metadata.ownerReferences)?.kind === 'Node';
}
