import { estimateSignal } from '@/server/estimators/signals/estimate-signal';
import type { OtherSignal } from '@/server/model/other-signals';
import type { Strain } from '@/server/model/pressure';
import { EPHEMERAL_STORAGE } from '@/server/model/units';
import type { SignalView, WorkloadSignals } from '../../contract/signals';
import type { SignalState } from './present';
import { POD, type VpaSignals } from './signal-book';
import { strainView } from './strain-view';

interface Sight {
  signals: readonly OtherSignal[];
  stateOf(signal: number): SignalState;
  isLoadingPast: boolean;
  intervalMs: number;
  /** What the last look told. */
  strain: Strain;
  /** The ephemeral storage that is recommended for a container, in bytes. */
  storageOf?(container: string): number | undefined;
}

/** What the pages show of the other signals of one VPA. */
export function signalsView(
  learned: VpaSignals | undefined,
  containers: readonly string[],
  sight: Sight,
): WorkloadSignals {
  if (sight.signals.length === 0) return { kind: 'left-out' };
  const ofKind = (of: OtherSignal['of'], container: string) =>
    [...sight.signals.entries()].flatMap(([index, signal]) =>
      signal.of === of ? [viewOf(signal, index, learned, container, sight)] : [],
    );
  return {
    kind: 'followed',
    isLoadingPast: sight.isLoadingPast && learned?.past !== 'complete',
    pod: ofKind('pod', POD),
    containers: containers.map((name) => ({ name, signals: ofKind('container', name) })),
    strain: strainView(sight.strain),
  };
}

function viewOf(
  signal: OtherSignal,
  index: number,
  learned: VpaSignals | undefined,
  container: string,
  { stateOf, intervalMs, storageOf }: Sight,
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
