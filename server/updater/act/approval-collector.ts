import type { ApprovalIndex } from '../../cluster/approval-index';
import { type ChangeDecision, expiryOf } from '../../decide/features/approvals/decisions';
import { SLACK } from '../../decide/features/approvals/judge';
import { type ApprovalRules, EVERY_CHANGE } from '../../decide/features/approvals/rules';
import type { WorkloadInput } from '../../decide/running/plan-input';
import { usualRequest } from '../../decide/running/unapproved-requests';
import type { KubeClient } from '../../kube/client';
import { isKubeError } from '../../kube/client';
import type { ClusterContext } from '../../kube/role-context';
import { Slices } from '../../lib/time/slices';
import { keyOf } from '../../objects/object-key';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import { REQUESTED_RESOURCES } from '../../objects/units';

/** So long a decision that no longer counts, or has been carried out, can be looked up in the cluster. */
const SHOWN_FOR_MS = 86_400_000;
/** Decisions kept of one VPA. */
const MOST_OF_VPA = 20;
/** Deleted in one pass. */
const MOST_DELETED = 50;

/**
 * The decisions about a VPA that may go, oldest first and never past one that must stay: what a rejection took back
 * goes before the rejection.
 * @param decisions newest first
 */
export function collectable(
  decisions: readonly ChangeDecision[],
  rules: ApprovalRules,
  isDone: (decision: ChangeDecision) => boolean,
  nowMs: number,
): readonly ChangeDecision[] {
  const rejection = decisions.find(({ decision }) => decision === 'Rejected');
  const endedMs = (one: ChangeDecision) => {
    if (one.decision === 'Approved' && isDone(one)) return one.madeMs;
    const isTakenBack = rejection && rejection !== one && one.madeMs <= rejection.madeMs;
    return Math.min(expiryOf(one, rules), isTakenBack ? rejection.madeMs : Number.POSITIVE_INFINITY);
  };
  const oldestFirst = decisions.toReversed();
  const stays = oldestFirst.findIndex(
    (one, index) => decisions.length - index <= MOST_OF_VPA && nowMs - endedMs(one) < SHOWN_FOR_MS,
  );
  return stays < 0 ? oldestFirst : oldestFirst.slice(0, stays);
}

export function isCarriedOut({ targets }: ChangeDecision, { pods }: Pick<WorkloadInput, 'pods'>): boolean {
  return [...targets].every(([container, amounts]) =>
    REQUESTED_RESOURCES.every((resource) => {
      const approved = amounts[resource];
      if (approved === undefined) return true;
      const is = usualRequest(pods, container, resource);
      return is !== undefined && Math.abs(is - approved) <= SLACK * approved;
    }),
  );
}

interface CollectorOptions extends Pick<ClusterContext, 'clock' | 'log'> {
  readonly client: Pick<KubeClient, 'request'>;
  readonly approvalIndex: ApprovalIndex;
  mayAct(): boolean;
}

/** Deletes decisions that nobody needs any more, so that they do not pile up in the cluster. */
export class ApprovalCollector {
  constructor(private readonly options: CollectorOptions) {}

  async collect(workloads: readonly WorkloadInput[]): Promise<void> {
    const { approvalIndex, clock, mayAct } = this.options;
    if (approvalIndex.isEmpty) return;
    const byVpa = new Map<string, WorkloadInput>();
    for (const workload of workloads) if (workload.approvals) byVpa.set(keyOf(workload.vpa), workload);
    const slices = new Slices();
    let left = MOST_DELETED;
    for (const { namespace, vpa, decisions } of approvalIndex.all()) {
      await slices.breathe();
      const workload = byVpa.get(keyOf({ namespace, name: vpa }));
      const rules = workload?.approvals?.rules ?? EVERY_CHANGE;
      const isDone = (one: ChangeDecision) => workload !== undefined && isCarriedOut(one, workload);
      for (const { name } of collectable(decisions, rules, isDone, clock.now())) {
        if (left-- <= 0 || !mayAct()) return;
        if (!(await this.delete(namespace, name))) break;
      }
    }
  }

  /** Whether it is gone. */
  private async delete(namespace: string, name: string): Promise<boolean> {
    try {
      await this.options.client.request('DELETE', pathOf(API_RESOURCES.changeApprovals, namespace, name));
      return true;
    } catch (thrown) {
      if (isKubeError(thrown, 'not-found')) return true;
      this.options.log.debug({ err: thrown, namespace, name }, 'A ChangeApproval could not be deleted');
      return false;
    }
  }
}
