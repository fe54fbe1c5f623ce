import type { Asked } from '../access';
import type { Problem } from '../kube/problems';
import type { UrgencyCounts } from '../words/urgency';
import type { StopsView } from './operations';
import type { ClosedPage } from './session';

export type { GrafanaName } from '../config/grafana-template';

/** The latest time of the cluster clock, for answers that otherwise do not change. */
export const CLOCK_HEADER = 'x-plumbline-now';

/** GET /api/status; the time is in the clock header. */
export interface StatusAnswer extends Omit<StatusView, 'nowMs' | 'problems'> {
  /** How much of the inbox is broken, waits for a person, and could be better, as last known. */
  urgencies: UrgencyCounts;
  /** How many changes wait for a person, as last counted. */
  awaiting: number;
  /** Where links to Grafana lead, with names to fill in; absent if nowhere. */
  grafana?: string | undefined;
  /** Roles whose passes are overdue. */
  overdue: string[];
  /** Whether this process also shows other clusters. */
  isHub?: true;
  /** Whether it shows nothing else: it has no cluster of its own. */
  isHubAlone?: true;
  /** Of a cluster that is looked at through a hub: its name and labels there, and the version of the hub. */
  through?: { cluster: string; labels: Readonly<Record<string, string>>; version: string };
  /** The version of Plumbline. */
  version: string;
  /** The user; absent if a proxy should name one and does not. */
  user?: string | undefined;
  /** Whether people sign in and out here. */
  hasSession: boolean;
  /** Whether people differ in what they may change, so that pages ask before they offer it. */
  asksRights: boolean;
  /** In how many namespaces the cluster has said what the person may read, while it is still asked. */
  rightsAsked?: Asked;
  /** Pages that the person may not open. */
  closedPages: readonly ClosedPage[];
  /** Whether people who come the first time are offered a tour. */
  offersTour: boolean;
  /** The stops in force; absent before the first connection. Every page shows them, so they come along. */
  stops?: StopsView | undefined;
  /** What prevents the first pass, one of each kind, most severe first; empty after the first pass. */
  blocking: readonly (Pick<Problem, 'code' | 'message' | 'remedy'> & { sentence: string })[];
}

export interface PassView {
  atMs: number;
  /** Real milliseconds. */
  durationMs: number;
  vpas: number;
  containers: number;
  samples: number;
  statusWrites: number;
  checkpointWrites: number;
}

export type ClusterConnection =
  | { kind: 'none'; message: string; remedy: string }
  | { kind: 'connecting'; server: string; message?: string; remedy?: string }
  | {
      kind: 'connected';
      /** Its name, if it has one. */
      name?: string;
      server: string;
      version: string;
      sandbox: boolean;
    };

/** The state of the process. */
export interface StatusView {
  nowMs: number;
  clockSpeed: number;
  /** Why the clock of the embedded cluster runs slower than it could; absent if it does not. */
  pace?: PaceView;
  /** Whether the cluster is the embedded one, even while it is unreachable. */
  embedded: boolean;
  /** The path of the embedded cluster's kubeconfig. */
  kubeconfig?: string;
  roles: string[];
  cluster: ClusterConnection;
  lastPass?: PassView;
  /** How many pods of the embedded cluster run, while it fills; nothing watches it before. */
  filling?: { running: number; of: number };
  /** How far the cluster is read, until a pass was made. */
  reading?: ReadingView;
  /** Usage from before the start is being loaded. */
  pastLoad?: PastLoadView;
  problems: readonly Problem[];
}

/** How fast the clock of the embedded cluster could run, and what keeps it from that. */
export interface PaceView {
  most: number;
  /** The pods that start, or the real milliseconds of a pass of which one is due every `everyMs` of the clock. */
  slowedBy: { kind: 'size'; pods: number } | { kind: 'passes'; passMs: number; everyMs: number };
}

/** What has been read of the cluster at the start. */
export interface ReadingView {
  /** Kinds of objects that are read, and all of them. */
  kinds: number;
  of: number;
  pods: number;
  vpas: number;
}

export interface PastLoadView {
  /** Namespaces that are not complete. */
  namespacesLeft: number;
  /** Containers and samples so far. */
  containers: number;
  samples: number;
  /** The share of everything requested, 0 to 1. */
  share: number;
  /** Real milliseconds left, at the rate so far; absent while unknown. */
  leftMs?: number;
}
