import { Slices } from '../../slices';
import { labelName } from '../metrics/exposition';
import type { PastContainerRun } from './past-pods';
import { type SeriesSelector, seriesSelectorFrom, UnknownQueryError } from './selector';

/** Points of the past that the average over a window is taken from. */
const PER_WINDOW = 4;
const MILLI = 1000;
const MOST_POINTS = 11_000;

const CPU = 'container_cpu_usage_seconds_total';
const MEMORY = 'container_memory_working_set_bytes';
const POD_LABELS = 'kube_pod_labels';

type Labels = Record<string, string>;

interface PastSpan {
  fromMs: number;
  toMs: number;
}

/** An answer as Prometheus gives it. */
interface PrometheusAnswer {
  status: number;
  body: unknown;
}

/**
 * The part of the HTTP API of Prometheus that the past is read by: `query_range` of the usage of containers and
 * `series`, for the time before the cluster began.
 */
export class PastPrometheus {
  constructor(
    private readonly containers: readonly PastContainerRun[],
    private readonly span: PastSpan,
  ) {}

  async answer(path: string, params: URLSearchParams): Promise<PrometheusAnswer> {
    try {
      if (path === 'series') return success(this.series(params));
      if (path === 'query_range') return success({ resultType: 'matrix', result: await this.range(params) });
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
      return this.seriesOf(selector.metric).flatMap(({ labels }) =>
        selector.matches(labels) ? [labels] : [],
      );
    });
  }

  private seriesOf(metric: string): { labels: Labels; run: PastContainerRun }[] {
    switch (metric) {
      case CPU:
      case MEMORY:
        return this.containers.map((run) => ({
          labels: { __name__: metric, namespace: run.namespace, pod: run.pod, container: run.container },
          run,
        }));
      case POD_LABELS: {
        const pods = new Map(this.containers.map((run) => [`${run.namespace}/${run.pod}`, run]));
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
    const query = params.get('query') ?? '';
    const selector = seriesSelectorFrom(query);
    const [firstMs, lastMs] = [momentOf(params, 'start'), momentOf(params, 'end')];
    const stepMs = momentOf(params, 'step');
    if (!(stepMs > 0) || (lastMs - firstMs) / stepMs > MOST_POINTS)
      throw new UnknownQueryError('exceeded maximum resolution of 11,000 points per timeseries');
    const slices = new Slices();
    const result = [];
    for (const { labels, run } of this.seriesOf(selector.metric)) {
      if (!selector.matches(labels)) continue;
      const values: [number, string][] = [];
      for (let atMs = firstMs; atMs <= lastMs; atMs += stepMs) {
        if (atMs < this.span.fromMs || atMs >= this.span.toMs) continue;
        values.push([atMs / MILLI, String(sampleOf(selector, run, atMs))]);
      }
      if (values.length > 0) result.push({ metric: grouped(labels, selector), values });
      const pause = slices.breathe();
      if (pause) await pause;
    }
    return result;
  }
}

/** Cores over the window before a moment, or bytes at it. */
function sampleOf({ metric, windowMs = 0 }: SeriesSelector, run: PastContainerRun, atMs: number): number {
  if (metric === MEMORY) return Math.ceil(run.usageAt(atMs).memoryBytes);
  let millicores = 0;
  for (let part = 0; part < PER_WINDOW; part++)
    millicores += run.usageAt(atMs - (windowMs * (part + 0.5)) / PER_WINDOW).cpuMillicores;
  return millicores / PER_WINDOW / MILLI;
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
