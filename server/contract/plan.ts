import type { ContainerChange, VpaPlan } from '../decide/running/planned';
import type { AwaitedEvent } from '../words/awaited-events';
import type { Decision, Fate } from '../words/decisions';
import type { Reason, ReasonCode } from '../words/reasons';
import type { Counts, ListView, ListWords } from './lists';

export type { ContainerChange } from '../decide/running/planned';

export const PLAN_WORDS = {
  filters: ['q', 'namespace', 'vpa', 'decision', 'reason', 'when'],
  sorts: ['acts', 'when', 'name', 'namespace', 'pods'],
  usual: { key: 'acts', descending: false },
} as const satisfies ListWords<string, string>;

/** Pods of one VPA that share decision and reasons, so that a hundred equal ones are one line. */
export interface PlannedPods {
  key: string;
  decision: Decision;
  count: number;
  /** Of the first of the pods, like `changes` and `awaits`. */
  reasons: Reason[];
  changes: readonly ContainerChange[];
  awaits: readonly AwaitedEvent[];
  /** The earliest time any of them may go. */
  notBeforeMs?: number;
  /** The names of the first pods: all of a group named in `open` as far as there is room, else one. */
  pods: { name: string; uid: string; reasons: Reason[] }[];
}

/** One VPA's part of the plan. */
export interface VpaPlanRow extends Omit<VpaPlan, 'overruledBy' | 'pods'> {
  /** Pods that match the filter. */
  pods: number;
  groups: PlannedPods[];
}

/** The plan over time: what is done now, what may go from which time on, what awaits an event. */
export interface Horizon {
  now: { evict: number; resize: number };
  /** Pods that wait for a time, by their place on the axis: 0 is now, 1 its end. */
  bars: {
    at: number;
    width: number;
    pods: number;
    fromMs: number;
    /** The first few, by namespace and name. */
    vpas: string[];
    moreVpas: number;
    /** The time range as the filter `when` takes it. */
    when: string;
  }[];
  ticks: { at: number; afterMs: number }[];
  events: { event: AwaitedEvent; pods: number }[];
  /** Pods that wait for a time. */
  timed: number;
}

/** How many pods have a reason, and under which decisions. */
export interface ReasonCount {
  code: ReasonCode;
  pods: number;
  by: Record<Decision, number>;
}

/**
 * GET /api/plan?q=&namespace=&vpa=&decision=&reason=&when=&sort=&order=&page=&open=; `open` lists, separated
 * by commas, the groups whose pods should be named, each as `NAMESPACE/VPA KEY`.
 */
export interface PlanView extends ListView<VpaPlanRow> {
  atMs: number;
  updater: UpdaterState;
  lease: LeaseView;
  tallies: { decision: Counts<Fate>; reason: ReasonCount[]; when: Horizon };
}

export type UpdaterState =
  | { kind: 'waiting-for-caches' }
  | { kind: 'running'; lastPassMs?: number; nextPassMs?: number }
  | { kind: 'following'; leader: string };

/** Whether admission reports that it is alive; without that no pod is evicted. */
export interface LeaseView {
  kind: 'fresh' | 'stale' | 'missing' | 'not-required';
  /** When it last did, if that is too long ago. */
  renewedMs?: number;
}
