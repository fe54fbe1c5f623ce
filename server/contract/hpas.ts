import type { HpaCondition } from '../decide/replicas/conditions';
import type { Evaluation } from '../decide/replicas/evaluation';
import type { Failed } from '../decide/replicas/failures';
import type { HiddenLoad } from '../decide/replicas/hidden-load';
import type { HpaPast } from '../decide/replicas/past';
import type { PodEvidence, ReplicaProposal } from '../decide/replicas/proposal';
import type { HorizontalPodAutoscaler, MetricSpec } from '../objects/types';
import type { Counts, ListView, ListWords } from './lists';

export type { Judgement } from '../decide/replicas/judgement';
export type { CurrentValue, PodEvidence, ReplicaProposal } from '../decide/replicas/proposal';

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
  claim: Claim['kind'];
  /** Containers that are full while it sees nothing of it; absent without any. */
  hidden?: readonly HiddenSince[];
}

/** What one metric measured; of thousands of pods, those that do not simply count, then others, up to a bound. */
export interface ShownMetric {
  readonly spec: MetricSpec;
  readonly outcome:
    | Failed
    | (ReplicaProposal & {
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
  /** Who keeps it is stated elsewhere, so that edits do not last. */
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
  past?: HpaPast;
  /** Since when it is watched: before, its windows are not full. */
  watchedSinceMs: number;
  /** At most a point a minute and one for each change, oldest first, for some hours. */
  history: HistoryPoint[];
}

export const HPA_CLAIMS = [
  'not-asked',
  'off',
  'following',
  'trying',
  'held',
  'contested',
] as const satisfies readonly Claim['kind'][];

export const HPA_WORDS = {
  filters: ['q', 'namespace', 'target', 'state', 'held', 'claim', 'differs'],
  sorts: ['state', 'name', 'namespace', 'replicas', 'change'],
  usual: { key: 'state', descending: false },
} as const satisfies ListWords<string, string>;

/**
 * GET /api/hpas?q=&namespace=&target=KIND/NAME&state=&held=&claim=&differs=true&sort=&order=&page=; `change` sorts by
 * how far the wanted replicas are from the present ones.
 */
export interface HpasView extends ListView<HpaRow> {
  tallies: {
    namespace: Counts;
    state: Counts<HpaState>;
    held: Counts<HeldBy>;
    claim: Counts;
    differs: Counts;
  };
}

/** How an HPA stood at one moment. */
export interface HistoryPoint {
  readonly atMs: number;
  /** What the target asks for. */
  readonly replicas: number;
  readonly desired: number;
  /** What the HPA controller of the cluster asks for, if it has said. */
  readonly controller?: number;
  /** The place of the metric that decided, if one did. */
  readonly winner?: number;
  readonly held: HeldBy;
  /** By place in the spec: measured by target, and the replicas asked for; nothing while a metric fails. */
  readonly metrics: readonly { readonly ratio?: number; readonly proposed?: number }[];
}

/** What kept the replicas from what the metrics asked for. */
export const HELD_BY = [
  'nothing',
  'stabilization-up',
  'stabilization-down',
  'rate-up',
  'rate-down',
  'max',
  'min',
  'metrics-failed',
  'no-scale',
  'bad-selector',
  'disabled',
] as const;

export type HeldBy = (typeof HELD_BY)[number];

/** Who scales what an HPA targets. */
export type Claim =
  /** The controller of the cluster: nobody asks for Plumbline. */
  | { readonly kind: 'not-asked' }
  /** Plumbline is asked for, and its controller is off. */
  | { readonly kind: 'off' }
  /** Another process of Plumbline does. */
  | { readonly kind: 'following' }
  /** Plumbline wrote the status and waits whether another controller does too. */
  | { readonly kind: 'trying'; readonly sinceMs: number }
  | { readonly kind: 'held' }
  /** Another controller writes the status, and there is no way to tell it not to. */
  | { readonly kind: 'contested'; readonly by: string; readonly sinceMs: number };

/** A load that an HPA does not see, and since when; Unix ms. */
export interface HiddenSince {
  readonly load: HiddenLoad;
  readonly sinceMs: number;
}
