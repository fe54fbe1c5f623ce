import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

/** Why a workload gets no VPA from a rule that matches it. */
export type ConflictReason = 'EqualPrecedence' | 'OwnVpa' | 'Refused';

/** What becomes of a workload under a rule that is tried. */
export type TrialOutcome = 'made' | 'changed' | 'moved' | 'kept' | 'removed' | 'conflict';

export interface TriedWorkload {
  namespace: string;
  kind: string;
  name: string;
  outcome: TrialOutcome;
  conflict?: { reason: ConflictReason; with: string };
}

export interface RuleTrialView {
  /** Workloads it would take. */
  matched: number;
  /** VPAs made, changed, gone over to another rule, kept and removed. */
  made: number;
  changed: number;
  moved: number;
  kept: number;
  removed: number;
  /** Workloads in conflict with another VPA or rule. */
  conflicts: number;
  matchesEverything: boolean;
  /** Why it would make no VPAs, by field: `spec.template.spec.updatePolicy: …`. */
  faults: string[];
  /** Wrong parts that are read the safe way. */
  warnings: string[];
  /** The first of the workloads, those in conflict and those that change first. */
  first: TriedWorkload[];
}

/** The same, with the first of the VPAs that change, as they would be then, and of those that are removed. */
export interface TriedRule extends RuleTrialView {
  readonly next: readonly VerticalPodAutoscaler[];
  readonly gone: readonly VerticalPodAutoscaler[];
}
