import type { Labels } from '../objects/selector';
import type { ObjectFault } from '../words/object-fault';

/** The usage of one container. */
export interface UsageSample {
  namespace: string;
  pod: string;
  container: string;
  /** Start of the window it was averaged over, Unix ms. */
  atMs: number;
  /** NaN if the source has no value. */
  cpuMillicores?: number;
  memoryBytes?: number;
}

/** The outcome of asking for samples of the present. Unknown, zero and forbidden differ. */
export type LiveAnswer = 'samples' | 'not-installed' | 'unavailable' | 'forbidden';

export interface LiveWanted {
  /** Only these namespaces; all if left out. */
  namespaces?: readonly string[];
  /** Older samples are not needed, Unix ms; a source may send them anyway. */
  sinceMs: number;
}

export interface LiveTaker {
  sample(sample: UsageSample): void;
  /** Called with an object of the source that cannot be read. */
  unreadable(fault: ObjectFault): void;
}

/** Where samples of the present come from. */
export interface LiveSource {
  readonly name: string;
  /** Whether it can be asked for one namespace after the other, at the cost of a request each. */
  readonly comesByNamespace?: boolean;
  /**
   * Yields the present samples one by one as they arrive, and lets the event loop run in between. Reports its
   * own problems.
   * @throws the signal's reason when `stopping` aborts
   */
  fetch(wanted: LiveWanted, taker: LiveTaker, stopping?: AbortSignal): Promise<LiveAnswer>;
}

/** A container known to a past source; its pod may be gone. */
export interface PastContainer {
  namespace: string;
  pod: string;
  container: string;
  labels: Labels;
}

/** A time span, Unix ms, `toMs` excluded. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
}

/** Part of the usage of one container, in order of time. */
export interface PastSeries {
  /** The same object in all parts of one container within one stream. */
  container: PastContainer;
  /** The time of each measurement, Unix ms, ascending. */
  timesMs: ArrayLike<number>;
  /** As many as times; NaN if the source has no value. */
  cpuMillicores?: ArrayLike<number>;
  memoryBytes?: ArrayLike<number>;
  /** Where `memoryBytes` is a mean over time and pods: the highest of it, if known. */
  memoryPeakBytes?: ArrayLike<number>;
}

/** OOM kills of a container within a minute, or within an hour if no more is known. */
export interface PastKill {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** Unix ms. */
  readonly atMs: number;
  readonly times: number;
  /** The memory limit that it had, bytes; absent if it is not told. */
  readonly limitBytes?: number;
}

/** The progress of a source, in its own units such as files or samples. */
export interface PastProgress {
  done: number;
  total: number;
}

export interface PastOptions {
  /** Only these namespaces; all when left out. */
  namespaces?: readonly string[];
  /** Only these containers; all when left out. */
  isWanted?(container: PastContainer): boolean;
  /**
   * Of how many steps memory may be the highest, told for each of them, where that is less work for a source; 1 if left
   * out.
   */
  memorySteps?: number;
  /** Ends the stream early by throwing its reason. */
  stopping?: AbortSignal;
  progress?(progress: PastProgress): void;
  /** Something of these namespaces, of all if there are none, could not be had or is part of an answer. */
  lacks?(namespaces: readonly string[]): void;
  /** The namespace is complete. */
  ended?(namespace: string): void;
}

export interface PastSource {
  readonly name: string;
  containers(span: TimeSpan, options?: PastOptions): AsyncIterable<PastContainer>;
  /**
   * The CPU samples of one container come in order of time, and so do its memory samples. One may come twice
   * if a source had to ask again; the model takes it once.
   */
  samples(span: TimeSpan, options?: PastOptions): AsyncIterable<PastSeries>;
  /** The kills that it tells of; absent for a source that tells of none. Reports its own problems. */
  kills?(
    span: TimeSpan,
    options?: Pick<PastOptions, 'namespaces' | 'stopping'>,
  ): Promise<readonly PastKill[]>;
}
