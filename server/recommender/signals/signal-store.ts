import { SignalHistory } from '@/server/decide/estimators/signals/signal-history';
import type { OtherSignal } from '@/server/model/other-signals';

/** More container names than any workload has: the rest is not learned. */
const MOST_CONTAINERS = 100;
/** The pod itself, whose containers share a signal. */
export const POD = '';
/** Larger values are no measurements. */
const MOST = 1e15;

export function isMeasured(value: number): boolean {
  return value >= 0 && value <= MOST;
}

/** What one VPA has learned of other signals, by container name, or `POD`; each by the place of the signal. */
export class VpaSignals {
  past: 'missing' | 'complete' = 'missing';
  private readonly byContainer = new Map<string, (SignalHistory | undefined)[]>();
  /** Until when what could not be read of a signal's past would still count, Unix ms; by place of the signal. */
  private readonly lacking = new Map<number, number>();

  constructor(
    private readonly signals: readonly OtherSignal[],
    /** Live samples come from here on, Unix ms; the past ends here. */
    readonly sinceMs: number,
  ) {}

  historyOf(container: string, signal: number): SignalHistory | undefined {
    return this.byContainer.get(container)?.[signal];
  }

  /** Part of the past of a signal could not be had, or came in part: that counts until this time, Unix ms. */
  lacks(signal: number, untilMs: number): void {
    this.lacking.set(signal, untilMs);
  }

  /** Why the past of a signal is not all there: it is still to come, or part that would count now is not known. */
  pastFault(signal: number, nowMs: number): 'loading' | 'partial' | undefined {
    if (this.past !== 'complete') return 'loading';
    return (this.lacking.get(signal) ?? 0) > nowMs ? 'partial' : undefined;
  }

  add(container: string, signal: number, value: number, timeMs: number, intervals = 1): void {
    this.opened(container, signal)?.add(value, timeMs, intervals);
  }

  merge(other: VpaSignals): void {
    for (const [container, histories] of other.byContainer)
      for (const [signal, history] of histories.entries())
        if (history) this.opened(container, signal)?.merge(history);
  }

  private opened(container: string, signal: number): SignalHistory | undefined {
    const layout = this.signals[signal];
    let histories = this.byContainer.get(container);
    if (!histories) {
      if (!layout || this.byContainer.size >= MOST_CONTAINERS) return undefined;
      histories = this.signals.map(() => undefined);
      this.byContainer.set(container, histories);
    }
    let history = histories[signal];
    if (!history && layout) {
      history = new SignalHistory(layout);
      histories[signal] = history;
    }
    return history;
  }
}

/** What the VPAs have learned of other signals; nothing is kept for anything else. */
export class SignalStore {
  private readonly byVpa = new Map<string, VpaSignals>();

  constructor(readonly signals: readonly OtherSignal[]) {}

  get(namespace: string, name: string): VpaSignals | undefined {
    return this.byVpa.get(`${namespace}/${name}`);
  }

  /** Opens one for each of these VPAs, and forgets all others. */
  follow(vpas: Iterable<{ namespace: string; name: string }>, nowMs: number): void {
    const kept = new Set<string>();
    for (const { namespace, name } of vpas) {
      const key = `${namespace}/${name}`;
      kept.add(key);
      if (!this.byVpa.has(key)) this.byVpa.set(key, new VpaSignals(this.signals, nowMs));
    }
    for (const key of this.byVpa.keys()) if (!kept.has(key)) this.byVpa.delete(key);
  }
}
