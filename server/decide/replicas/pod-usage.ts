import type { PodMetrics } from '../../objects/types';
import type { PodUsage } from './input';
import { milliAmounts } from './milli-amounts';

/** What the metrics API says of one pod; undefined if it does not say when it was measured. */
export function podUsage({ metadata, timestamp, window, containers }: PodMetrics): PodUsage | undefined {
  const atMs = Date.parse(timestamp);
  if (Number.isNaN(atMs)) return undefined;
  return {
    pod: metadata.name,
    atMs,
    windowMs: durationMs(window),
    containers: (containers ?? []).map(({ name, usage }) => ({ name, usage: milliAmounts(usage) })),
  };
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A duration as Go writes it, such as `1m0.5s`; 0 if it is none. */
function durationMs(text: unknown): number {
  let sum = 0;
  for (const [, amount, unit = ''] of String(text).matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g))
    sum += Number(amount) * (UNITS_MS[unit] ?? 0);
  return sum;
}
