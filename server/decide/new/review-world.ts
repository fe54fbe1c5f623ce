import type { OwnerRef } from '../../objects/owners';
import type { HorizontalPodAutoscaler, OwnerReference, Pod } from '../../objects/types';
import type { Amounts } from '../../objects/units';
import type { ApprovalFacts } from '../features/approvals/judge';
import type { CapacityForNew } from '../places/capacity-for-new';
import type { PodDemand } from '../places/pod-need';
import type { CompiledVpa } from '../pods/compiled-vpa';
import type { NamespaceLimits } from '../pods/limit-bounds';
import type { PodsToCome, QuotaLeft } from '../pods/quota-left';
import type { PodController } from './pod-controller';
import type { Surroundings } from './vpa-warnings';

/** The lookups of a review; all answer from memory. */
export interface ReviewWorld {
  /** Whether all VPAs have been seen, so that a missing one is known to be missing. */
  isReady(): boolean;
  /** The VPAs this process serves that target an object, in no order. */
  vpasOf(target: OwnerRef): readonly CompiledVpa[];
  /** Whether this process serves any VPA in the namespace. */
  hasVpas(namespace: string): boolean;
  controllerOf(namespace: string, pod: Pod): PodController;
  /** The VPA as it counts for the pod: by the node where it will run, and by its workload, where these differ. */
  forPod(vpa: CompiledVpa, pod: Pod, controller: PodController): CompiledVpa;
  limits(namespace: string): NamespaceLimits;
  /**
   * The most of each resource that a node can give which the pod may use; undefined if nobody knows, or capacity comes
   * with each pod.
   */
  largestNode(pod: Pod): Amounts | undefined;
  /**
   * What there is for a new pod and its siblings now; undefined if some node surely has room for what is asked, nobody
   * knows, or nodes come for it.
   */
  capacityNow(namespace: string, pod: Pod, asked: PodDemand): CapacityForNew | undefined;
  quotas(namespace: string): readonly QuotaLeft[];
  /** The replicas that controllers of a namespace still have to create besides a pod. */
  toCome(namespace: string, pod: Pod): PodsToCome;
  /**
   * The HPAs that scale a VPA's target, or the pod's own controller if the target is a PodGroup; none if they are not
   * heeded.
   */
  hpasOf(vpa: CompiledVpa, controller: PodController): readonly HorizontalPodAutoscaler[];
  /** What people decided of a VPA's changes; undefined if none of them waits for a person. */
  approvalsOf(vpa: CompiledVpa): ApprovalFacts | undefined;
  /** Annotations of the template its controller makes pods from. */
  templateAnnotations(namespace: string, owner: OwnerReference): Record<string, string> | undefined;
  /** What the target of a VPA may conflict with. */
  surroundings(target: OwnerRef | undefined): Surroundings;
}
