import type { MemberFault } from '../words/member-faults';
import type { AcrossMember } from './across';
import type { Counts, ListView, ListWords } from './lists';
import type { WithoutRules } from './stated-rules';

/** A rule as one cluster told it to a person. */
export interface ToldRule {
  name: string;
  /** By which it is the same as that of another cluster. */
  sha256: string;
  bytes: number;
  /** Whether the cluster sent what it states. */
  isSent: boolean;
}

/** What a cluster last told a person of its rules. Without rules and without a fault, it is being asked. */
export interface RulesOfMember {
  name: string;
  labels: Readonly<Record<string, string>>;
  fault?: MemberFault;
  /** When it last answered, in Unix milliseconds. */
  seenMs?: number;
  rules?: readonly ToldRule[];
  without?: WithoutRules;
  /** How many it has, and how many of those it sent are none. */
  all?: number;
  odd?: number;
}

/** What the clusters last told a person of their rules. */
export interface ToldRules {
  readonly members: readonly RulesOfMember[];
  /** What a rule states that one of these clusters sent; undefined if that is no longer known. */
  specOf(rule: ToldRule): object | undefined;
}

/** How the rule of a cluster stands to that of most: it is the same, another one, or missing. */
export const RULE_STANDINGS = ['same', 'other', 'missing'] as const;
export type RuleStanding = (typeof RULE_STANDINGS)[number];

export const CLUSTER_RULES_WORDS = {
  filters: ['q', 'standing', 'cluster', 'label'],
  sorts: ['differs', 'name', 'clusters', 'versions'],
  usual: { key: 'differs', descending: true },
} as const satisfies ListWords<string, string>;

/** The first few clusters, and how many there are. */
export interface SomeClusters {
  count: number;
  names: string[];
}

export interface RuleRow {
  name: string;
  /** How many clusters have it, and in how many versions. */
  clusters: number;
  versions: number;
  /** How many have the version that most have. */
  same: number;
  other: SomeClusters;
  missing: SomeClusters;
}

interface AmongClusters {
  /** Those of which there is something to say. */
  members: AcrossMember[];
  /** How many are compared, and how many of them told their rules. */
  clusters: number;
  told: number;
  /** By which they may be chosen: `region=eu`. */
  labels: string[];
}

/** GET /api/clusters/rules?q=&standing=&cluster=&label=&sort=&order=&page=; with a label, only its clusters are compared. */
export interface ClusterRulesView extends ListView<RuleRow>, AmongClusters {
  tallies: { standing: Counts<RuleStanding>; cluster: Counts };
}

/** A version of a rule, and the clusters that have it. */
export interface RuleVersion {
  clusters: string[];
  /** Of its spec as JSON. */
  bytes: number;
  /** As a manifest; absent where it is too long, and with it the patch. */
  yaml?: string;
  /** What makes it of the base; absent for the base. */
  patch?: string;
}

/** GET /api/clusters/rules/NAME?base=&label=: the base is that of most clusters, or of the one asked for. */
export interface ClusterRuleView extends AmongClusters {
  name: string;
  base: RuleVersion;
  /** Those of the most clusters first. */
  others: RuleVersion[];
  missing: string[];
}
