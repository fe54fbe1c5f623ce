import type { ForeseenVpa } from '../contract/operations';
import type { LeaseView, UpdaterState } from '../contract/plan';
import type { StopEntry, StopScope, StopState } from '../decide/pods/stop';
import type { DecisionCounts, Outlook } from '../decide/running/outlook';
import type { WaitingChange } from '../decide/running/waiting-change';
import type { RoleHandle } from '../kube/role-context';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { AwaitingWorkload } from './act/decision-log';
import type { ShownPlan } from './shown-plan';

/** The stops in force, for roles that act. */
export interface StopSource {
  readonly state: StopState;
  /** Whether this process would hear of a stop pressed in another. */
  readonly isHearing: boolean;
  list(): readonly { scope: StopScope; entry: StopEntry }[];
  /** Calls `listener` at every change; the returned function ends that. */
  onChange(listener: () => void): () => void;
  /** Resolves once the stops in force are known, or cannot be known. */
  settled(): Promise<void>;
}

/** The running updater as the rest of the process sees it. */
export interface UpdaterHandle extends RoleHandle {
  readonly state: UpdaterState;
  readonly lease: LeaseView;
  /** The plan of the last pass, or a newer one made by the same function. */
  readonly shown: Pick<ShownPlan, 'revision' | 'latest' | 'isFilled' | 'refresh'>;
  /** What it would do to the pods of one VPA, computed by the functions that act. */
  outlook(vpa: VerticalPodAutoscaler): Promise<Outlook>;
  /** What the first pass would do to the stopped pods if only the stops in `next` were in force. */
  onceStopsAre(next: StopState): Promise<{ pods: DecisionCounts; foreseen: readonly ForeseenVpa[] }>;
  /** What of a VPA waits for a person now; undefined if nothing does. */
  waitingChange(vpa: VerticalPodAutoscaler): Promise<WaitingChange | undefined>;
  /** The VPAs whose pods wait for a person; none while another process acts. */
  readonly held: Iterable<AwaitingWorkload>;
  /** Whether this process is the one that acts and records. */
  readonly isLeading: boolean;
}
