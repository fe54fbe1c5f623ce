import { isQuantity, milliValue } from '../../../objects/quantity';
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricValueStatus,
} from '../../../objects/types';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import { claimOf, metricsOf } from '../../pods/hpa-claims';
import { metricKey } from './metric-key';

/** On a VPA in mode `bottleneck`: the metric that leads its HPA, and since when. The updater writes it. */
export const HPA_LEADER_ANNOTATION = 'plumbline.dev/hpa-leader';

/** Another metric leads only once it is this much nearer its target, and not sooner than this. */
export const LEAD_MARGIN = 0.2;
export const LEAST_LEAD_MS = 1_800_000;

/** The metric that leads an HPA, by its {@link metricKey}. */
export interface Leader {
  readonly key: string;
  readonly sinceMs: number;
}

/** The leader noted on a VPA; none if its HPA no longer scales on that. */
export function leaderOf(
  { metadata }: VerticalPodAutoscaler,
  hpa: HorizontalPodAutoscaler,
): Leader | undefined {
  const text: unknown = metadata.annotations?.[HPA_LEADER_ANNOTATION];
  const [key = '', since = ''] = String(text ?? '').split(' ');
  if (!keysOf(hpa).has(key)) return undefined;
  return { key, sinceMs: Date.parse(since) || 0 };
}

export function leaderText({ key, sinceMs }: Leader): string {
  return `${key} ${new Date(sinceMs).toISOString()}`;
}

/**
 * The metric on a resource whose use is highest by its target, which decides the number of replicas. It stays
 * the same until another is `LEAD_MARGIN` above it, and for `LEAST_LEAD_MS` in any case. While the use of the
 * leader is unknown, nothing changes; undefined while nothing is known.
 */
export function nextLeader(
  hpa: HorizontalPodAutoscaler,
  former: Leader | undefined,
  nowMs: number,
): Leader | undefined {
  const ratios = ratiosOf(hpa);
  const best = [...ratios].reduce<readonly [string, number] | undefined>(
    (most, one) => (most && most[1] >= one[1] ? most : one),
    undefined,
  );
  if (!former) return best && { key: best[0], sinceMs: nowMs };
  const ratio = ratios.get(former.key);
  const isSettled = nowMs - former.sinceMs < LEAST_LEAD_MS && nowMs >= former.sinceMs;
  if (ratio === undefined || !best || isSettled) return former;
  return best[1] > ratio * (1 + LEAD_MARGIN) ? { key: best[0], sinceMs: nowMs } : former;
}

function keysOf(hpa: HorizontalPodAutoscaler): ReadonlySet<string> {
  return new Set(metricsOf(hpa).flatMap((metric) => keyOf(hpa, metric) ?? []));
}

/** Use by target of every metric on a resource, as the HPA reported it last; the highest of twins. */
function ratiosOf(hpa: HorizontalPodAutoscaler): ReadonlyMap<string, number> {
  const ratios = new Map<string, number>();
  for (const metric of metricsOf(hpa)) {
    const key = keyOf(hpa, metric);
    const ratio = key === undefined ? undefined : ratioOf(metric, statusOf(hpa, key));
    if (key !== undefined && ratio !== undefined) ratios.set(key, Math.max(ratio, ratios.get(key) ?? 0));
  }
  return ratios;
}

function ratioOf(
  { resource, containerResource }: MetricSpec,
  current: MetricValueStatus | undefined,
): number | undefined {
  const { averageValue, averageUtilization } = (resource ?? containerResource)?.target ?? {};
  const ratio =
    averageValue === undefined
      ? (current?.averageUtilization ?? Number.NaN) / (averageUtilization ?? 0)
      : amountIn(current?.averageValue) / amountIn(averageValue);
  return Number.isFinite(ratio) && ratio >= 0 ? ratio : undefined;
}

function statusOf(hpa: HorizontalPodAutoscaler, key: string): MetricValueStatus | undefined {
  const statuses = hpa.status?.currentMetrics;
  const found = Array.isArray(statuses) ? statuses.find((one) => keyOf(hpa, one) === key) : undefined;
  return (found?.resource ?? found?.containerResource)?.current;
}

function amountIn(stated: string | number | undefined): number {
  return isQuantity(stated) ? milliValue(stated) : Number.NaN;
}

function keyOf(hpa: HorizontalPodAutoscaler, metric: MetricSpec | MetricStatus): string | undefined {
  const claim = claimOf(hpa.metadata.name, metric);
  return claim && metricKey(claim);
}
