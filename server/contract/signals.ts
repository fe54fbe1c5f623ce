import type { OtherSignal } from '@/server/model/other-signals';
import type { HeapRuntime } from '@/server/model/runtimes';
import type { SignalEstimate } from '../decide/estimators/signals/estimate-signal';
import type { StrainedBy } from '../words/strain';

/** What the pages show of one signal of a container or pod; amounts in its unit. */
export interface SignalView extends Pick<OtherSignal, 'name' | 'label' | 'unit'> {
  /** The highest value of the lowest bucket: what is below it is told apart no further. */
  finest: number;
  /** The request that is recommended, if the VPA asks for that. */
  recommended?: number;
  /** Part of its past could not be read, and would count now. */
  isPastPartial?: true;
  /** Absent without samples. */
  learned?: SignalEstimate & { samples: number; firstSampleMs: number; lastSampleMs: number };
  /**
   * Why nothing was learned, or no more: Prometheus was not asked yet, has no series of the signal, or could not
   * be asked.
   */
  trouble?: { kind: 'unasked' | 'no-series' } | { kind: 'failed'; message: string };
}

/** That a container has too little: the highest share of the time of its pods, and how many it is so in. */
export interface StrainView {
  readonly container: string;
  readonly by: StrainedBy;
  readonly share: number;
  readonly pods: number;
}

/** What runs in a container, and its heap in bytes as far as it is known. */
export interface HeapView {
  readonly container: string;
  readonly runtime: HeapRuntime;
  /** Whether the VPA says so; else metrics do. */
  readonly isStated: boolean;
  readonly isFollowed: boolean;
  readonly live?: Pick<SignalEstimate, 'usual' | 'high' | 'highest'>;
  readonly committed?: Pick<SignalEstimate, 'usual' | 'high' | 'highest'>;
}

/** Why the memory of a container follows usage, though its VPA lets it follow a signal. */
export type Unfollowed = 'loading' | 'partial' | 'no-samples';

export type WorkloadSignals =
  /** Nothing is known, because nothing is asked. */
  | { kind: 'no-source' }
  | { kind: 'left-out' }
  | {
      kind: 'followed';
      /** Whether usage from before the start is still coming. */
      isLoadingPast: boolean;
      /** Signals that the containers of a pod share. */
      pod: readonly SignalView[];
      containers: readonly { name: string; signals: readonly SignalView[]; unfollowed?: Unfollowed }[];
      strain: readonly StrainView[];
      heaps: readonly HeapView[];
      /** How many containers the cluster has, to two digits: what series of each would cost. */
      clusterContainers: number;
    };
