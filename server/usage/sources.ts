import { CsvTraces } from './csv-traces';
import { KeptPast, type KeptPastParts } from './kept-past';
import type { LiveSourceParts } from './live-source-parts';
import { MetricsApi } from './metrics-api';
import { PrometheusLive } from './prometheus/live';
import { PrometheusPast } from './prometheus/past';
import type { PrometheusPastParts } from './prometheus/settings';
import type { LiveSource, PastSource } from './source';

/** Every source of present samples, by name. */
export const LIVE_SOURCES = {
  'metrics-api': (parts: LiveSourceParts) => new MetricsApi(parts),
  prometheus: (parts: LiveSourceParts) => new PrometheusLive(parts),
} as const satisfies Record<string, (parts: LiveSourceParts) => LiveSource>;

/** Every source of past samples, by name. */
export const PAST_SOURCES = {
  'csv-traces': (folder: string) => new CsvTraces(folder),
  prometheus: (parts: PrometheusPastParts) => new PrometheusPast(parts),
  store: (parts: KeptPastParts) => new KeptPast(parts),
} as const satisfies Record<string, (from: never) => PastSource>;
