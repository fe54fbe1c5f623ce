import type { Resource } from '../objects/units';
import type { AdmissionHealth } from './admission';
import type { InboxView } from './inbox';
import type { Counts, ListView, ListWords } from './lists';
import type { Horizon, LeaseView, UpdaterState } from './plan';
import type { Finding, Standing } from './verdict';
import type { RequestTotals, WorkloadsView } from './workloads';

const DAY_MS = 86_400_000;

/** The spans of the past that an overview tells of, in milliseconds. */
export const PAST_SPANS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
export type PastSpanName = keyof typeof PAST_SPANS;

/**
 * GET /api/overview/past?span= and /api/namespaces/NAME/past?span=: what the workloads of now requested, needed and
 * used.
 */
export type PastTotals =
  | { state: 'reading'; done: number; of: number }
  /** The store does not answer, so that nothing is known. */
  | { state: 'away' }
  /** There are too many namespaces to keep the past of each apart. */
  | { state: 'together' }
  | { state: 'read'; atMs: number; fromMs: number; stepMs: number; steps: PastStep[] };

/** A workload among the worst. */
export interface ToldWorkload {
  namespace: string;
  /** Name of the VPA; of the workload if it has none. */
  name: string;
  hasNoVpa?: true;
  kind: string;
  standing: Standing;
  /** The gravest; absent if there is none. */
  finding?: Finding;
  /** What all its pods together reserve above the target. */
  waste: Record<Resource, number>;
}

/** Containers of a workload that were OOM-killed in the last 24 hours. */
export interface ToldOom {
  namespace: string;
  name: string;
  containers: string[];
  times: number;
  lastMs: number;
}

/** Something that was done to a pod. */
export interface ToldAction {
  namespace: string;
  vpa: string;
  pod: string;
  atMs: number;
}

/** What happened last, the newest first. */
export interface RecentView {
  ooms: ToldOom[];
  evictions: ToldAction[];
  resizes: ToldAction[];
  /** The database does not answer, so that evictions and resizes are not known. */
  isAway: boolean;
}

/** What something comes to: all VPAs, or those of a namespace. */
export interface SumView {
  vpas: number;
  totals: Record<Resource, RequestTotals>;
  standings: WorkloadsView['overview']['standings'];
  /** VPAs of each mode by how their requests stand; only what there is. */
  modes: { mode: string; standings: Partial<Record<Standing, number>> }[];
  /** VPAs of each VerticalScalingPolicy. */
  policies: { name: string; vpas: number }[];
  /** The ten that waste most. */
  wasteful: ToldWorkload[];
  /** The ten most at risk. */
  endangered: ToldWorkload[];
}

/** By mode, state and rule the namespaces that have such a VPA; their sums are of all their VPAs. */
export const NAMESPACE_WORDS = {
  filters: ['q', 'mode', 'state', 'policy'],
  sorts: ['name', 'vpas', 'risk', 'cpu', 'memory', 'over', 'short'],
  usual: { key: 'name', descending: false },
} as const satisfies ListWords<string, string>;

/** A namespace with VPAs in the list. */
export interface NamespaceRow {
  name: string;
  vpas: number;
  totals: Record<Resource, RequestTotals>;
  /** VPAs whose pods may get too little. */
  atRisk: number;
}

/** GET /api/namespace-sums?q=&mode=&state=&policy=&sort=&order=&page= */
export interface NamespaceListView extends ListView<NamespaceRow> {
  tallies: { mode: Counts; state: Counts<Standing>; policy: Counts };
}

/** What the VPAs of a namespace or of several come to, and what happens to them. */
export interface GlanceView extends SumView {
  recent: RecentView;
  /** The first page of the inbox. */
  inbox: InboxView;
  /** Absent if no updater runs here, or before its first plan. */
  next?: NextView;
}

/** GET /api/namespaces/NAME */
export interface NamespaceView extends GlanceView {
  name: string;
}

export interface NextView {
  atMs: number;
  updater: UpdaterState;
  lease: LeaseView;
  when: Horizon;
}

/** A role of this process. */
export interface RoleState {
  role: string;
  /** False until the cluster answers. */
  isRunning: boolean;
  /** When its last pass began; absent before the first, and for a role without passes. */
  lastMs?: number;
  isOverdue: boolean;
  /** Whether this process acts, if one of several does; absent if no leader is elected. */
  isLeading?: boolean;
}

/** The state of every part that no other answer has. */
export interface PartsView {
  roles: RoleState[];
  /** Absent if admission runs in another process, or in none; its times are real ones. */
  admission?: { health: AdmissionHealth; certificateExpiresMs?: number };
  database: { kind: 'opening' | 'available' | 'away'; dropped: number; waiting: number };
}

/** What a cluster without a VPA requests and uses, and what it would need. */
export interface DayOneView extends Pick<SumView, 'totals' | 'wasteful' | 'endangered'> {
  workloads: number;
  /** The newest OOM kills, which are told before all sums. */
  ooms: (ToldOom & { kind: string })[];
  /** Those with the most workloads first, the first few. */
  namespaces: { name: string; workloads: number }[];
  allNamespaces: number;
}

/** GET /api/overview */
export interface OverviewView extends GlanceView {
  namespaces: number;
  /** While there are workloads and no VPA. */
  dayOne?: DayOneView;
  /** For those who may read the whole cluster. */
  parts?: PartsView;
}

/** What containers requested, needed and used together, in millicores or bytes. */
export interface PastAmounts {
  requested: number;
  recommended: number;
  /** The smaller of both, container by container: what is above it on either side is not netted. */
  kept: number;
  used: number;
}

/** One step at its end, over the containers of which request and target were known. */
export interface PastStep {
  atMs: number;
  known: number;
  cpu: PastAmounts;
  memory: PastAmounts;
}
