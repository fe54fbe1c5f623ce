import type { WorkloadDetail } from '@/server/contract/recommendations';
import { confidenceWords, countOf } from '@/server/words/counts';
import { formatSignal } from '@/server/words/signals';

type Signals = NonNullable<WorkloadDetail['signals']>;
type Followed = Extract<Signals, { kind: 'followed' }>;
type Signal = Followed['pod'][number];

/** One line of the table. */
export interface SignalRow {
  name: string;
  label: string;
  /** Absent without samples. */
  amounts?: {
    usual: string;
    high: string;
    highest: string;
    /** Shares of the highest, 0 to 1; absent if all are too low to be told apart. */
    picture?: { usualShare: number; highShare: number };
    history: string;
  };
  /** The request that is recommended, if the VPA asks for that. */
  recommended?: string;
  /** Why there are no amounts, or no new ones. */
  note?: string;
}

/** The signals of a container, then those of its pod. */
export function signalRows(signals: Followed, container: string): SignalRow[] {
  const own = signals.containers.find(({ name }) => name === container)?.signals ?? [];
  return [
    ...own.map((signal) => rowOf(signal, signal.label, signals)),
    ...signals.pod.map((signal) => rowOf(signal, `${signal.label}, of the pod`, signals)),
  ];
}

/** Of each container the kubelet has a pair of counters for CPU, memory and the disk. */
const PRESSURE_SERIES = 6;
const OF_PRESSURE: ReadonlySet<string> = new Set(['cpu-pressure', 'memory-pressure', 'io-pressure']);

/** What a container needs for signals that some never have; undefined if nothing special. */
function needOf(name: string, clusterContainers: number): string | undefined {
  if (name === 'cpu-throttled') return 'only a container with a CPU limit is throttled';
  if (!OF_PRESSURE.has(name)) return undefined;
  const series = (PRESSURE_SERIES * clusterContainers).toLocaleString('en-US');
  return `kubelets from 1.34 on have six more series for each container, which Prometheus would have to keep: about ${series} for the ${countOf(clusterContainers, 'container')} here`;
}

const PARTIAL = 'part of its history could not be read';

function rowOf(
  { name, unit, finest, learned, recommended, trouble, isPastPartial }: Signal,
  label: string,
  { isLoadingPast, clusterContainers }: Followed,
): SignalRow {
  const note = noteOf(trouble, learned !== undefined, isLoadingPast) ?? (learned && isPastPartial && PARTIAL);
  if (!learned) return { name, label, note: unknownWords(needOf(name, clusterContainers), note, trouble) };
  const text = (value: number) => formatSignal(unit, value, finest);
  return {
    name,
    label,
    amounts: {
      usual: text(learned.usual),
      high: text(learned.high),
      highest: text(learned.highest),
      ...(learned.highest > finest && {
        picture: { usualShare: learned.usual / learned.highest, highShare: learned.high / learned.highest },
      }),
      history: confidenceWords(learned.confidence),
    },
    ...(note && { note }),
    ...(recommended !== undefined && { recommended: text(recommended) }),
  };
}

/** Why a signal has no samples: if its container cannot have any, that too. */
function unknownWords(
  need: string | undefined,
  note: string | undefined,
  trouble: Signal['trouble'],
): string {
  if (note === undefined) return need ? `no samples: ${need}` : 'no samples yet';
  return need && trouble?.kind === 'no-series' ? `${note}: ${need}` : note;
}

function noteOf(trouble: Signal['trouble'], isLearned: boolean, isLoading: boolean): string | undefined {
  if (trouble?.kind === 'failed') return `Prometheus did not answer: ${trouble.message}`;
  if (trouble?.kind === 'no-series')
    return isLearned ? 'Prometheus has no series for it any more' : 'Prometheus has no series for it';
  if (isLearned) return undefined;
  if (isLoading) return 'loading its history';
  return trouble?.kind === 'unasked' ? 'not asked yet' : undefined;
}

/** When the newest of what is shown was measured; undefined if nothing is. */
export function newestSampleMs({ pod, containers }: Followed, container: string): number | undefined {
  const own = containers.find(({ name }) => name === container)?.signals ?? [];
  const times = [...own, ...pod].flatMap(({ learned }) => learned?.lastSampleMs ?? []);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** `7 of 14 signals are known, from Prometheus.` */
export function signalsSummary(rows: readonly SignalRow[]): string {
  const known = rows.filter(({ amounts }) => amounts).length;
  if (known === 0) return `None of ${countOf(rows.length, 'signal')} is known yet.`;
  return `${known} of ${countOf(rows.length, 'signal')} ${known === 1 ? 'is' : 'are'} known, from Prometheus.`;
}
