import type { HpaCondition } from '../horizontal/conditions';
import type { Evaluation } from '../horizontal/evaluation';
import type { Failed } from '../horizontal/failures';
import type { Past } from '../horizontal/past';
import type { PodEvidence, Proposal } from '../horizontal/proposal';
import type { HorizontalPodAutoscaler, MetricSpec } from '../kube/types';
import type { Claim } from '../scaler/claim';
import type { HiddenSince } from '../scaler/hidden-since';
import type { HeldBy, HistoryPoint } from '../scaler/history';

/** What the pages show of HPAs: plain data, times in Unix milliseconds of the cluster clock. */

/** How an HPA stands: the first that applies. */
export const HPA_STATES = ['failing', 'disabled', 'scaling', 'held-back', 'steady'] as const;
export type HpaState = (typeof HPA_STATES)[number];

/** One metric of an HPA as a line of text. */
export interface HpaMetric {
  /** In the words of Kubernetes. */
  name: string;
  /** What it looks at: `cpu of container app`. */
  label: string;
  /** What it is and should be; the first is absent while nobody knows. */
  current?: string;
  target: string;
  /** The replicas it asks for. */
  proposed?: number;
  /** Why it asks for none. */
  failure?: string;
  /** Whether it decided. */
  isWinner: boolean;
}

export interface HpaRow {
  namespace: string;
  name: string;
  target: { kind: string; name: string };
  state: HpaState;
  /** Why it stands so, in the words of its conditions. */
  why: string;
  held: HeldBy;
  min: number;
  max: number;
  /** What the target asks for; absent if that cannot be read. */
  replicas?: number;
  /** What this evaluation asks for; absent if it has no answer. */
  desired?: number;
  /** What the status of the HPA says, if a controller wrote it. */
  controller?: number;
  /** Since when the two differ, if they do for longer than a few syncs. */
  differsSinceMs?: number;
  metrics: HpaMetric[];
  /** Who scales. */
  claim: Claim['kind'];
  /** Containers that are full while it sees nothing of it; absent without any. */
  hidden?: readonly HiddenSince[];
}

/** What one metric measured; of thousands of pods, those that do not simply count, then others, up to a bound. */
export interface ShownMetric {
  readonly spec: MetricSpec;
  readonly outcome:
    | Failed
    | (Proposal & {
        /** All pods, also those left out of `pods`. */
        readonly podCounts: Readonly<Partial<Record<PodEvidence['group'], number>>>;
      });
}

/** GET /api/hpas/NAMESPACE/NAME */
export interface HpaDetail extends Omit<HpaRow, 'claim'> {
  claim: Claim;
  /** The names of all HPAs of its target, if there are several. */
  sharedBy: readonly string[];
  spec: HorizontalPodAutoscaler['spec'];
  status?: HorizontalPodAutoscaler['status'];
  /** Who keeps it as it is stated elsewhere, so that edits do not last. */
  manager?: string | undefined;
  /** The containers of its pods. */
  containers: readonly string[];
  /** What Plumbline's evaluation says of it. */
  conditions: HpaCondition[];
  /** The last evaluation with its evidence; absent if the target cannot be read. */
  evaluation?: Omit<Evaluation, 'past' | 'currentMetrics' | 'conditions' | 'metrics'> & {
    metrics: readonly ShownMetric[];
  };
  /** What earlier evaluations recommended and did, as far as its windows reach. */
  past?: Past;
  /** Since when it is watched: before, its windows are not full. */
  watchedSinceMs: number;
  /** At most a point a minute and one for each change, oldest first, for some hours. */
  history: HistoryPoint[];
}
