import { once } from 'node:events';
import type { Clock } from '../clock';
import { errorText } from '../errors';
import { fewAtATime } from '../few-at-a-time';
import type { MetricReading } from '../horizontal/input';
import type { KubeClient } from '../kube/client';
import type { KnownHpa } from './known-hpa';
import type { PodUsageReader, PodUsages } from './pod-usages';
import { QueryReadings } from './query-readings';
import type { ScalerSettings } from './settings';
import type { Targets } from './targets';
import { ValueReadings } from './value-readings';

/** How long one sync waits for values of custom and external metrics, in real time. */
const VALUES_WITHIN_MS = 10_000;

const LATE: MetricReading = {
  kind: 'failed',
  error: `it was not answered within ${VALUES_WITHIN_MS / 1000} s`,
};

interface SyncReadingParts {
  targets: Pick<Targets, 'read'>;
  usages: Pick<PodUsageReader, 'read'>;
  client: KubeClient;
  config: ScalerSettings;
  clock: Clock;
  wallClock: Clock;
}

/** What one sync reads from outside the caches. */
export class SyncReading {
  private readonly queries: QueryReadings;
  private readonly values: ValueReadings;

  constructor(private readonly parts: SyncReadingParts) {
    const { client, config, clock, wallClock } = parts;
    this.queries = new QueryReadings(config.horizontalQueries, config, clock, wallClock);
    this.values = new ValueReadings(client, clock, this.queries);
  }

  /** Completes what is known of each HPA; returns the use of pods. Rejects only when `stopping` aborts. */
  async read(all: readonly KnownHpa[], stopping: AbortSignal | undefined): Promise<PodUsages> {
    await this.readTargets(all);
    const usages = await this.parts.usages.read(namespacesOf(all), stopping);
    await this.readValues(all, stopping);
    return usages;
  }

  /** Where use and values come from, for who reads them outside of a sync. */
  get sources(): { usages: Pick<PodUsageReader, 'read'>; values: ValueReadings } {
    return { usages: this.parts.usages, values: this.values };
  }

  close(): Promise<void> {
    return this.queries.close();
  }

  private async readTargets(all: readonly KnownHpa[]): Promise<void> {
    await fewAtATime(
      all.filter(({ target }) => target?.kind === 'not-cached'),
      async (known) => {
        if (known.target?.kind !== 'not-cached') return;
        try {
          known.target = await this.parts.targets.read(known.target.ref);
        } catch (error) {
          known.target = { kind: 'no-scale', error: errorText(error) };
        }
      },
    );
  }

  /** Values that do not come in time are missing: an adapter that hangs delays nobody else's HPAs. */
  private async readValues(all: readonly KnownHpa[], stopping: AbortSignal | undefined): Promise<void> {
    const needing = all.filter(({ needs }) => needs.values.length > 0);
    if (needing.length === 0) return;
    const late = new AbortController();
    const cancel = this.parts.wallClock.after(VALUES_WITHIN_MS, () => late.abort());
    const end = stopping ? AbortSignal.any([stopping, late.signal]) : late.signal;
    const ended = once(end, 'abort').then(() => LATE);
    try {
      await fewAtATime(needing, async (known) => {
        known.readings = await this.valuesOf(known, end, ended);
      });
    } finally {
      cancel();
    }
    stopping?.throwIfAborted();
  }

  private async valuesOf(
    { hpa, target, needs }: KnownHpa,
    end: AbortSignal,
    ended: Promise<MetricReading>,
  ): Promise<ReadonlyMap<number, MetricReading>> {
    const readings = new Map<number, MetricReading>();
    const selector = target?.kind === 'scale' ? target.selector : undefined;
    if (!selector || 'error' in selector) return readings;
    const { namespace = '' } = hpa.metadata;
    for (const [place, spec] of needs.values) {
      if (end.aborted) readings.set(place, LATE);
      else {
        const reading = this.values.read(spec, namespace, selector, end).catch(() => LATE);
        readings.set(place, await Promise.race([reading, ended]));
      }
    }
    return readings;
  }
}

/** The namespaces whose pods must be measured. */
function namespacesOf(all: readonly KnownHpa[]): Set<string> {
  const measured = all.filter(({ target, needs }) => needs.usage && target?.kind === 'scale');
  return new Set(measured.map(({ hpa }) => hpa.metadata.namespace ?? ''));
}
