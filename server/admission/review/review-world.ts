import type { OwnerRef } from '../../kube/targets';
import type { OwnerReference, Pod } from '../../kube/types';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import type { HpaClaim } from '../../policy/hpa-claims';
import type { NamespaceLimits } from '../../policy/limit-bounds';
import type { QuotaRoom } from '../../policy/quota-room';
import type { Surroundings } from '../../policy/vpa-warnings';
import type { PodController } from './pod-controller';

/** The lookups of a review; all answer from memory. */
export interface ReviewWorld {
  /** Whether all VPAs have been seen, so that a missing one is known to be missing. */
  isReady(): boolean;
  /** The VPAs this process serves that target an object, in no order. */
  vpasOf(target: OwnerRef): readonly CompiledVpa[];
  /** Whether this process serves any VPA in the namespace. */
  hasVpas(namespace: string): boolean;
  controllerOf(namespace: string, pod: Pod): PodController;
  limits(namespace: string): NamespaceLimits;
  /** What the quotas of a namespace have left. */
  quotas(namespace: string): readonly QuotaRoom[];
  /** What HPAs scale on in the pods of a VPA, so that it leaves that alone. */
  claims(vpa: CompiledVpa): readonly HpaClaim[];
  /** Annotations of the template its controller makes pods from. */
  templateAnnotations(namespace: string, owner: OwnerReference): Record<string, string> | undefined;
  /** What the target of a VPA may conflict with. */
  surroundings(target: OwnerRef | undefined): Surroundings;
}
