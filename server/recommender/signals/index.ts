import { signalsFrom } from '@/server/config/signals';
import type { BoundAmounts } from '@/server/decide/estimators/estimator';
import { estimateSignal } from '@/server/decide/estimators/signals/estimate-signal';
import type { RoleContext } from '@/server/kube/role-context';
import type { Logger } from '@/server/lib/report/log';
import { repeat } from '@/server/lib/time/repeat';
import type { ClusterState } from '@/server/model/cluster-state';
import type { Pressure } from '@/server/model/pressure';
import type { CpuThrottling } from '@/server/model/throttling';
import { requestedFrom } from '@/server/objects/quantity';
import { EPHEMERAL_STORAGE } from '@/server/objects/units';
import type { RecommendedPodResources } from '@/server/objects/vpa-types';
import { PrometheusSignals } from '@/server/usage/prometheus/signals';
import type { WorkloadSignals } from '../../contract/signals';
import type { RecommenderMetrics } from '../metrics';
import { knownPods } from '../past/known-pods';
import type { RecommenderSettings } from '../settings';
import type { ServedVpa } from '../vpas/served-vpa';
import { type Heap, heapOf } from './heap';
import { PastSignals } from './past-signals';
import { PresentSignals } from './present';
import { knownRss } from './rss';
import { SignalStore } from './signal-store';
import { signalsView } from './signals-view';
import type { StorageEstimates } from './storage-recommendation';

/** Real time between two checks for VPAs whose past is missing; new ones come with a pass. */
const LOOK_EVERY_MS = 30_000;

/** Real time between two samples of each signal, however fast the cluster's clock runs. */
const LEAST_PAUSE_MS = 4000;

interface SignalsParts {
  state: ClusterState;
  vpas(): readonly ServedVpa[];
  metrics: RecommenderMetrics;
  log: Logger;
}

export interface SignalsHandle {
  /** @param recommendation with the ephemeral storage that is recommended, if any is */
  view(
    served: Pick<ServedVpa, 'namespace' | 'name' | 'vpa'>,
    containers: readonly string[],
    recommendation: RecommendedPodResources | undefined,
  ): WorkloadSignals;
  /** What containers need of ephemeral storage, with the usual margin. */
  readonly storage: StorageEstimates;
  /** The heap of a container; undefined where no runtime tells of one. */
  heapOf(namespace: string, name: string, container: string): Heap | undefined;
  /** Memory without page cache, with the usual margin; undefined unless all of its past is known. */
  rssOf(namespace: string, name: string, container: string): BoundAmounts | undefined;
  /** How much of the time its containers were throttled at the last look; undefined if that is unknown. */
  throttlingOf(namespace: string, name: string): CpuThrottling | undefined;
  /** How much of the time they waited for CPU or memory; undefined if that is unknown. */
  pressureOf(namespace: string, name: string): Pressure | undefined;
  stop(): Promise<void>;
}

/** Starts to learn the other signals: live, in a loop of its own, and from the past; undefined without a source. */
export function openSignals(
  { config, clock, wallClock, problems, caches, loops }: RoleContext<RecommenderSettings>,
  { state, vpas, metrics, log }: SignalsParts,
): SignalsHandle | undefined {
  if (config.prometheusAddress === '') return undefined;
  const known = knownPods(state, caches);
  const source = new PrometheusSignals({ settings: config, known, problems, wallClock, log });
  const { signalsIntervalMs: intervalMs, historyResolutionMs, historyLengthMs } = config;
  const signalStore = new SignalStore(signalsFrom(config));
  const present = new PresentSignals({
    source,
    signalStore,
    state,
    vpas,
    namespace: config.vpaObjectNamespace,
    windowMs: Math.max(intervalMs, config.prometheusLiveWindowMs),
    clock,
    problems,
    metrics,
  });
  const past = new PastSignals({
    source,
    signalStore,
    state,
    vpas,
    historyLengthMs,
    stepMs: historyResolutionMs,
    intervalMs,
    metrics,
  });
  const isOn = signalStore.signals.length > 0;
  const loading = repeat({
    name: 'signals-past',
    everyMs: LOOK_EVERY_MS,
    waitsFirst: true,
    wallClock,
    loops,
    run: (stopping) => (isOn ? past.run(stopping) : 'give-up'),
  });
  const following = repeat({
    name: 'signals',
    everyMs: intervalMs,
    clock,
    wallClock,
    loops,
    run: async (stopping) => {
      if (!isOn) return 'give-up';
      const outcome = await present.run(stopping);
      loading.wake();
      return outcome === 'done' ? { laterMs: Math.max(intervalMs, LEAST_PAUSE_MS * clock.speed) } : outcome;
    },
  });
  const ofStorage = signalStore.signals.findIndex(({ name }) => name === EPHEMERAL_STORAGE);
  const margin = 1 + config.recommendationMarginFraction;
  return {
    storage: (namespace, name, container) => {
      const learned = signalStore.get(namespace, name);
      const history = learned?.historyOf(container, ofStorage);
      const signal = signalStore.signals[ofStorage];
      const estimate = signal && history && estimateSignal(signal, history, intervalMs);
      if (!learned || !estimate) return undefined;
      return {
        lowerBound: estimate.lowerBound * margin,
        target: estimate.target * margin,
        upperBound: estimate.upperBound * margin,
        isWhole: learned.past === 'complete',
      };
    },
    heapOf: (namespace, name, container) =>
      heapOf(signalStore.get(namespace, name), container, {
        signals: signalStore.signals,
        intervalMs,
        nowMs: clock.now(),
      }),
    rssOf: (namespace, name, container) => {
      const learned = signalStore.get(namespace, name);
      const { signals } = signalStore;
      const rss = knownRss(learned, container, { signals, nowMs: clock.now(), config });
      return typeof rss === 'string' ? undefined : rss;
    },
    throttlingOf: (namespace, name) => {
      const learned = signalStore.get(namespace, name);
      return learned && present.throttlingOf(learned);
    },
    pressureOf: (namespace, name) => {
      const learned = signalStore.get(namespace, name);
      return learned && present.pressureOf(learned);
    },
    view: ({ namespace, name, vpa }, containers, recommendation) =>
      signalsView(signalStore.get(namespace, name), containers, {
        vpa,
        signals: signalStore.signals,
        clusterContainers: state.containerCount,
        strain: present.strainOf(signalStore.get(namespace, name)),
        stateOf: (signal) => present.stateOf(signal),
        isLoadingPast: past.isLoading,
        intervalMs,
        nowMs: clock.now(),
        config,
        storageOf: (container) => requestedFrom(targetOf(recommendation, container))[EPHEMERAL_STORAGE],
      }),
    stop: async () => {
      await Promise.all([following.stop(), loading.stop()]);
      await source.close();
    },
  };
}

function targetOf(recommendation: RecommendedPodResources | undefined, container: string) {
  return recommendation?.containerRecommendations?.find((one) => one.containerName === container)?.target;
}
