import type { CalendarView } from '../decide/features/calendar/view';
import type { PolicyPart } from '../decide/features/feature';
import type { UsualPolicy } from '../decide/pods/fields/field';
import type { ConflictReason } from '../decide/pods/rule-trial';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import type { Condition } from '../objects/types';
import type { UpdateMode } from '../objects/vpa-types';
import type { Counts, ListView, ListWords } from './lists';
import type { RecommenderChoiceView } from './recommendations';

export type { TrialOutcome } from '../decide/pods/rule-trial';

/** What the pages show of policies: plain data, times in Unix milliseconds of the cluster clock. */

/** How a policy stands: the first that applies. */
export const RULE_STATES = [
  'awaits-decision',
  'deleting',
  'invalid',
  'working',
  'conflicts',
  'ready',
] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** How a matched workload stands: it has its VPA, gets one, has one that differs by hand, or gets none. */
export const RULE_WORKLOAD_STATES = ['conflict', 'edited', 'pending', 'has-vpa', 'gone'] as const;
export type RuleWorkloadState = (typeof RULE_WORKLOAD_STATES)[number];

export type { PolicyPart };

export interface RuleRow {
  name: string;
  /** Whether it stands for Goldilocks' labels and has no object. */
  builtIn: boolean;
  state: RuleState;
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

export interface RuleDetail extends RuleRow {
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
export interface MatchedWorkload {
  namespace: string;
  kind: string;
  name: string;
  state: RuleWorkloadState;
  /** The name of its VPA of this policy. */
  vpa?: string;
  mode?: UpdateMode;
  /** Fields of the VPA that were edited by hand. */
  edited: string[];
  conflict?: { reason: ConflictReason; with: string };
}

/** What a policy leaves out, its selector as text. */
export interface ExclusionView {
  namespaces: string[];
  names: string[];
  selector: string;
}

/** GET /api/rule-drafts?of=NAME: what the form of a policy begins with. */
export interface RuleDraftView {
  usual: UsualPolicy;
  recommender: RecommenderChoiceView;
  /** When pods of its VPAs may change. */
  calendar: CalendarView;
  /** The parts that people write, as YAML; empty if there is none. */
  written: { calendar: string; approvals: string; graduation: string };
  spec: VerticalScalingPolicy['spec'];
  generation?: number;
  /** Its selectors as text; namespaces that are selected by name apart. */
  selection: {
    namespaces: string[];
    namespaceSelector: string;
    workloadSelector: string;
    exclude: ExclusionView[];
  };
  /** Its spec as YAML; empty for a new one. */
  yaml: string;
}

export const RULE_WORDS = {
  filters: ['q', 'state'],
  sorts: ['precedence', 'name', 'workloads', 'vpas', 'conflicts', 'edited'],
  usual: { key: 'precedence', descending: true },
} as const satisfies ListWords<string, string>;

/** GET /api/rules?q=&state=&sort=&order=&page= */
export interface RulesView extends ListView<RuleRow> {
  tallies: { state: Counts<RuleState> };
  /** Whether the cluster has the kind VerticalScalingPolicy. */
  isInstalled: boolean;
}

export const RULE_WORKLOAD_WORDS = {
  filters: ['q', 'namespace', 'kind', 'state'],
  sorts: ['state', 'name', 'namespace', 'kind'],
  usual: { key: 'state', descending: false },
} as const satisfies ListWords<string, string>;

/** GET /api/rules/NAME?q=&namespace=&kind=&state=&sort=&order=&page=: the policy, and a page of its workloads. */
export interface RuleView {
  policy: RuleDetail;
  /** Whether the workloads are only those in some namespaces, which the person may read. */
  isPartial: boolean;
  workloads: ListView<MatchedWorkload> & {
    tallies: { namespace: Counts; kind: Counts; state: Counts<RuleWorkloadState> };
  };
}
