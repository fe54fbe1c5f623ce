import { isKubeError, type KubeClient } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/kube/resources';
import type { KubeList, PodMetrics } from '@/server/kube/types';
import { milliValue, QuantityError, wholeValue } from '@/server/model/quantity';
import type { ProblemReporter } from '@/server/problems';

const TIMEOUT_MS = 30_000;
const ABOUT = 'metrics.k8s.io';
const PROBLEMS = ['metrics-not-installed', 'metrics-unavailable', 'access-forbidden'] as const;

/** What one container used, `atMs` being the start of the time it was averaged over. */
export interface UsageSample {
  namespace: string;
  pod: string;
  container: string;
  atMs: number;
  /** Not a number where the metrics API writes none. */
  cpuMillicores?: number;
  memoryBytes?: number;
}

export type MetricsAnswer =
  | { kind: 'samples'; pods: PodMetrics[] }
  | { kind: 'not-installed' }
  | { kind: 'unavailable' }
  | { kind: 'forbidden' };

function amount(read: (value: string | number) => number, value: string | number | undefined) {
  if (value === undefined) return undefined;
  try {
    return read(value);
  } catch (error) {
    if (error instanceof QuantityError) return Number.NaN;
    throw error;
  }
}

/** The samples in the metrics of one pod. What cannot be read comes as not a number, for the model to refuse. */
export function* samplesOf({ metadata, timestamp, containers }: PodMetrics): Generator<UsageSample> {
  const atMs = Date.parse(timestamp);
  for (const { name, usage } of containers ?? [])
    yield {
      namespace: metadata.namespace ?? '',
      pod: metadata.name,
      container: name,
      atMs,
      cpuMillicores: amount(milliValue, usage?.cpu),
      memoryBytes: amount(wholeValue, usage?.memory),
    };
}

/** Asks the metrics API once for every pod, and says on the problem board when it does not serve. That there is no cluster to ask is said by the connection. */
export class MetricsApiSource {
  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly problems: ProblemReporter,
    private readonly namespace?: string,
  ) {}

  /** @throws the signal's reason when `stopping` aborts */
  async fetch(stopping?: AbortSignal): Promise<MetricsAnswer> {
    try {
      const path = pathOf(API_RESOURCES.podMetrics, this.namespace);
      const list = await this.client.request<KubeList<PodMetrics>>('GET', path, {
        timeoutMs: TIMEOUT_MS,
        signal: stopping,
      });
      for (const code of PROBLEMS) this.problems.clear(code, ABOUT);
      return { kind: 'samples', pods: list.items ?? [] };
    } catch (error) {
      if (!isKubeError(error)) throw error;
      switch (error.kind) {
        case 'not-found':
          return this.failed('metrics-not-installed', { kind: 'not-installed' });
        case 'forbidden':
          return this.failed('access-forbidden', { kind: 'forbidden' }, error.message);
        case 'unreachable':
        case 'unauthorized':
          return { kind: 'unavailable' };
        case 'conflict':
        case 'gone':
        case 'too-many':
        case 'invalid':
        case 'server':
        case 'timeout':
          return this.failed('metrics-unavailable', { kind: 'unavailable' }, error.message);
      }
    }
  }

  private failed(code: (typeof PROBLEMS)[number], answer: MetricsAnswer, detail?: string): MetricsAnswer {
    for (const other of PROBLEMS) if (other !== code) this.problems.clear(other, ABOUT);
    this.problems.report(code, ABOUT, detail);
    return answer;
  }
}
