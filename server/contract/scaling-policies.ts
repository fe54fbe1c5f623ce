import type { VerticalScalingPolicy } from '../kube/plumbline-types';
import type { Condition } from '../kube/types';
import type { UpdateMode } from '../kube/vpa-types';
import type { ConflictReason } from '../policy/policy-trial';

/** What the pages show of policies: plain data, times in Unix milliseconds of the cluster clock. */

/** How a policy stands: the first that applies. */
export const POLICY_STATES = [
  'awaits-decision',
  'deleting',
  'invalid',
  'working',
  'conflicts',
  'ready',
] as const;
export type PolicyState = (typeof POLICY_STATES)[number];

/** How a matched workload stands: it has its VPA, gets one, has one that differs by hand, or gets none. */
export const POLICY_WORKLOAD_STATES = ['conflict', 'edited', 'pending', 'has-vpa', 'gone'] as const;
export type PolicyWorkloadState = (typeof POLICY_WORKLOAD_STATES)[number];

/** A part of a policy that becomes an annotation of its VPAs. */
export type PolicyPart = 'calendar' | 'approvals' | 'graduation';

export interface PolicyRow {
  name: string;
  /** Whether it stands for Goldilocks' labels and has no object. */
  builtIn: boolean;
  state: PolicyState;
  /** The message of its condition `Ready`. */
  why: string;
  /** Absent for a built-in one, which gives way to all. */
  precedence?: number;
  /** The mode of its template; absent if that varies. */
  mode?: UpdateMode;
  kinds: string[];
  /** Which namespaces and workloads, as text forms of the selectors; empty for all. */
  namespaces: string;
  selector: string;
  /** How many exclusions it states. */
  exclusions: number;
  parts: PolicyPart[];
  matchesEverything: boolean;
  workloads: number;
  vpas: number;
  conflicts: number;
  edited: number;
  pending: number;
  createdMs?: number;
}

export interface PolicyDetail extends PolicyRow {
  /** What its object says; absent for a built-in one. */
  spec?: VerticalScalingPolicy['spec'];
  generation?: number;
  conditions: Condition[];
  /** What is wrong with its template or selectors. */
  faults: string[];
  /** Wrong parts that are read the safe way. */
  warnings: string[];
  /** The command that says what becomes of its VPAs, while it waits for that. */
  asks?: string;
}

/** A workload that a policy takes, or has a VPA for. */
export interface PolicyWorkload {
  namespace: string;
  kind: string;
  name: string;
  state: PolicyWorkloadState;
  /** The name of its VPA of this policy. */
  vpa?: string;
  mode?: UpdateMode;
  /** Fields of the VPA that were edited by hand. */
  edited: string[];
  conflict?: { reason: ConflictReason; with: string };
}
