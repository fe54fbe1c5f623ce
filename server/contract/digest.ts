import type { ApprovalRow } from './approvals';
import type { AuditEntry } from './audit';
import type { ClusterRow, MemberAnswer } from './clusters';
import type { CostRow } from './costs';
import type { InboxLine } from './inbox';
import type { StopView } from './operations';
import type { VpaPlanRow } from './plan';
import type { WorkloadRow } from './workloads';

/** A line of the inbox with what places it among those of other clusters. */
export interface RankedLine {
  line: InboxLine;
  /** Whether its first item is about Plumbline itself. */
  isOwn: boolean;
  danger: number;
  /** What it would free or cost, in cores. */
  size: number;
}

/** A workload with what it is sorted by, where its row does not say it. */
export interface DigestedWorkload {
  row: WorkloadRow;
  risk: number;
  /** What one pod requests above the target; absent where that is not known. */
  spareCpu?: number;
  spareMemory?: number;
}

/** The first rows of a list, and how many it has. */
export interface FirstRows<Row> {
  rows: Row[];
  all: number;
}

/** The lists of a digest by name. Of a role that this process does not run there is none. */
export interface DigestLists {
  /** `all` counts lines. */
  inbox: FirstRows<RankedLine>;
  /** Those in most danger first. */
  workloads: FirstRows<DigestedWorkload>;
  /** What acts soonest first, of a plan made then. */
  plan?: FirstRows<VpaPlanRow> & { atMs: number };
  approvals?: FirstRows<ApprovalRow> & { atMs: number };
  /** What was done and changed, the newest first; `all` is how many of them are here, for the record is not counted. */
  record: FirstRows<AuditEntry>;
  /** The largest saving first. */
  savings?: FirstRows<CostRow> & { currency?: string };
}

export type DigestList = keyof DigestLists;

export const MOST_DIGESTED: Readonly<Record<DigestList, number>> = {
  inbox: 60,
  workloads: 300,
  plan: 100,
  approvals: 100,
  record: 50,
  savings: 300,
};

/** `GET /api/digest?lists=none` is answered with sums alone: they are what a hub shows first. */
export const SUMS_ALONE = 'none';

/** GET /api/digest?lists=: what a hub keeps of this cluster for the person who asks. Sums are exact, however short the lists. */
export interface DigestView extends Pick<MemberAnswer, 'vpas' | 'urgencies' | 'totals'> {
  /** The version of Plumbline. */
  version: string;
  user?: string;
  cluster: { kind: string; version?: string };
  stops: Pick<StopView, 'scope'>[];
  lists?: DigestLists;
}

/** What the members last told a person. */
export interface ToldByMembers {
  /** Tells people apart. */
  readonly asker: string;
  /** Another one for every other content. */
  readonly revision: number;
  /** One that has not sent its lists yet is without an answer. */
  readonly rows: readonly ClusterRow[];
  /** A list of a member, read anew each time in slices; undefined if it told none. */
  listOf<Name extends DigestList>(member: string, list: Name): Generator<void, DigestLists[Name] | undefined>;
}
