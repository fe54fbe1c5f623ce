import {
  APPROVAL_WORDS,
  type ApprovalAnswer,
  type ApprovalRow,
  type ApprovalsView,
  type MatchingApprovals,
} from '../../contract/approvals';
import { MOST_DECIDED } from '../../contract/requests/decision';
import { askingOf } from '../../decide/running/waiting-change';
import { AppError } from '../../lib/report/errors';
import { inSlices } from '../../lib/time/slices';
import type { UpdaterHandle } from '../../updater';
import { aboutVpa } from '../../words/object-fault';
import { type ListRequest, readListQuery } from '../list-query';
import { Newest } from '../newest';
import type { AnswerDeadline } from '../patience';
import { newsOf } from '../source';
import {
  type Approvals,
  approvalListSpec,
  approvalOf,
  approvalRow,
  decisionRows,
  KNOWN_OF_APPROVALS,
  listedApprovals,
} from './list';

type Plans = Pick<UpdaterHandle, 'shown'>;

export class ApprovalPages {
  private readonly newest = new Newest<Approvals>();

  constructor(private readonly patience: () => AnswerDeadline) {}

  /** What waits, and what was decided last. @throws AppError `bad-request` naming the invalid parameters */
  async list(updater: Plans, asked: ListRequest): Promise<ApprovalsView> {
    const query = readListQuery(asked, APPROVAL_WORDS, { known: KNOWN_OF_APPROVALS });
    const patience = this.patience();
    const { sheet, atMs, missing, within } = await this.listed(updater, patience);
    const { rows, ...others } = await sheet.page(approvalListSpec(atMs), query, patience);
    const { asking, recent } = await within.of(asked.reach);
    return {
      rows: rows.map(({ row }) => row.row),
      ...others,
      asking,
      ...(missing && { missing }),
      recent: [...recent],
    };
  }

  /**
   * All that match the query of the list, up to what may be decided at once.
   * @throws AppError `bad-request` naming the invalid parameters
   */
  async matching(updater: Plans, asked: ListRequest): Promise<MatchingApprovals> {
    const query = readListQuery(asked, APPROVAL_WORDS, { known: KNOWN_OF_APPROVALS });
    const patience = this.patience();
    const { sheet, atMs } = await this.listed(updater, patience);
    const spec = approvalListSpec(atMs, MOST_DECIDED);
    const { rows, matching } = await sheet.page(spec, { ...query, page: 1 }, patience);
    return { rows: rows.map(({ row }) => row.row), matching };
  }

  /** What of one VPA waits, and what was decided about it. @throws AppError `not-found` */
  async one({ shown }: Plans, namespace: string, name: string): Promise<ApprovalAnswer> {
    await newsOf(shown, this.patience());
    const { plan, workloads } = shown.latest ?? { plan: undefined, workloads: [] };
    const index = plan?.vpas.findIndex((one) => one.name === name && one.namespace === namespace) ?? -1;
    const [vpaPlan, workload] = [plan?.vpas[index], workloads[index]];
    if (!plan || !vpaPlan || !workload) throw new AppError('not-found', aboutVpa({ namespace, name }));
    const { approvals } = workload;
    const row = approvals && approvalRow(vpaPlan, workload);
    return {
      namespace,
      name,
      ...(row && {
        waiting: {
          ...row,
          podNames: vpaPlan.pods.flatMap((pod) => (askingOf(pod) ? [pod.name] : [])),
          approval: approvalOf(row),
        },
      }),
      isAsking: approvals !== undefined,
      ...(approvals?.missing && { missing: approvals.missing }),
      decisions: approvals ? decisionRows(workload, approvals, plan.atMs) : [],
    };
  }

  /** Every change that waits; none while that fails. */
  async waiting(updater: Plans | undefined): Promise<ApprovalRow[]> {
    if (!updater?.shown.latest) return [];
    const listed = await this.listed(updater, this.patience()).catch(() => undefined);
    return listed?.sheet.rows.map(({ row }) => row) ?? [];
  }

  private async listed({ shown }: Plans, patience: AnswerDeadline): Promise<Approvals> {
    await newsOf(shown, patience);
    const { latest, revision } = shown;
    if (!latest) throw new Error('the plan was made and is missing');
    return this.newest.of(
      String(revision),
      (former) => inSlices(listedApprovals(latest, former?.sheet)),
      patience,
    );
  }
}
