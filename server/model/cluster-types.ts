import type { Labels, Selector } from '../objects/selector';
import type { Amounts } from '../objects/units';
import type { Evidence } from './learned';
import type { LifeStart, Observer } from './observation';

/** Names one container of one pod. */
export interface ContainerRef {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Identifies a container by the labels of its pod, which need not live. */
export interface LabelledContainer extends ContainerRef {
  readonly labels: Labels;
  /** It is a native sidecar. */
  readonly isSidecar?: boolean;
}

/** A container whose past samples are loaded, in order of time. */
export interface PastIntake {
  /** @param timeMs start of the measurement, Unix ms @param millicores average use over it */
  addCpu(timeMs: number, millicores: number): SampleOutcome;
  /** @param timeMs start of the measurement, Unix ms @param bytes working set */
  addMemory(timeMs: number, bytes: number): SampleOutcome;
  /** An OOM kill, in its order among the samples of memory. @param bytes what it was killed at */
  addOom(timeMs: number, bytes: number): SampleOutcome;
  /** Call it once; what was learned stays. */
  end(): void;
}

/** A pod as the model needs it; `containers` are those whose usage counts (no plain init containers). */
export interface PodInput {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  readonly phase: string;
  /** Uid of the controlling owner, for the index by owner. */
  readonly containers: readonly {
    readonly name: string;
    /** A native sidecar: it learns apart from ordinary containers of its name. */
    readonly isSidecar?: boolean;
    readonly requests: Amounts;
    /** In bytes; absent without one, or if nobody knows. */
    readonly memoryLimit?: number | undefined;
    /** Its present life, if it runs. */
    readonly life?: LifeStart | undefined;
  }[];
}

/** Settings of one container's history that a policy may override; absent means the global setting. */
export interface HistoryOverrides {
  readonly oomBumpUpRatio?: number;
  readonly oomMinBumpUpBytes?: number;
  readonly memoryAggregationIntervalMs?: number;
  readonly memoryAggregationIntervalCount?: number;
}

/** A VPA as the model needs it. */
export interface VpaInput {
  readonly namespace: string;
  readonly name: string;
  readonly selector: Selector;
  /** It selects pods of any workloads, and leaves those out that a VPA with `holdsPods` selects. */
  readonly isOnGroup?: boolean;
  /** It is on a workload and acts on its pods. */
  readonly holdsPods?: boolean;
  /** Overrides for a container by its name; called once per aggregate and whenever the VPA is set again. */
  readonly overridesOf?: (container: string) => HistoryOverrides | undefined;
  /** Told of everything observed of its containers from now on. */
  readonly observer?: Observer;
}

/** Global settings of the model (those of the reference, see `server/config`). */
export interface ModelSettings {
  readonly memoryAggregationIntervalMs: number;
  readonly memoryAggregationIntervalCount: number;
  readonly oomBumpUpRatio: number;
  readonly oomMinBumpUpBytes: number;
  /** Whether 0 bytes of memory are a sample, as for the reference. */
  readonly countZeroMemory: boolean;
  /** Over which the least memory of each container is kept, in milliseconds; absent or 0 keeps none. */
  readonly memoryFlatMs?: number;
}

export const SAMPLE_REFUSALS = {
  'unknown-container': 'The container is unknown.',
  'not-newer': 'A sample at least as new was already taken.',
  'zero-memory': 'It is 0 bytes of memory, and a container that runs has some.',
  'oom-too-old': 'The kill is more than one aggregation interval before the last memory sample.',
  'not-a-number': 'The amount or its time is not a number.',
  negative: 'The amount is negative.',
  'too-large': 'The amount is more than any container can use.',
  'from-the-future': 'Its time is in the future.',
  'too-long-ago': 'Its time is before 1970.',
} as const;

/**
 * Why a sample was left out. `not-newer`, `zero-memory`, `oom-too-old` and `unknown-container` are normal; the
 * others are absurd input.
 */
export type SampleRefusal = keyof typeof SAMPLE_REFUSALS;

/** The outcome for a sample: compare with `'accepted'`, every other value is a {@link SampleRefusal}. */
export type SampleOutcome = 'accepted' | SampleRefusal;

/** One pod of the model. */
export interface PodState {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  readonly phase: string;
  readonly containers: readonly string[];
  /** In the same order, see `containerKey`. */
  readonly keys: readonly string[];
}

/** A checkpoint decoded and checked (see `recommender/checkpoints/checkpoint-codec`). */
export interface CheckpointState {
  readonly firstSampleMs?: number;
  readonly lastSampleMs?: number;
  readonly sampleCount: number;
  readonly learned: Evidence;
}
