import { estimateSignal, type SignalEstimate } from '@/server/decide/estimators/signals/estimate-signal';
import type { OtherSignal } from '@/server/model/other-signals';
import { HEAP_COMMITTED, HEAP_SIGNALS, type HeapRuntime, RUNTIMES } from '@/server/model/runtimes';
import type { VpaSignals } from './signal-store';

/** The heap of a container, in bytes. */
export interface Heap {
  readonly runtime: HeapRuntime;
  readonly live: SignalEstimate;
  /** What the runtime has taken for it; absent if unknown. */
  readonly committed?: SignalEstimate;
  /** Why its past is not all part of it; absent if it is. */
  readonly pastFault?: ReturnType<VpaSignals['pastFault']>;
}

/** Undefined where no runtime tells of a heap. Of several, the one whose heap is larger counts. */
export function heapOf(
  learned: VpaSignals | undefined,
  container: string,
  { signals, intervalMs, nowMs }: { signals: readonly OtherSignal[]; intervalMs: number; nowMs: number },
): Heap | undefined {
  const indexOf = (name: string) => signals.findIndex((signal) => signal.name === name);
  const estimateOf = (name: string) => {
    const index = indexOf(name);
    const [signal, history] = [signals[index], learned?.historyOf(container, index)];
    return signal && history && estimateSignal(signal, history, intervalMs);
  };
  let found: Heap | undefined;
  for (const runtime of RUNTIMES) {
    const live = estimateOf(HEAP_SIGNALS[runtime]);
    if (live && live.high > (found?.live.high ?? 0))
      found = { runtime, live, pastFault: learned?.pastFault(indexOf(HEAP_SIGNALS[runtime]), nowMs) };
  }
  const committed = found && estimateOf(HEAP_COMMITTED);
  return found && committed ? { ...found, committed } : found;
}
