import type { HistoryPoint, HpaDetail } from '@/server/contract/hpas';
import { metricLabel, targetText } from '@/server/words/hpa-metrics';
import { type HeldKind, KIND_OF_HOLD } from './hpa-words';

/** One point of the picture; a point without replicas marks a gap. */
export interface ScalingRow extends Partial<Omit<HistoryPoint, 'atMs' | 'metrics'>> {
  atMs: number;
  /** By place in the spec: measured by target, and the replicas asked for. */
  metrics: readonly { ratio?: number; proposed?: number }[];
}

/** A metric of the picture. */
export interface ScalingMetric {
  /** Its place in the spec. */
  place: number;
  /** As the legend names it. */
  label: string;
  target: string;
}

/** A time in which something held the replicas back. */
export interface HeldSpan {
  kind: HeldKind;
  fromMs: number;
  toMs: number;
}

/** A change of the replicas, and which metric asked for how many. */
export interface ScalingMark {
  atMs: number;
  from: number;
  to: number;
  winner?: string | undefined;
  proposed?: number | undefined;
  held: HistoryPoint['held'];
}

export interface ScalingSeries {
  fromMs: number;
  toMs: number;
  rows: ScalingRow[];
  /** In their order. */
  metrics: ScalingMetric[];
  /** Those that decided most often: all, unless they are many. */
  deciding: ScalingMetric[];
  spans: HeldSpan[];
  marks: ScalingMark[];
  replicaTicks: number[];
  /** Measured by target: 1 is on target. */
  ratioTicks: number[];
  /** Whether anything is above its axis. */
  beyond: { replicas: boolean; ratio: boolean };
}

/** The time shown, by the name in the address bar. */
export const SCALING_RANGES = {
  '30m': 30 * 60_000,
  '2h': 2 * 3_600_000,
  all: Number.POSITIVE_INFINITY,
} as const;
export type ScalingRangeName = keyof typeof SCALING_RANGES;

/** Points are a minute apart, more in an accelerated cluster; from this distance on, nobody looked. */
const GAP_MS = 10 * 60_000;
/** What a metric asks for may raise the axis to this many times the replicas and bounds. */
const CEILING_OF_PROPOSALS = 1.3;
/** The maximum is in sight if it is at most this many times the replicas. */
const CEILING_OF_MAXIMUM = 2;
/** A ratio may raise the axis this far. */
const MOST_RATIO = 4;
const SHORTEST_MS = 5 * 60_000;
/** The lines of more hide each other. */
const MOST_LINES = 5;

/** The picture of an HPA over the last of its history; undefined while there is none. */
export function scalingSeries(
  { history, spec, min, max, evaluation }: Pick<HpaDetail, 'history' | 'spec' | 'min' | 'max' | 'evaluation'>,
  range: ScalingRangeName,
): ScalingSeries | undefined {
  const newest = history.at(-1);
  if (!newest) return undefined;
  const toMs = newest.atMs;
  const fromMs = Math.min(
    toMs - SHORTEST_MS,
    Math.max(history[0]?.atMs ?? toMs, toMs - SCALING_RANGES[range]),
  );
  const points = history.filter(({ atMs }) => atMs >= fromMs);
  const specs = evaluation?.metrics.map((each) => each.spec) ?? spec.metrics ?? [];
  const metrics = distinct(
    specs.map((each, place) => ({ place, label: metricLabel(each), target: targetText(each) })),
  );
  const replicas = points.flatMap((point) => [point.replicas, point.desired, point.controller ?? 0]);
  const proposals = points.flatMap((point) => point.metrics.map(({ proposed = 0 }) => proposed));
  const ratios = points.flatMap((point) => point.metrics.map(({ ratio = 0 }) => ratio));
  const core = Math.max(1, min, ...replicas);
  const inSight = max <= core * CEILING_OF_MAXIMUM ? max : core;
  const ceiling = inSight * CEILING_OF_PROPOSALS;
  const replicaTicks = wholeTicks(Math.max(core + 0.1, inSight, Math.min(most(proposals), ceiling)));
  const ratioTicks = shareTicks(Math.min(Math.max(1.2, most(ratios)), MOST_RATIO));
  return {
    fromMs,
    toMs,
    rows: withGaps(points),
    metrics,
    deciding: decidingOf(metrics, points),
    spans: spansOf(points, toMs),
    marks: marksOf(history, fromMs, metrics),
    replicaTicks,
    ratioTicks,
    beyond: {
      replicas: most(proposals) > (replicaTicks.at(-1) ?? 0),
      ratio: most(ratios) > (ratioTicks.at(-1) ?? 0),
    },
  };
}

/** Metrics that look at the same are numbered. */
function distinct(metrics: ScalingSeries['metrics']): ScalingSeries['metrics'] {
  return metrics.map((metric) => {
    const { place, label } = metric;
    const before = metrics.slice(0, place).filter((each) => each.label === label).length;
    return before > 0 ? { ...metric, label: `${label} (${before + 1})` } : metric;
  });
}

/** Of many metrics those that decided at most points, in the order of all. */
function decidingOf(
  metrics: ScalingSeries['metrics'],
  points: readonly HistoryPoint[],
): ScalingSeries['metrics'] {
  if (metrics.length <= MOST_LINES) return metrics;
  const times = metrics.map(({ place }) => points.filter(({ winner }) => winner === place).length);
  const of = ({ place }: ScalingMetric) => times[place] ?? 0;
  const most = metrics.filter((metric) => of(metric) > 0).toSorted((a, b) => of(b) - of(a));
  const first = (most.length > 0 ? most : metrics).slice(0, MOST_LINES);
  return metrics.filter((metric) => first.includes(metric));
}

function most(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), 0);
}

function withGaps(points: readonly HistoryPoint[]): ScalingRow[] {
  return points.flatMap((point, index): ScalingRow[] => {
    const next = points[index + 1];
    const isBeforeGap = next && next.atMs - point.atMs > GAP_MS;
    return isBeforeGap ? [point, { atMs: point.atMs + 1, metrics: [] }] : [point];
  });
}

/** Neighbouring points held by the same make one span, up to the point after. */
function spansOf(points: readonly HistoryPoint[], toMs: number): HeldSpan[] {
  const spans: HeldSpan[] = [];
  points.forEach(({ atMs, held }, index) => {
    const kind = KIND_OF_HOLD[held];
    if (!kind) return;
    const nextMs = points[index + 1]?.atMs ?? toMs;
    const endMs = nextMs - atMs > GAP_MS ? atMs : nextMs;
    const last = spans.at(-1);
    if (last?.kind === kind && last.toMs === atMs) last.toMs = endMs;
    else if (endMs > atMs) spans.push({ kind, fromMs: atMs, toMs: endMs });
  });
  return spans;
}

/** The point before a change says what led to it. */
function marksOf(
  history: readonly HistoryPoint[],
  fromMs: number,
  metrics: ScalingSeries['metrics'],
): ScalingMark[] {
  return history.flatMap((point, index) => {
    const before = history[index - 1];
    if (!before || before.replicas === point.replicas || point.atMs < fromMs) return [];
    const { held } = before;
    const winner = asksFor(before, point.replicas) ? before.winner : undefined;
    return [
      {
        atMs: point.atMs,
        from: before.replicas,
        to: point.replicas,
        winner: winner === undefined ? undefined : metrics[winner]?.label,
        proposed: winner === undefined ? undefined : before.metrics[winner]?.proposed,
        held,
      },
    ];
  });
}

/** Whether the metrics asked for this change: replicas may change between two looks, or by other hands. */
function asksFor({ replicas, winner, metrics }: HistoryPoint, to: number): boolean {
  const proposed = winner === undefined ? undefined : metrics[winner]?.proposed;
  return proposed !== undefined && (to > replicas ? proposed > replicas : proposed < replicas);
}

const STEPS = [1, 2, 5];

/** Whole numbers from 0 to at least `top`, about five of them. */
function wholeTicks(top: number): number[] {
  const least = top / 5;
  let power = 1;
  for (;;) {
    const step = STEPS.map((each) => each * power).find((each) => each >= least);
    if (step) return ticks(step, Math.ceil(top / step));
    power *= 10;
  }
}

/** Shares from 0 to at least `top`, with 100 % among them. */
function shareTicks(top: number): number[] {
  const step = top > 2 ? 1 : 0.5;
  return ticks(step, Math.ceil(top / step));
}

function ticks(step: number, count: number): number[] {
  return Array.from({ length: Math.max(1, count) + 1 }, (_, index) => index * step);
}
