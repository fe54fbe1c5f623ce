import type { Clock } from '../clock';
import type { KubeClient } from '../kube/client';
import type { ProblemReporter } from '../problems';
import { CsvTraces } from './csv-traces';
import { MetricsApi } from './metrics-api';
import type { LiveSource, PastSource } from './source';

export interface LiveSourceParts {
  client: Pick<KubeClient, 'stream'>;
  problems: ProblemReporter;
  /** Whose pauses limit how long an answer may take. */
  wallClock: Clock;
}

/** Every source of the present, by its name. */
export const LIVE_SOURCES = {
  'metrics-api': (parts: LiveSourceParts) => new MetricsApi(parts),
} as const satisfies Record<string, (parts: LiveSourceParts) => LiveSource>;

/** Every source of the past, by its name. */
export const PAST_SOURCES = {
  'csv-traces': (folder: string) => new CsvTraces(folder),
} as const satisfies Record<string, (from: string) => PastSource>;
