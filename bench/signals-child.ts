/** Prints the figures of the other signals as JSON, see `signals.ts`. */
import { Registry } from 'prom-client';
import { wallClock } from '@/server/clock';
import { defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/estimators';
import { ClusterState } from '@/server/model/cluster-state';
import { OTHER_SIGNALS, type OtherSignal } from '@/server/model/other-signals';
import { selectorFrom } from '@/server/model/selector';
import { recommenderMetrics } from '@/server/recommender/metrics';
import { PresentSignals } from '@/server/recommender/signals/present';
import { SignalBook } from '@/server/recommender/signals/signal-book';
import type { SignalSource } from '@/server/usage/signal-source';
import { usedBytes } from './used-bytes';

const CONTAINERS = 10_000;
const TICKS = 300;
const INTERVAL_MS = 300_000;
const START_MS = Date.UTC(2026, 2, 2);

const config = defaultConfig();
const state = new ClusterState(config, estimatorOf('percentile', config).learning);
const refs = Array.from({ length: CONTAINERS }, (_, index) => ({
  namespace: `team-${index % 20}`,
  pod: `service-${index}-0`,
  name: `service-${index}`,
}));
for (const { namespace, pod, name } of refs) {
  const labels = { app: name };
  state.setPod({
    namespace,
    name: pod,
    labels,
    phase: 'Running',
    containers: [{ name: 'app', requests: {} }],
  });
  state.setVpa({ namespace, name, selector: selectorFrom({ matchLabels: labels }) });
}

/** Each container has a level of its own, a day and noise; every twentieth has bursts a thousand times as high. */
function amountOf(signal: OtherSignal, index: number, tick: number): number {
  if (signal.unit === 'share') return ((index * 31 + tick * 17) % 100) / 400;
  const level = signal.buckets.firstBucketSize * (5 + ((index * 7919) % 5000));
  const day = 1 + 0.5 * Math.sin((tick * INTERVAL_MS * 2 * Math.PI) / 86_400_000 + index);
  const noise = 0.8 + (((index * 7919 + tick * 104_729) % 997) / 997) * 0.4;
  const burst = index % 20 === 0 && tick % 37 === 0 ? 1000 : 1;
  return level * day * noise * burst;
}

let tick = 0;
const source: SignalSource = {
  address: 'the bench',
  async present(signal, _, take) {
    for (const [index, { namespace, pod }] of refs.entries())
      take({
        namespace,
        pod,
        container: signal.of === 'pod' ? '' : 'app',
        value: amountOf(signal, index, tick),
      });
    return { kind: 'values', series: refs.length };
  },
  past: () => {
    throw new Error('asked for the past');
  },
  close: async () => undefined,
};

const empty = usedBytes();
const book = new SignalBook(OTHER_SIGNALS);
const present = new PresentSignals({
  source,
  book,
  state,
  vpas: () => refs,
  namespace: '',
  windowMs: INTERVAL_MS,
  clock: { ...wallClock, now: () => START_MS + tick * INTERVAL_MS },
  problems: { report: () => undefined, clear: () => undefined, clearExcept: () => undefined, list: () => [] },
  metrics: recommenderMetrics(new Registry()),
});
const { signal } = new AbortController();
let least = Number.POSITIVE_INFINITY;
for (; tick < TICKS; tick++) {
  const startedAt = performance.now();
  await present.run(signal);
  least = Math.min(least, (performance.now() - startedAt) / 1000);
}
const bytes = usedBytes() - empty;
if (!book.get('team-0', 'service-0')?.historyOf('app', 0)) throw new Error('nothing was learned');
console.log(
  JSON.stringify([
    { name: '-memory', value: bytes / 1e6, unit: 'MB' },
    { name: '-state', value: bytes / CONTAINERS / OTHER_SIGNALS.length, unit: 'bytes/signal' },
    { name: '-tick', value: least, unit: 's' },
  ]),
);
