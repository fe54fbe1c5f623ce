import { labelName } from '@/sandbox/metrics/exposition';
import type { PastContainerRun } from '@/sandbox/past/past-pods';
import { type SeriesSelector, seriesSelectorFrom, termsOf, UnknownQueryError } from '@/sandbox/past/selector';
import { metricAt, OTHER_METRICS, type OtherMetric } from '@/sandbox/workloads/other-metrics';
import { Slices } from '@/server/lib/time/slices';

/** Points of the past that the average over a window is taken from. */
const PER_WINDOW = 4;
const MILLI = 1000;
const MOST_POINTS = 11_000;

const CPU = 'container_cpu_usage_seconds_total';
const MEMORY = 'container_memory_working_set_bytes';
const POD_LABELS = 'kube_pod_labels';
const OTHERS: ReadonlyMap<string, OtherMetric> = new Map(OTHER_METRICS.map((one) => [one.name, one]));

type Labels = Record<string, string>;

interface PastSpan {
  fromMs: number;
  toMs: number;
}

interface PrometheusAnswer {
  status: number;
  body: unknown;
}

/**
 * The part of the HTTP API of Prometheus that usage is read by: `query_range`, `series` and the values of a label, for the
 * time before the cluster began, and `query`, of what runs now. Nothing tells of restarts and ends of containers.
 */
export class PastPrometheus {
  constructor(
    private readonly containers: readonly PastContainerRun[],
    private readonly span: PastSpan,
    private readonly running: () => Iterable<PastContainerRun> = () => [],
  ) {}

  async answer(path: string, params: URLSearchParams): Promise<PrometheusAnswer> {
    try {
      if (path === 'series') return success(this.series(params));
      const [, label] = /^label\/(\w+)\/values$/.exec(path) ?? [];
      if (label !== undefined) return success(this.labelValues(label, params));
      if (path === 'query_range') return success({ resultType: 'matrix', result: await this.range(params) });
      if (path === 'query') return success({ resultType: 'vector', result: await this.instant(params) });
      return refusal(404, `${path} is not served by the embedded cluster`);
    } catch (error) {
      if (error instanceof UnknownQueryError || error instanceof SyntaxError)
        return refusal(400, error.message);
      throw error;
    }
  }

  private series(params: URLSearchParams): Labels[] {
    const [fromMs, toMs] = [momentOf(params, 'start'), momentOf(params, 'end')];
    if (toMs < this.span.fromMs || fromMs >= this.span.toMs) return [];
    return params.getAll('match[]').flatMap((text) => {
      const selector = seriesSelectorFrom(text);
      return this.seriesOf(selector.metric, this.containers).flatMap(({ labels }) =>
        selector.matches(labels) ? [labels] : [],
      );
    });
  }

  private labelValues(label: string, params: URLSearchParams): string[] {
    const values = this.series(params).flatMap((labels) => labels[label] ?? []);
    return [...new Set(values)].sort();
  }

  private seriesOf(
    metric: string,
    containers: readonly PastContainerRun[],
  ): { labels: Labels; run: PastContainerRun }[] {
    const other = OTHERS.get(metric);
    if (other)
      return containers.flatMap((run) => {
        const { namespace, pod, container, isFirst } = run;
        if (other.of === 'pod' && !isFirst) return [];
        const own: Labels = other.of === 'pod' ? { namespace, pod } : { namespace, pod, container };
        return [{ labels: { __name__: metric, ...own, ...other.labels }, run }];
      });
    switch (metric) {
      case CPU:
      case MEMORY:
        return containers.map((run) => ({
          labels: { __name__: metric, namespace: run.namespace, pod: run.pod, container: run.container },
          run,
        }));
      case POD_LABELS: {
        const pods = new Map(containers.map((run) => [`${run.namespace}/${run.pod}`, run]));
        return [...pods.values()].map((run) => {
          const own = Object.entries(run.labels).map(([label, value]) => [labelName(label), value]);
          const identity = { __name__: metric, namespace: run.namespace, pod: run.pod };
          return { labels: { ...identity, ...(Object.fromEntries(own) as Labels) }, run };
        });
      }
      default:
        return [];
    }
  }

  private async range(params: URLSearchParams) {
    const [firstMs, lastMs] = [momentOf(params, 'start'), momentOf(params, 'end')];
    const stepMs = momentOf(params, 'step');
    if (!(stepMs > 0) || (lastMs - firstMs) / stepMs > MOST_POINTS)
      throw new UnknownQueryError('exceeded maximum resolution of 11,000 points per timeseries');
    const times: number[] = [];
    for (let atMs = firstMs; atMs <= lastMs; atMs += stepMs)
      if (atMs >= this.span.fromMs && atMs < this.span.toMs) times.push(atMs);
    return this.valuesOf(params, this.containers, times);
  }

  private async instant(params: URLSearchParams) {
    const result = await this.valuesOf(params, [...this.running()], [momentOf(params, 'time')]);
    return result.map(({ metric, values: [value] }) => ({ metric, value }));
  }

  /** The series of a query of one metric, or of the sum or the ratio of two, with their values at these times. */
  private async valuesOf(
    params: URLSearchParams,
    containers: readonly PastContainerRun[],
    times: readonly number[],
  ): Promise<{ metric: Labels; values: [number, string][] }[]> {
    const { terms, isRatio } = termsOf(params.get('query') ?? '');
    const [first, second] = terms.map(seriesSelectorFrom);
    const slices = new Slices();
    const result: { metric: Labels; values: [number, string][] }[] = [];
    if (!first || times.length === 0) return result;
    for (const { labels, run } of this.seriesOf(first.metric, containers)) {
      if (!first.matches(labels)) continue;
      const values: [number, string][] = [];
      for (const atMs of times) {
        const [one, other] = [first, second].map((term) => term && sampleOf(term, run, atMs));
        if (one === undefined || (second && other === undefined)) continue;
        const value = other === undefined ? one : isRatio ? one / other : one + other;
        values.push([atMs / MILLI, String(value)]);
      }
      if (values.length > 0) result.push({ metric: grouped(labels, first), values });
      const pause = slices.breathe();
      if (pause) await pause;
    }
    return result;
  }
}

/**
 * Cores over the window before a moment, bytes at it, or another metric, of counters the rise per second;
 * undefined if the container has none.
 */
function sampleOf(
  { metric, windowMs = 0 }: SeriesSelector,
  run: PastContainerRun,
  atMs: number,
): number | undefined {
  if (metric === MEMORY) return Math.ceil(run.usageAt(atMs).memoryBytes);
  let millicores = 0;
  for (let part = 0; part < PER_WINDOW; part++)
    millicores += run.usageAt(atMs - (windowMs * (part + 0.5)) / PER_WINDOW).cpuMillicores;
  const cpuMillicores = millicores / PER_WINDOW;
  const other = OTHERS.get(metric);
  if (!other) return cpuMillicores / MILLI;
  const ageMs = Math.max(0, atMs - run.startedAtMs(atMs));
  const waiting = run.waitingAt?.(atMs);
  return metricAt(
    other,
    run.work,
    { cpuMillicores, memoryBytes: 0 },
    { ...run, ageMs, ...(waiting && { waiting }) },
  );
}

function grouped({ __name__: _, ...labels }: Labels, { by }: SeriesSelector): Labels {
  if (!by) return labels;
  return Object.fromEntries(
    by.flatMap((label) => (labels[label] === undefined ? [] : [[label, labels[label]]])),
  );
}

function momentOf(params: URLSearchParams, name: string): number {
  const ms = Number(params.get(name) ?? Number.NaN) * MILLI;
  if (Number.isNaN(ms)) throw new UnknownQueryError(`${name} is no number of seconds`);
  return ms;
}

function success(data: unknown): PrometheusAnswer {
  return { status: 200, body: { status: 'success', data } };
}

function refusal(status: number, error: string): PrometheusAnswer {
  return { status, body: { status: 'error', errorType: 'bad_data', error } };
}
