import type { PastContainer, TimeSpan } from '../source';
import type { PrometheusApi, TimeGrid } from './api';
import { nameOf } from './container-names';
import { type Counter, coresAt } from './counter';
import type { KnownStore } from './known-store';
import { type QueryBackOff, unlessRefused } from './patience';
import type { SeriesLabels } from './pod-labels';
import { START_METRIC } from './queries';

/** Pods that one question names: it must fit into the address of a GET. */
const MOST_PODS = 50;
/** Questions of one load: what is over them keeps what rates say. */
const MOST_LOOKS = 400;
const PROCESSOR = 'cpu';
const METRIC = '__name__';

interface LookParts {
  readonly api: PrometheusApi;
  readonly store: KnownStore;
  readonly patience: QueryBackOff;
  coresOf?(container: PastContainer): number | undefined;
  readonly stopping?: AbortSignal | undefined;
}

/** CPU in cores, by the end of each step, Unix ms. */
export type CoresByStep = ReadonlyMap<number, number>;

/**
 * Reads the scrapes of few counters themselves, where a rate does not say what was used: of lives that are shorter than
 * some steps, over which it spreads them, and where a counter stepped back.
 */
export class CloserLook {
  private looks = 0;

  constructor(private readonly parts: LookParts) {}

  /** Whether this store can be asked so, and needs it: the rates of MetricsQL are of the time of a life alone. */
  get isPossible(): boolean {
    const { traits, queries } = this.parts.store;
    return !traits.isMetricsQl && queries.counter({ namespaces: [] }, 1000) !== undefined;
  }

  /** Neighbours in time together. Those that could not be looked at are left out. */
  async at(
    containers: readonly { readonly container: PastContainer; readonly span: TimeSpan }[],
    stepMs: number,
  ): Promise<Map<PastContainer, CoresByStep>> {
    const found = new Map<PastContainer, CoresByStep>();
    const inOrder = [...containers].sort((a, b) => a.span.fromMs - b.span.fromMs);
    for (let at = 0; at < inOrder.length; at += MOST_PODS) {
      if (this.looks >= MOST_LOOKS) return found;
      this.looks++;
      const some = inOrder.slice(at, at + MOST_PODS);
      const fromMs = Math.min(...some.map(({ span }) => span.fromMs));
      const toMs = Math.max(...some.map(({ span }) => span.toMs));
      const groups = await this.counters(
        some.map(({ container }) => container),
        { fromMs, toMs },
      );
      for (const { container, span } of some) {
        const own = groups?.get(container);
        if (own)
          found.set(
            container,
            highest(
              own,
              { firstMs: span.fromMs, lastMs: span.toMs, stepMs },
              this.parts.coresOf?.(container),
            ),
          );
      }
    }
    return found;
  }

  /** The counters of each container, those that differ by processor alone together; undefined if they are refused. */
  private async counters(
    containers: readonly PastContainer[],
    { fromMs, toMs }: TimeSpan,
  ): Promise<Map<PastContainer, Counter[][]> | undefined> {
    const { api, store, stopping } = this.parts;
    const { names } = store.traits;
    const unique = (values: string[]) => [...new Set(values)];
    const scope = {
      namespaces: unique(containers.map(({ namespace }) => namespace)),
      pods: unique(containers.map(({ pod }) => pod)),
    };
    const rangeMs = Math.ceil((toMs - fromMs) / 1000) * 1000;
    const query = store.queries.counter(scope, rangeMs) ?? '';
    const byKey = new Map(containers.map((one) => [`${one.namespace}/${one.pod}/${one.container}`, one]));
    return unlessRefused(this.parts, undefined, async () => {
      const series = new Map<SeriesLabels, { timesMs: number[]; seconds: number[] }>();
      const started = new Map<string, number>();
      for await (const { metric, timesMs, values } of api.instant(query, toMs, { stopping })) {
        if (metric[METRIC] === START_METRIC) {
          started.set(lifeOf(metric), (values.at(-1) ?? Number.NaN) * 1000);
          continue;
        }
        const own = series.get(metric) ?? { timesMs: [], seconds: [] };
        own.timesMs.push(...timesMs);
        own.seconds.push(...values);
        series.set(metric, own);
      }
      const lives = new Map<string, { container: PastContainer; counters: Counter[] }>();
      for (const [metric, own] of series) {
        const container = byKey.get(nameOf(metric, names).key);
        if (!container) continue;
        const key = lifeOf(metric);
        const life = lives.get(key) ?? { container, counters: [] };
        const sinceMs = started.get(key);
        life.counters.push({ ...own, ...(sinceMs !== undefined && sinceMs > fromMs && { sinceMs }) });
        lives.set(key, life);
      }
      const groups = new Map<PastContainer, Counter[][]>();
      for (const { container, counters } of lives.values())
        groups.set(container, [...(groups.get(container) ?? []), counters]);
      return groups;
    });
  }
}

/** All labels but the processor and the name of the metric, as one text. */
function lifeOf(metric: SeriesLabels): string {
  return JSON.stringify(
    Object.entries(metric)
      .filter(([name]) => name !== PROCESSOR && name !== METRIC)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Of several lives, or replicas of a scraper, in one step the highest counts, as in the query. */
function highest(groups: readonly Counter[][], grid: TimeGrid, mostCores: number | undefined): CoresByStep {
  const cores = new Map<number, number>();
  for (const counters of groups)
    for (const [atMs, value] of coresAt(counters, grid, mostCores))
      cores.set(atMs, Math.max(cores.get(atMs) ?? 0, value));
  return cores;
}
