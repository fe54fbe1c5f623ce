import type { MetricReading, PodValue } from '../decide/replicas/input';
import { errorText } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';
import type { PrometheusAccess } from '../usage/prometheus/access';
import { PrometheusApi } from '../usage/prometheus/api';
import { PrometheusClient } from '../usage/prometheus/client';
import { type AnswerNotes, partialWords } from '../usage/prometheus/matrix';

export interface QuerySubject {
  readonly namespace: string;
  /** The described object of an Object metric; empty for others. */
  readonly object: string;
  readonly isOfPods: boolean;
  readonly stopping?: AbortSignal | undefined;
}

/** Metrics that Prometheus answers, by the queries of the settings. */
export class QueryReadings {
  private readonly client: PrometheusClient;
  private readonly api: PrometheusApi;

  constructor(
    private readonly queries: Readonly<Record<string, string>>,
    access: PrometheusAccess,
    private readonly clock: Clock,
    wallClock: Clock,
  ) {
    this.client = new PrometheusClient(access, wallClock);
    this.api = new PrometheusApi(this.client);
  }

  has(metric: string): boolean {
    return Object.hasOwn(this.queries, metric);
  }

  /** Never rejects, except when `stopping` aborts. */
  async read(
    metric: string,
    { namespace, object, isOfPods, stopping }: QuerySubject,
  ): Promise<MetricReading> {
    const query = this.queries[metric] ?? '';
    const nowMs = this.clock.now();
    const pods: PodValue[] = [];
    const valuesMilli: number[] = [];
    const notes: AnswerNotes = { warnings: new Set() };
    try {
      const asked = this.api.instant(filledIn(query, { namespace, object }), nowMs, { notes, stopping });
      for await (const part of asked) {
        const value = part.values.at(-1);
        if (value === undefined || !Number.isFinite(value)) continue;
        const valueMilli = Math.ceil(value * 1000);
        valuesMilli.push(valueMilli);
        const { pod } = part.metric;
        if (pod) pods.push({ pod, atMs: nowMs, windowMs: 0, valueMilli });
      }
    } catch (error) {
      stopping?.throwIfAborted();
      const why = errorText(error);
      return { kind: 'failed', error: `unable to fetch metrics from Prometheus: ${why}` };
    }
    // A sum of what is there would scale by what is not.
    if (notes.warnings.size > 0)
      return {
        kind: 'failed',
        error: `unable to fetch metrics from Prometheus: it answers in part: ${partialWords(notes)}`,
      };
    return isOfPods ? { kind: 'pod-values', pods } : { kind: 'totals', valuesMilli };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** A query with `$namespace` and `$object` filled in, safe within quotes. */
function filledIn(query: string, names: Readonly<Record<'namespace' | 'object', string>>): string {
  return query.replace(/\$(namespace|object)\b/g, (_, name: 'namespace' | 'object') =>
    names[name].replace(/["\\\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`)),
  );
}
