import type { ApprovalChange } from '../decide/features/approvals/judge';
import type { HeldMode } from '../decide/pods/mode-before-stop';
import type { Amounts } from '../objects/units';
import type { Counts, ListView, ListWords } from './lists';

/** What the pages about approvals request: amounts in millicores or bytes, times in Unix milliseconds. */

export const APPROVAL_WORDS = {
  filters: ['q', 'namespace', 'vpa', 'direction', 'age'],
  sorts: ['age', 'name', 'namespace', 'pods', 'change'],
  usual: { key: 'age', descending: true },
} as const satisfies ListWords<string, string>;

export const DIRECTIONS = ['growing', 'shrinking', 'both'] as const;
export type ChangeDirection = (typeof DIRECTIONS)[number];

/** How long a change must have waited to be shown. */
export const AGES = { '1h': 3_600_000, '1d': 86_400_000, '7d': 604_800_000 } as const;

/** A change that waits for a person. */
export interface ApprovalRow {
  namespace: string;
  /** Name of the VPA. */
  name: string;
  target: { kind: string; name: string };
  updateMode: string;
  heldMode?: HeldMode;
  pods: number;
  changes: readonly ApprovalChange[];
  direction: ChangeDirection;
  /** Absent until the updater has noted it. */
  sinceMs?: number;
  /** What of the VPA's annotation cannot be read. */
  fault?: string;
}

export interface DecisionRow {
  namespace: string;
  vpa: string;
  /** The name of the ChangeApproval. */
  name: string;
  decision: 'Approved' | 'Rejected';
  containers: { name: string; target: Amounts }[];
  by?: string;
  /** The program that made it, unless it is Plumbline. */
  manager?: string;
  reason?: string;
  madeMs: number;
  untilMs: number;
  /** Whether it counts, and if not, why. */
  state: 'counts' | 'expired' | 'taken-back';
}

export type ApprovalsMissing = 'not-installed' | 'forbidden';

/** GET /api/approvals?q=&namespace=&direction=&age=&sort=&order=&page= */
export interface ApprovalsView extends ListView<ApprovalRow> {
  tallies: { namespace: Counts; direction: Counts<ChangeDirection> };
  /** How many VPAs ask for approvals. */
  asking: number;
  missing?: ApprovalsMissing;
  /** The newest decisions, newest first. */
  recent: DecisionRow[];
}

/** GET /api/approvals/matching with the query of the list: all that match, up to a limit. */
export interface MatchingApprovals {
  rows: ApprovalRow[];
  matching: number;
}

/** GET /api/approvals/NAMESPACE/VPA */
export interface ApprovalAnswer {
  namespace: string;
  name: string;
  /** Absent if nothing waits. */
  waiting?: ApprovalRow & {
    podNames: string[];
    /** The object that approves it, for kubectl. */
    approval: object;
  };
  /** Whether changes of this VPA wait for a person at all. */
  isAsking: boolean;
  missing?: ApprovalsMissing;
  /** All that were made, newest first. */
  decisions: DecisionRow[];
}
