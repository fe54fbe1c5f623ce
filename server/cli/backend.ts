import type { InboxView } from '../contract/inbox';
import type { ResumeView, StopsView } from '../contract/operations';
import type { ExportView } from '../contract/patches';
import type { PlanView, VpaPlanRow } from '../contract/plan';
import type { PodReport, VpaReport } from '../contract/reports';
import type { StopScope } from '../decide/pods/stop';

/** One thing that happened. */
export interface HistoryRow {
  atMs: number;
  namespace: string;
  /** The pod, VPA or other object it is about; empty for the whole cluster. */
  about: string;
  /** In one word, as in the record or as the reason of the event. */
  what: string;
  /** The person, or the component. */
  who: string;
  text: string;
}

export type PlanReport = Pick<PlanView, 'atMs' | 'updater' | 'lease'> & { rows: VpaPlanRow[] };

/** `namespace` undefined means all. */
export interface Where {
  namespace?: string | undefined;
}

/** Where the answers come from: a dashboard, or the cluster itself. */
export interface Backend {
  /** The namespace to use if none is named; undefined means all. */
  readonly usualNamespace: string | undefined;
  vpas(where: Where): Promise<VpaReport[]>;
  /** What is broken, waits for a person and could be better; undefined if only a dashboard knows. */
  inbox(where: Where): Promise<InboxView | undefined>;
  pod(namespace: string, name: string): Promise<PodReport>;
  plan(where: Where & { vpa?: string | undefined }): Promise<PlanReport>;
  /** What VPAs recommend as patches; with `vpa` of one in `namespace`. */
  patches(where: Where & { vpa?: string | undefined }): Promise<ExportView>;
  /** Newest first. */
  history(where: Where & { vpa?: string | undefined; limit: number }): Promise<HistoryRow[]>;
  stops(): Promise<StopsView>;
  stop(scope: StopScope, reason: string | undefined): Promise<StopsView>;
  resumeEffect(scope: StopScope): Promise<ResumeView>;
  resume(scope: StopScope): Promise<StopsView>;
  close(): Promise<void>;
}
