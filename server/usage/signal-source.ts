import type { OtherSignal } from '../model/other-signals';
import type { PastContainer, PastOptions, TimeSpan } from './source';

/** A measured value of a container, or of a pod, for which `container` is empty. */
export interface SignalValue {
  namespace: string;
  pod: string;
  container: string;
  value: number;
}

/** How a question about the present of one signal ended; `refused` concerns the signal, `away` the source. */
export type SignalAnswer = { kind: 'values'; series: number } | { kind: 'refused' | 'away'; message: string };

/** Part of the past of one signal of a container, or of a pod, in order of time. */
export interface PastSignal {
  /** Place of the signal in the list that was asked for. */
  signal: number;
  /** The same object in all parts; of a pod, one of its containers. */
  container: PastContainer;
  timesMs: ArrayLike<number>;
  values: ArrayLike<number>;
}

export interface PastSignalsAsked extends Pick<PastOptions, 'namespaces' | 'stopping'> {
  isWanted(container: PastContainer): boolean;
  /**
   * Something of these namespaces, of all if there are none, could not be had or is part of an answer: of the signal
   * at this place of the list, of all of them if it is absent.
   */
  lacks?(namespaces: readonly string[], signal?: number): void;
}

/** Where signals besides CPU and memory come from. */
export interface SignalSource {
  /** People recognise it by this. */
  readonly address: string;
  /** Yields the present values of all containers or pods of these namespaces, or of all, one by one. */
  present(
    signal: OtherSignal,
    asked: { atMs: number; windowMs: number; namespaces: readonly string[]; isAll: boolean },
    take: (value: SignalValue) => void,
    stopping?: AbortSignal,
  ): Promise<SignalAnswer>;
  /** Yields every value once. What cannot be had is left out. */
  past(
    signals: readonly OtherSignal[],
    span: TimeSpan,
    stepMs: number,
    asked: PastSignalsAsked,
  ): AsyncIterable<PastSignal>;
  close(): Promise<void>;
}
