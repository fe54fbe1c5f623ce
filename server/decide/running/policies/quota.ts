import { ofKey } from '../../../lib/memo/of-key';
import { controllerOf } from '../../../objects/owners';
import { isFinished } from '../../../objects/pod-phase';
import { quotaCharge } from '../../pods/quota-charge';
import type { QuotaLeft } from '../../pods/quota-left';
import { countingPod } from '../../pods/quota-scopes';
import type { WorkloadInput } from '../plan-input';
import type { Hold, ProposedUpdate, Restraint } from '../policy';
import { plannedAmounts, totalOf } from './totals';

/** What the chosen changes take of the quotas, which count it only once the new pods exist. */
export class QuotaUse {
  private readonly taken = new Map<string, number>();
  /** Pods that the controllers of a workload still have to create, by their uid. */
  private readonly missing = new WeakMap<WorkloadInput, ReadonlyMap<string, number>>();

  review(proposal: ProposedUpdate): Hold | undefined {
    if (proposal.way === 'unboost') return undefined;
    const grown = growths(proposal);
    if (grown.length === 0) return undefined;
    const replicas = this.missingBeside(proposal);
    // What they are refused for comes free: their claim must not keep that from happening.
    const claims = replicas > 0 && !freesForMissing(proposal, replicas) ? replicas : 0;
    for (const { quotaLeft, needed, after, grows } of grown) {
      const free = quotaLeft.free - (this.taken.get(keyOf(proposal.workload, quotaLeft)) ?? 0);
      const claimed = claims * after;
      if (needed <= free - claimed) continue;
      return {
        kind: 'hold',
        reason: {
          code: 'exceeds-quota',
          quota: quotaLeft.quota,
          of: quotaLeft.of,
          resource: quotaLeft.resource,
          asked: needed,
          room: free - claimed,
          grows,
          ...(quotaLeft.name !== undefined && { name: quotaLeft.name, hard: quotaLeft.hard }),
          ...(claimed > 0 && { free, claimed, replicas }),
        },
        awaits: 'quota-freed',
      };
    }
    return undefined;
  }

  choose(proposal: ProposedUpdate): void {
    for (const { quotaLeft, needed } of growths(proposal)) {
      const key = keyOf(proposal.workload, quotaLeft);
      this.taken.set(key, (this.taken.get(key) ?? 0) + needed);
    }
  }

  private missingBeside({ facts, workload }: ProposedUpdate): number {
    const missing = ofKey(this.missing, workload, () => missingPods(workload));
    return missing.get(facts.owner?.uid ?? '') ?? 0;
  }
}

/** Holds back changes that the namespace's quota has no room for: the replacement would be refused. */
export const quota: Restraint<QuotaUse> = {
  name: 'quota',
  begin: () => new QuotaUse(),
  review: (proposal, _scope, quotaUse) => quotaUse.review(proposal),
  choose: (proposal, quotaUse) => quotaUse.choose(proposal),
};

/**
 * The quotas that count more after the change, and how much room that needs: while an evicted pod ends, its
 * replacement counts too. What a pod has in force counts until it has less.
 */
function growths(
  proposal: ProposedUpdate,
): { quotaLeft: QuotaLeft; needed: number; after: number; grows: number }[] {
  const { facts, changes, way } = proposal;
  return quotasLeftFor(proposal).flatMap((quotaLeft) => {
    const { of, resource } = quotaLeft;
    const after = totalOf(proposal, of, resource, 'after');
    const { was, becomes } = quotaCharge(facts.pod, of, resource, plannedAmounts(changes));
    const grows = (way === 'evict' ? after : becomes) - was;
    if (grows <= 0) return [];
    return [{ quotaLeft, needed: way === 'evict' ? after : grows, after, grows }];
  });
}

/** The quotas that count the pod after the change. */
function quotasLeftFor({ workload, facts, changes }: ProposedUpdate): readonly QuotaLeft[] {
  return countingPod(workload.quotas, facts.pod.spec, plannedAmounts(changes));
}

/** Whether a change lowers what a quota refuses further replicas for: one more pod like this one has no room in it. */
export function freesForMissing(proposal: ProposedUpdate, missing: number): boolean {
  if (missing <= 0 || proposal.workload.quotas.length === 0) return false;
  return quotasLeftFor(proposal).some(({ of, resource, free }) => {
    const was = totalOf(proposal, of, resource, 'before');
    return was > free && totalOf(proposal, of, resource, 'after') < was;
  });
}

/** Pods that their controllers still have to create, such as replacements: they need room too. */
function missingPods({ controllers, pods }: WorkloadInput): Map<string, number> {
  const present = new Map<string, number>();
  for (const { metadata, status } of pods) {
    const owner = controllerOf(metadata.ownerReferences)?.uid;
    if (owner !== undefined && !isFinished(status?.phase) && !metadata.deletionTimestamp)
      present.set(owner, (present.get(owner) ?? 0) + 1);
  }
  return new Map(
    controllers.map(({ uid, configured = 0, counts }) => [
      uid,
      Math.max(0, configured - (counts?.present ?? present.get(uid) ?? 0)),
    ]),
  );
}

function keyOf({ vpa }: WorkloadInput, { quota: name, of, resource }: QuotaLeft): string {
  return `${vpa.namespace}/${name} ${of}.${resource}`;
}
