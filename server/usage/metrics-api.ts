import { isKubeError } from '@/server/kube/client';
import { deadline } from '@/server/lib/time/deadline';
import { Slices } from '@/server/lib/time/slices';
import { milliValue, QuantityError, wholeValue } from '@/server/objects/quantity';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { PodMetrics } from '@/server/objects/types';
import { aboutObject, faultOf, type ObjectFault } from '@/server/words/object-fault';
import { itemBatchesOf } from './list-items';
import type { LiveSourceParts } from './live-source-parts';
import type { LiveAnswer, LiveSource, LiveTaker, LiveWanted, UsageSample } from './source';

/** Longest time for a whole response. */
const TIMEOUT_MS = 30_000;
const ABOUT = 'metrics.k8s.io';
const PROBLEMS = ['metrics-not-installed', 'metrics-unavailable', 'access-forbidden'] as const;

function amount(read: (value: string | number) => number, value: string | number | undefined) {
  if (value === undefined) return undefined;
  try {
    return read(value);
  } catch (error) {
    if (error instanceof QuantityError) return Number.NaN;
    throw error;
  }
}

/**
 * The samples in the metrics of one pod. Unreadable values become NaN, which the model rejects.
 * @throws Error if they do not say when they were taken, or nothing that is a time
 */
export function samplesOf({ metadata, timestamp, containers }: PodMetrics): UsageSample[] {
  if (!timestamp) throw new Error('its timestamp is missing, so nobody knows when it was measured');
  const atMs = Date.parse(timestamp);
  if (Number.isNaN(atMs))
    throw new Error(`its timestamp "${timestamp}" is no time, such as 2026-03-02T00:00:00Z`);
  return (containers ?? []).map(({ name, usage }) => ({
    namespace: metadata.namespace ?? '',
    pod: metadata.name,
    container: name,
    atMs,
    cpuMillicores: amount(milliValue, usage?.cpu),
    memoryBytes: amount(wholeValue, usage?.memory),
  }));
}

/**
 * The metrics API, which has the newest sample of every pod. The connection reports when there is no cluster
 * to ask.
 */
export class MetricsApi implements LiveSource {
  readonly name = 'metrics-api';
  /** By `limit` and `continue` it cannot: metrics-server answers with everything whatever they say. */
  readonly comesByNamespace = true;

  constructor(private readonly parts: Pick<LiveSourceParts, 'client' | 'problems' | 'wallClock'>) {}

  async fetch({ namespaces }: LiveWanted, taker: LiveTaker, stopping?: AbortSignal): Promise<LiveAnswer> {
    const { problems } = this.parts;
    const slices = new Slices();
    let someCould = false;
    let fault: ObjectFault | undefined;
    const listening: LiveTaker = {
      sample: (sample) => {
        someCould = true;
        return taker.sample(sample);
      },
      unreadable: (one) => {
        fault ??= one;
        taker.unreadable(one);
      },
    };
    try {
      for (const namespace of namespaces ?? [undefined])
        await this.fetchOne(namespace, listening, slices, stopping);
      if (fault && !someCould)
        return this.failed(
          'metrics-unavailable',
          'unavailable',
          `no pod's metrics can be read; ${fault.about}: ${fault.message}`,
        );
      for (const code of PROBLEMS) problems.clear(code, ABOUT);
      return 'samples';
    } catch (error) {
      stopping?.throwIfAborted();
      if (!isKubeError(error))
        return this.failed('metrics-unavailable', 'unavailable', error instanceof Error ? error.message : '');
      const { kind, message } = error;
      if (kind === 'unreachable' || kind === 'unauthorized') return 'unavailable';
      if (kind === 'not-found') return this.failed('metrics-not-installed', 'not-installed');
      if (kind === 'forbidden') return this.failed('access-forbidden', 'forbidden', message);
      return this.failed('metrics-unavailable', 'unavailable', message);
    }
  }

  private async fetchOne(
    namespace: string | undefined,
    taker: LiveTaker,
    slices: Slices,
    stopping?: AbortSignal,
  ): Promise<void> {
    const tooLong = new Error(`The metrics API took more than ${TIMEOUT_MS / 1000} s`);
    const { signal, end } = deadline(this.parts.wallClock, TIMEOUT_MS, stopping, tooLong);
    try {
      const bytes = await this.parts.client.stream(pathOf(API_RESOURCES.podMetrics, namespace), {
        timeoutMs: TIMEOUT_MS,
        signal,
      });
      for await (const batch of itemBatchesOf(bytes))
        for (const item of batch) {
          this.handOver(item as PodMetrics, taker);
          const pause = slices.breathe();
          if (pause) await pause;
        }
    } finally {
      end();
    }
  }

  private handOver(pod: PodMetrics, taker: LiveTaker): void {
    try {
      for (const sample of samplesOf(pod)) taker.sample(sample);
    } catch (error) {
      taker.unreadable(
        pod?.metadata
          ? faultOf('PodMetrics', pod, error)
          : { about: aboutObject('PodMetrics', {}), message: String(error) },
      );
    }
  }

  private failed(code: (typeof PROBLEMS)[number], answer: LiveAnswer, detail?: string): LiveAnswer {
    const { problems } = this.parts;
    for (const other of PROBLEMS) if (other !== code) problems.clear(other, ABOUT);
    problems.report(code, ABOUT, detail);
    return answer;
  }
}
