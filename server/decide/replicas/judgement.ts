import type { Evaluation } from './evaluation';
import type { PastTrial } from './past-trial';
import type { ReplicaProposal } from './proposal';

/** An evaluation without what each pod counted: what decided, and how. */
export interface Judgement
  extends Pick<Evaluation, 'atMs' | 'currentReplicas' | 'desiredReplicas' | 'course'> {
  readonly metrics: readonly {
    readonly spec: Evaluation['metrics'][number]['spec'];
    readonly outcome:
      | Omit<ReplicaProposal, 'pods'>
      | Exclude<Evaluation['metrics'][number]['outcome'], { kind: 'proposed' }>;
  }[];
}

export interface HpaTrialView {
  readonly now: Judgement;
  readonly after: Judgement;
  /** The time that is known, under both rules; absent if too little is. */
  readonly past?: PastTrial | undefined;
}

export function judgementOf({
  atMs,
  currentReplicas,
  desiredReplicas,
  course,
  metrics,
}: Evaluation): Judgement {
  return {
    atMs,
    currentReplicas,
    desiredReplicas,
    course,
    metrics: metrics.map(({ spec, outcome }) => {
      if (outcome.kind === 'failed') return { spec, outcome };
      const { pods: _pods, ...rest } = outcome;
      return { spec, outcome: rest };
    }),
  };
}
