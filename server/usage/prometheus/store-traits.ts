import type { NameStyle, PrometheusNames } from './queries';

/** What was found out of a store before it is asked for usage. */
export interface StoreTraits {
  /** As they are in this store. */
  readonly names: PrometheusNames;
  readonly style: NameStyle;
  /**
   * MetricsQL: `rate` counts from the last sample before its window and divides by the time between samples, where
   * Prometheus counts from the first within it and extrapolates to its ends (`extrapolatedRate` in promql/functions.go).
   */
  readonly isMetricsQl: boolean;
  /** Between two samples of a container, ms, and how much later one may come; undefined if unknown. */
  readonly scrapes?: { readonly everyMs: number; readonly lateMs: number } | undefined;
  /** Whether each container that was looked at has one series of what is measured, not one for each processor or scraper. */
  readonly hasOneSeriesEach?: boolean | undefined;
  /** Whether it was seen to have a container in the scope that it was asked about. */
  readonly knowsContainers?: boolean | undefined;
  /** Labels of pods may be missing from series that have so many labels; undefined for no bound. */
  readonly mostLabels?: number | undefined;
  /** Why labels of pods that are gone are unknown, in words; undefined if they are told. */
  readonly withoutLabels?: string | undefined;
  /** What a reader should know of what it tells. */
  readonly says: readonly string[];
}

/** Before anything is found out. */
export function usualTraits(names: PrometheusNames): StoreTraits {
  return { names, style: 'quoted', isMetricsQl: false, says: [] };
}

/**
 * The window of a rate in which every rise of a counter counts, whatever the phase of its scrapes: with windows as long as
 * the step, what rises between the last scrape of one and the first of the next is in neither. One scrape more holds
 * exactly one sample before the step, at the same cost. A millisecond less keeps a second one out where both ends of a
 * range count (before Prometheus 3).
 */
export function rateWindow({ isMetricsQl, scrapes }: StoreTraits, stepMs: number): number {
  if (!scrapes) return stepMs;
  const { everyMs, lateMs } = scrapes;
  return isMetricsQl ? Math.max(stepMs, everyMs) : stepMs + everyMs + lateMs - 1;
}

/** The window of a highest value: the step, or as long as it takes to hold a sample; not also the end of the step before. */
export function peakWindow({ scrapes }: StoreTraits, stepMs: number): number {
  return (scrapes ? Math.max(stepMs, scrapes.everyMs + scrapes.lateMs) : stepMs) - 1;
}
