import type { WorkloadSummary } from '../../contract/recommendations';
import { type Counting, isCountedBefore } from '../../decide/pods/counted-vpa';
import type { Sliced } from '../../lib/time/slices';
import { ownerKey, targetOf } from '../../objects/target-key';

/** What a VPA counts for, and what decides whether it does. */
interface Claim extends Counting {
  readonly target: string;
}

type Claiming = Pick<
  WorkloadSummary,
  'namespace' | 'name' | 'target' | 'updateMode' | 'heldMode' | 'createdMs' | 'containers'
>;

/** Undefined if nothing is known of its containers. */
export function workloadClaim(vpa: Claiming): Claim | undefined {
  const { namespace, name, target, updateMode, heldMode, createdMs, containers } = vpa;
  if (containers.length === 0) return undefined;
  return {
    target: ownerKey(targetOf(namespace, target)),
    acts: (heldMode?.mode ?? updateMode) !== 'Off',
    vpa: {
      metadata: {
        name,
        ...(createdMs !== undefined && { creationTimestamp: new Date(createdMs).toISOString() }),
      },
    },
  };
}

/**
 * The VPAs whose target another one stands for, so that sums count every workload once: by the VPA that acts, or the
 * strongest of several.
 */
export function* doublesAmong<Vpa extends { readonly claim: Claim | undefined }>(
  vpas: readonly Vpa[],
): Sliced<ReadonlySet<Vpa>> {
  const counted = new Map<string, { vpa: Vpa; claim: Claim }>();
  const doubles = new Set<Vpa>();
  for (const vpa of vpas) {
    yield;
    const { claim } = vpa;
    if (!claim) continue;
    const known = counted.get(claim.target);
    const isCounted = !known || isCountedBefore(claim, known.claim);
    if (known) doubles.add(isCounted ? known.vpa : vpa);
    if (isCounted) counted.set(claim.target, { vpa, claim });
  }
  return doubles;
}
