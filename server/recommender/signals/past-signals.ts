import type { RunOutcome } from '@/server/lib/time/repeat';
import { Slices } from '@/server/lib/time/slices';
import type { ClusterState } from '@/server/model/cluster-state';
import type { SignalSource } from '@/server/usage/signal-source';
import type { PastContainer } from '@/server/usage/source';
import { ofKey } from '../../lib/memo/of-key';
import type { RecommenderMetrics } from '../metrics';
import type { ServedVpa } from '../vpas/served-vpa';
import { isMeasured, POD, type SignalStore, VpaSignals } from './signal-store';

interface PastSignalsParts {
  source: SignalSource;
  signalStore: SignalStore;
  state: Pick<ClusterState, 'vpasFor'>;
  vpas(): Iterable<ServedVpa>;
  historyLengthMs: number;
  /** Time between two samples of the past. */
  stepMs: number;
  /** Time between two live samples. */
  intervalMs: number;
  metrics: Pick<RecommenderMetrics, 'signalSamples'>;
}

/**
 * Adds the past of the VPAs that lack it, which is how these signals survive a restart: they are kept nowhere
 * but in Prometheus. It is added once it is complete; a load that fails midway leaves nothing.
 */
export class PastSignals {
  isLoading = false;

  constructor(private readonly parts: PastSignalsParts) {}

  async run(stopping: AbortSignal): Promise<RunOutcome> {
    const waiting = this.waiting();
    if (waiting.size === 0) return 'done';
    this.isLoading = true;
    try {
      await this.load(waiting, stopping);
      return 'done';
    } finally {
      this.isLoading = false;
    }
  }

  /** Those without a past, once their target is known and the usage of CPU and memory is there. */
  private waiting(): Map<string, VpaSignals> {
    const { signalStore, vpas } = this.parts;
    const waiting = new Map<string, VpaSignals>();
    for (const { namespace, name, target, past } of vpas()) {
      const signals = signalStore.get(namespace, name);
      if (signals?.past === 'missing' && target.kind === 'found' && past === 'complete')
        waiting.set(`${namespace}/${name}`, signals);
    }
    return waiting;
  }

  private async load(waiting: ReadonlyMap<string, VpaSignals>, stopping: AbortSignal): Promise<void> {
    const { source, signalStore, state, historyLengthMs, stepMs, intervalMs, metrics } = this.parts;
    const { signals } = signalStore;
    const loaded = new Map<string, VpaSignals>();
    const keysOf = ({ namespace, labels }: PastContainer) =>
      [...state.vpasFor(namespace, labels)]
        .map(({ name }) => `${namespace}/${name}`)
        .filter((key) => waiting.has(key));
    const begins = [...waiting.values()].map(({ sinceMs }) => sinceMs);
    const span = { fromMs: Math.min(...begins) - historyLengthMs, toMs: Math.max(...begins) };
    const intervals = Math.max(1, stepMs / intervalMs);
    const lacking: { namespaces: ReadonlySet<string>; signal: number | undefined }[] = [];
    const slices = new Slices();
    const series = source.past(signals, span, stepMs, {
      namespaces: [...new Set([...waiting.keys()].map(namespaceOf))],
      stopping,
      isWanted: (container) => keysOf(container).length > 0,
      lacks: (namespaces, signal) => lacking.push({ namespaces: new Set(namespaces), signal }),
    });
    for await (const { signal, container, timesMs, values } of series) {
      const name = signals[signal]?.of === 'pod' ? POD : container.container;
      metrics.signalSamples.inc({ signal: signals[signal]?.name ?? '', from: 'past' }, values.length);
      for (const key of keysOf(container)) {
        const begin = waiting.get(key)?.sinceMs ?? 0;
        const into = ofKey(loaded, key, () => new VpaSignals(signals, begin));
        for (let index = 0; index < timesMs.length; index++) {
          const [timeMs, value] = [timesMs[index] ?? Number.NaN, values[index] ?? Number.NaN];
          const isIn = timeMs >= span.fromMs && timeMs < begin;
          if (isIn && isMeasured(value)) into.add(name, signal, value, timeMs, intervals);
        }
      }
      const pause = slices.breathe();
      if (pause) await pause;
    }
    for (const [key, into] of waiting) {
      const past = loaded.get(key);
      if (past) into.merge(past);
      const namespace = namespaceOf(key);
      for (const lack of lacking)
        if (lack.namespaces.size === 0 || lack.namespaces.has(namespace))
          for (const signal of lack.signal === undefined ? signals.keys() : [lack.signal])
            into.lacks(signal, into.sinceMs + historyLengthMs);
      into.past = 'complete';
    }
  }
}

function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
