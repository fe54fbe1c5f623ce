import { ACROSS_WORDS } from '../../../contract/across';
import type { ApprovalRow } from '../../../contract/approvals';
import {
  approvalListSpec,
  KNOWN_OF_APPROVALS,
  type ListedApproval,
  listedApproval,
} from '../../approvals/list';
import { listKind } from './list-kinds';

interface WaitingThere extends ListedApproval {
  /** As its cluster tells it. */
  readonly told: ApprovalRow;
}

/** Clocks of clusters differ: what is listed counts from the time of its own plan, as if that were 0. */
function waitingThere(told: ApprovalRow, atMs: number): WaitingThere {
  const { sinceMs } = told;
  return { ...listedApproval({ ...told, ...(sinceMs !== undefined && { sinceMs: sinceMs - atMs }) }), told };
}

export const APPROVALS_ACROSS = listKind({
  list: 'approvals',
  words: ACROSS_WORDS.approvals,
  known: KNOWN_OF_APPROVALS,
  spec: approvalListSpec(0),
  rowOf: (row, { atMs }): ListedApproval => waitingThere(row, atMs),
  shown: (listed) => (listed as WaitingThere).told,
});
