import { estimateSignal } from '@/server/decide/estimators/signals/estimate-signal';
import { memoryFollowedBy } from '@/server/decide/features/memory-follows/follows-heap';
import { statedRuntime } from '@/server/decide/features/runtime/stated-runtime';
import type { OtherSignal } from '@/server/model/other-signals';
import type { Strain } from '@/server/model/pressure';
import { HEAP_COMMITTED, HEAP_SIGNALS } from '@/server/model/runtimes';
import { EPHEMERAL_STORAGE } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { HeapView, SignalView, Unfollowed, WorkloadSignals } from '../../contract/signals';
import { heapOf } from './heap';
import type { SignalState } from './present';
import { knownRss } from './rss';
import { POD, type VpaSignals } from './signal-store';
import { strainView } from './strain-view';

interface Seen {
  nowMs: number;
  config: Parameters<typeof knownRss>[2]['config'];
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>;
  signals: readonly OtherSignal[];
  stateOf(signal: number): SignalState;
  isLoadingPast: boolean;
  intervalMs: number;
  clusterContainers: number;
  /** What the last look told. */
  strain: Strain;
  /** The ephemeral storage that is recommended for a container, in bytes. */
  storageOf?(container: string): number | undefined;
}

export function signalsView(
  learned: VpaSignals | undefined,
  containers: readonly string[],
  seen: Seen,
): WorkloadSignals {
  if (seen.signals.length === 0) return { kind: 'left-out' };
  const ofKind = (of: OtherSignal['of'], container: string) =>
    [...seen.signals.entries()].flatMap(([index, signal]) =>
      signal.of === of && !isMissingHeap(signal, index, learned, container)
        ? [viewOf(signal, index, learned, container, seen)]
        : [],
    );
  return {
    kind: 'followed',
    isLoadingPast: seen.isLoadingPast && learned?.past !== 'complete',
    pod: ofKind('pod', POD),
    containers: containers.map((name) => {
      const unfollowed = unfollowedIn(name, learned, seen);
      return { name, signals: ofKind('container', name), ...(unfollowed && { unfollowed }) };
    }),
    strain: strainView(seen.strain),
    heaps: containers.flatMap((name) => heapView(name, learned, seen)),
    clusterContainers: Number(seen.clusterContainers.toPrecision(2)),
  };
}

const OF_RUNTIMES: ReadonlySet<string> = new Set([...Object.values(HEAP_SIGNALS), HEAP_COMMITTED]);

/** Most containers have no such heap, which is worth no line. */
function isMissingHeap(
  { name }: OtherSignal,
  index: number,
  learned: VpaSignals | undefined,
  container: string,
): boolean {
  return OF_RUNTIMES.has(name) && !learned?.historyOf(container, index);
}

/** Why the memory of a container does not follow what its VPA lets it follow; undefined if it does, or need not. */
function unfollowedIn(
  container: string,
  learned: VpaSignals | undefined,
  { vpa, signals, intervalMs, nowMs, config }: Seen,
): Unfollowed | undefined {
  switch (memoryFollowedBy(vpa)) {
    case 'usage':
      return undefined;
    case 'rss': {
      const rss = knownRss(learned, container, { signals, nowMs, config });
      return typeof rss === 'string' ? rss : undefined;
    }
    case 'heap': {
      // Most containers have no heap to follow.
      const heap = heapOf(learned, container, { signals, intervalMs, nowMs });
      return heap?.committed && heap.pastFault;
    }
  }
}

function heapView(container: string, learned: VpaSignals | undefined, { vpa, ...seen }: Seen): HeapView[] {
  const heap = heapOf(learned, container, seen);
  const stated = statedRuntime(vpa, container);
  const runtime = stated ?? heap?.runtime;
  if (!runtime) return [];
  const isStated = stated !== undefined;
  const isFollowed = memoryFollowedBy(vpa) === 'heap' && heap?.committed !== undefined && !heap.pastFault;
  return [{ container, runtime, isStated, isFollowed, live: heap?.live, committed: heap?.committed }];
}

function viewOf(
  signal: OtherSignal,
  index: number,
  learned: VpaSignals | undefined,
  container: string,
  { stateOf, intervalMs, storageOf, nowMs }: Seen,
): SignalView {
  const { name, label, unit, buckets } = signal;
  const history = learned?.historyOf(container, index);
  const estimate = history && estimateSignal(signal, history, intervalMs);
  const trouble = troubleOf(stateOf(index));
  const recommended = name === EPHEMERAL_STORAGE ? storageOf?.(container) : undefined;
  return {
    name,
    label,
    unit,
    finest: buckets.firstBucketSize,
    ...(learned?.pastFault(index, nowMs) === 'partial' && { isPastPartial: true }),
    ...(estimate && {
      learned: {
        ...estimate,
        samples: Math.round(history?.sampleCount ?? 0),
        firstSampleMs: history?.firstSampleMs ?? 0,
        lastSampleMs: history?.lastSampleMs ?? 0,
      },
    }),
    ...(recommended !== undefined && { recommended }),
    ...(trouble && { trouble }),
  };
}

function troubleOf(state: SignalState): SignalView['trouble'] {
  switch (state.kind) {
    case 'values':
      return undefined;
    case 'none':
      return { kind: 'no-series' };
    case 'unasked':
      return { kind: 'unasked' };
    case 'failed':
      return { kind: 'failed', message: state.message };
  }
}
