import type { ForNewPods } from '../../features/with-hpa/for-new-pods';
import type { OwnerRef } from '../../kube/targets';
import type { OwnerReference, Pod } from '../../kube/types';
import type { CompiledVpa, Recommendation } from '../../policy/compiled-vpa';
import type { NamespaceLimits } from '../../policy/limit-bounds';
import type { QuotaRoom } from '../../policy/quota-room';
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
  /** What the quotas of a namespace have left. */
  quotas(namespace: string): readonly QuotaRoom[];
  /**
   * What the HPAs of a VPA's target mean for its new pods, given what is recommended for them; those of a pod's own
   * controller if the target is a PodGroup.
   */
  besideHpas(
    vpa: CompiledVpa,
    recommendation: Recommendation | undefined,
    controller?: PodController,
  ): ForNewPods;
  /** What is recommended for new pods, as far as it needs no approval or has one. */
  asApproved(vpa: CompiledVpa, recommendation: Recommendation | undefined): Recommendation | undefined;
  /** Annotations of the template its controller makes pods from. */
  templateAnnotations(namespace: string, owner: OwnerReference): Record<string, string> | undefined;
  /** What the target of a VPA may conflict with. */
  surroundings(target: OwnerRef | undefined): Surroundings;
}
