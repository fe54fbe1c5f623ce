import type { HistogramView, ResourceView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { formatAmount, isUnbounded } from '@/server/words/amounts';
import { linearTicks } from './linear-ticks';

/** What is drawn of a resource of a container, in the order of the legend; memory is learned as peaks. */
export const BULLET_KINDS = [
  'p50',
  'p95',
  'highest',
  'band',
  'target',
  'uncapped',
  'request',
  'limit',
  'limitTarget',
] as const;

type BulletKind = (typeof BULLET_KINDS)[number];

const LABELS: Readonly<Record<BulletKind, (of: 'time' | 'peaks') => string>> = {
  p50: (of) => `Used, half of the ${of}:`,
  p95: (of) => `95 % of the ${of}:`,
  highest: () => 'at most:',
  band: () => 'Lower to upper bound',
  target: () => 'Target',
  uncapped: () => 'Uncapped',
  request: () => 'Request',
  limit: () => 'Limit',
  limitTarget: () => 'Limit target',
};

/** A bar from one place to another, or a mark where both are the same; places are shares 0…1 of the scale. */
export interface BulletPart {
  kind: BulletKind;
  from: number;
  to: number;
  /** Whether it goes on beyond the scale. */
  beyond: boolean;
  /** `Request 250m`. */
  words: string;
  /** What the legend says: the amounts of usage, which are nowhere else. */
  legend: string;
}

export interface Bullet {
  /** Bars first, then marks, each drawn over the one before. */
  parts: BulletPart[];
  ticks: { at: number; label: string }[];
}

interface Amount {
  kind: BulletKind;
  min: number;
  max: number;
}

/** Limit and upper bound may stretch the scale to this many times everything else; beyond it they are cut off. */
const ROOM = 2.2;
/** Free space at the end. */
const MARGIN = 1.03;
/** Drawn from zero. */
const USAGE: ReadonlySet<BulletKind> = new Set(['p50', 'p95', 'highest']);
const STRETCHING: ReadonlySet<BulletKind> = new Set(['band', 'limit', 'limitTarget']);

/** How much was used at most during this share of the learned usage: the end of its bucket, as the recommender reads it. */
export function usedAt(buckets: HistogramView['buckets'], share: number): number | undefined {
  let below = 0;
  for (const { end, weight } of buckets) {
    below += weight;
    if (below >= share * (1 - 1e-9)) return end;
  }
  return buckets.at(-1)?.end;
}

/** Usage, recommendation, request and limit of one resource on one scale; undefined if nothing of it is known. */
export function bulletOf(
  resource: Resource,
  view: ResourceView,
  buckets: HistogramView['buckets'],
): Bullet | undefined {
  const amounts = amountsOf(view, buckets);
  const core = Math.max(0, ...amounts.filter(({ kind }) => !STRETCHING.has(kind)).map(({ max }) => max));
  const all = Math.max(0, ...amounts.map(({ max }) => max));
  const reach = core > 0 ? Math.min(all, core * ROOM) : all;
  if (reach <= 0) return undefined;
  const scale = reach * MARGIN;
  const at = (amount: number) => Math.min(1, amount / scale);
  const of = resource === 'cpu' ? 'time' : 'peaks';
  return {
    parts: amounts.map(({ kind, min, max }) => {
      const label = LABELS[kind](of);
      const words = `${label} ${rangeWords(resource, USAGE.has(kind) ? max : min, max)}`;
      const beyond = max > scale;
      const legend = USAGE.has(kind) ? words : beyond ? `${label}, beyond this scale` : label;
      return { kind, from: at(min), to: at(max), beyond, words, legend };
    }),
    ticks: linearTicks(resource, reach)
      .filter((tick) => tick <= scale)
      .map((tick) => ({ at: at(tick), label: tick === 0 ? '0' : formatAmount(resource, tick) })),
  };
}

function amountsOf(view: ResourceView, buckets: HistogramView['buckets']): Amount[] {
  const { lowerBound, upperBound, target, uncappedTarget, request, limit, ownLimit } = view;
  const amounts: Amount[] = [];
  const add = (kind: BulletKind, min: number | undefined, max: number | undefined) => {
    if (min !== undefined && max !== undefined && !isUnbounded(min)) amounts.push({ kind, min, max });
  };
  add('highest', 0, usedAt(buckets, 1));
  add('p95', 0, usedAt(buckets, 0.95));
  add('p50', 0, usedAt(buckets, 0.5));
  add('band', lowerBound, upperBound);
  add('limit', limit?.min, limit?.max);
  add('limitTarget', ownLimit?.target, ownLimit?.target);
  if (uncappedTarget !== target) add('uncapped', uncappedTarget, uncappedTarget);
  add('target', target, target);
  add('request', request?.min, request?.max);
  return amounts;
}

function rangeWords(resource: Resource, min: number, max: number): string {
  const most = isUnbounded(max) ? 'no bound yet' : formatAmount(resource, max);
  return min === max ? most : `${formatAmount(resource, min)} to ${most}`;
}
