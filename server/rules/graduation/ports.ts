import type { ContainerConfidence } from '../../decide/features/graduation/facts';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { JournalWriter, Series } from '../../store';
import type { ReplayFact } from '../../words/graduation';

/** A replay of the last days of one workload, under an update mode. */
export interface ReplayWanted {
  readonly namespace: string;
  readonly name: string;
  readonly days: 1 | 7 | 30;
  readonly updateMode: string;
}

export type ReplayVerdict = Extract<ReplayFact, { state: 'done' | 'failed' }>;

export interface GraduationPorts {
  readonly store: JournalWriter;
  readonly series: Pick<Series, 'past' | 'happenings' | 'onHappening'>;
  /** What a recommender of this process has learned of a VPA; undefined if none runs here or it does not know. */
  confidenceOf(vpa: VerticalPodAutoscaler): readonly ContainerConfidence[] | undefined;
  isStopped(namespace: string, name: string): boolean;
  /**
   * Replays a workload, once others before it are done; aborting cancels it. Never tells more than one at a time.
   * Rejects only if aborted.
   */
  replay(wanted: ReplayWanted, stopping: AbortSignal): Promise<ReplayVerdict>;
}
