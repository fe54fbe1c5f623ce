import { RESOURCES, type Resource } from '../../../objects/units';
import { AMOUNT_PER_UNIT } from '../amounts';
import type { HistogramView } from '../explanation';
import type { Facts } from '../recommender';
import type { DecayedBuckets } from '../windows/decayed-buckets';
import { type AdaptiveCpu, LEAST_AGE } from './cpu';
import { AS_DEFAULT, EXPERTS, HALF_LIVES_MS } from './experts';
import type { AdaptiveEvidence } from './own-evidence';
import type { AdaptiveParameters } from './parameters';

/** The usage that each request is read from, and how much of it the request covers; that of `default` until then. */
export function histogramsView(
  { own, history, usual }: Pick<Facts<AdaptiveEvidence>, 'own' | 'history' | 'usual'>,
  parameters: AdaptiveParameters,
): HistogramView[] {
  const views = { cpu: cpuView(own.cpu), memory: memoryView(own, parameters) };
  const others = views.cpu && views.memory ? [] : usual.histograms(history);
  return RESOURCES.flatMap(
    (resource) => views[resource] ?? others.filter((other) => other.resource === resource),
  );
}

/** Undefined while no expert speaks. */
function cpuView({ chosen, usage, target }: AdaptiveCpu): HistogramView | undefined {
  const expert = EXPERTS[chosen % EXPERTS.length];
  if (!expert) return undefined;
  const viewOf = (halfLife: number, covered: (shares: DecayedBuckets) => number) => {
    const shares = usage.byHalfLife[halfLife];
    return shares && bucketsView('cpu', shares, HALF_LIVES_MS[halfLife] ?? 0, covered(shares));
  };
  const { look } = expert;
  switch (look.kind) {
    case 'percentile':
      return viewOf(look.halfLife, () => look.percentile);
    case 'as-default':
      return viewOf(AS_DEFAULT.halfLife, () => AS_DEFAULT.percentile);
    case 'same-hour':
    case 'highest':
      return viewOf(HALF_LIVES_MS.length - 1, (shares) => shares.shareUpTo(target));
  }
}

/** Undefined while too little is known to request by it. */
function memoryView(
  { memory, open }: AdaptiveEvidence,
  { memory: { ownLimit, percentile, usageHalfLifeMs } }: AdaptiveParameters,
): HistogramView | undefined {
  const { usage, peak } = memory;
  if (usage.isEmpty || peak.value === 0 || open.number < LEAST_AGE) return undefined;
  const isApart = ownLimit && memory.hasSeen(LEAST_AGE);
  return bucketsView('memory', usage, usageHalfLifeMs, isApart ? percentile : usage.shareUpTo(peak.value));
}

/** The weights as drawn, with the median, the share of the time that is `covered`, 0 to 1, and the most. */
function bucketsView(
  resource: Resource,
  shares: DecayedBuckets,
  halfLifeMs: number,
  covered: number,
): HistogramView {
  const percentiles = { lowerBound: 0.5, target: covered, upperBound: 1 };
  const scale = AMOUNT_PER_UNIT[resource];
  const { buckets, first, last } = shares;
  let totalWeight = 0;
  for (let bucket = first; bucket <= last; bucket++) totalWeight += shares.weightOf(bucket);
  return {
    resource,
    totalWeight,
    halfLifeMs,
    buckets: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
      start: buckets.startOf(first + index) * scale,
      end: buckets.endOf(first + index) * scale,
      weight: shares.weightOf(first + index) / totalWeight,
    })),
    percentiles: (['lowerBound', 'target', 'upperBound'] as const).map((name) => ({
      name,
      percentile: percentiles[name],
      value: shares.percentile(percentiles[name]) * scale,
    })),
  };
}
