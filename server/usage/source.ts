import type { ObjectFault } from '../kube/object-fault';
import type { Labels } from '../model/selector';

/** What one container used. */
export interface UsageSample {
  namespace: string;
  pod: string;
  container: string;
  /** Start of the time it was averaged over, Unix ms. */
  atMs: number;
  /** Not a number where the source writes none. */
  cpuMillicores?: number;
  memoryBytes?: number;
}

/** How a look at the present went. Unknown is not zero is not forbidden. */
export type LiveAnswer = 'samples' | 'not-installed' | 'unavailable' | 'forbidden';

export interface LiveWanted {
  /** Only these namespaces; all when left out. */
  namespaces?: readonly string[];
  /** Nothing from before is of use, Unix ms; a source may send it all the same. */
  sinceMs: number;
}

export interface LiveTaker {
  sample(sample: UsageSample): void;
  /** An object of the source cannot be read. */
  unreadable(fault: ObjectFault): void;
}

/** Where samples of the present come from. */
export interface LiveSource {
  readonly name: string;
  /**
   * Hands over the samples there are now, one by one as they come in, and lets the event loop have its turn in
   * between. What keeps it from that is a problem it reports itself.
   * @throws the signal's reason when `stopping` aborts
   */
  fetch(wanted: LiveWanted, taker: LiveTaker, stopping?: AbortSignal): Promise<LiveAnswer>;
}

/** A container that a past source knows; its pod need not live any more. */
export interface PastContainer {
  namespace: string;
  pod: string;
  container: string;
  labels: Labels;
}

/** A stretch of time, Unix ms, `toMs` excluded. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
}

/** How far a source is, as shares of its own measure such as files or queries. */
export interface PastProgress {
  done: number;
  total: number;
}

export interface PastOptions {
  /** Ends the stream early, by throwing its reason. */
  stopping?: AbortSignal;
  progress?(progress: PastProgress): void;
}

/** Where samples of former days come from. Samples of one container come in the order of their time. */
export interface PastSource {
  readonly name: string;
  containers(span: TimeSpan, options?: PastOptions): AsyncIterable<PastContainer>;
  samples(span: TimeSpan, options?: PastOptions): AsyncIterable<UsageSample>;
}
