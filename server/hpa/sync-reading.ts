import { once } from 'node:events';
import type { MetricReading } from '../decide/replicas/input';
import type { ClusterContext } from '../kube/role-context';
import { ofKey } from '../lib/memo/of-key';
import { errorText } from '../lib/report/errors';
import { deadline } from '../lib/time/deadline';
import { fewAtATime } from '../lib/time/few-at-a-time';
import type { OwnerRef } from '../objects/owners';
import type { Selector } from '../objects/selector';
import type { MetricSpec } from '../objects/types';
import type { KnownHpa } from './known-hpa';
import type { PodUsageReader, PodUsages } from './pod-usages';
import { QueryReadings } from './query-readings';
import type { HpaSettings } from './settings';
import type { ScaledTarget, ScaledTargets } from './targets';
import { ValueReadings, type ValueSource } from './value-readings';

/** How long one sync waits for the targets of kinds that are not watched, in real time; namespaces take turns. */
const TARGETS_WITHIN_MS = 5_000;
/** How long one sync waits for values of custom and external metrics, in real time. */
const VALUES_WITHIN_MS = 10_000;

const LATE: MetricReading = {
  kind: 'failed',
  error: `it was not answered within ${VALUES_WITHIN_MS / 1000} s`,
};

/** One metric of one HPA that needs a request of its own. */
interface Question {
  readonly into: Map<number, MetricReading>;
  readonly place: number;
  readonly spec: MetricSpec;
  readonly namespace: string;
  readonly selector: Selector;
}

interface SyncReadingParts extends Pick<ClusterContext, 'clock' | 'wallClock' | 'client'> {
  targets: Pick<ScaledTargets, 'read'>;
  usages: Pick<PodUsageReader, 'read'>;
  config: HpaSettings;
}

/** What one sync reads from outside the caches. */
export class SyncReading {
  private readonly queries: QueryReadings;
  private readonly values: ValueReadings;

  constructor(private readonly parts: SyncReadingParts) {
    const { client, config, clock, wallClock } = parts;
    this.queries = new QueryReadings(config.hpaQueries, config, clock, wallClock);
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

  /** Those that do not come in time are known by the next sync. */
  private async readTargets(all: readonly KnownHpa[]): Promise<void> {
    const { signal: late, end } = deadline(this.parts.wallClock, TARGETS_WITHIN_MS, undefined);
    const read = all.map(async (known) => {
      if (known.target?.kind !== 'not-cached') return;
      const target = await this.targetOf(known.target.ref);
      if (!late.aborted) known.target = target;
    });
    await Promise.race([Promise.all(read), once(late, 'abort')]);
    end();
  }

  private async targetOf(ref: OwnerRef): Promise<ScaledTarget> {
    try {
      return await this.parts.targets.read(ref);
    } catch (error) {
      return { kind: 'no-scale', error: errorText(error) };
    }
  }

  /**
   * Values that do not come in time are missing. Each source has a queue of its own: one that hangs delays only
   * the HPAs that need it.
   */
  private async readValues(all: readonly KnownHpa[], stopping: AbortSignal | undefined): Promise<void> {
    const queues = this.questionsOf(all);
    if (queues.size === 0) return;
    const { signal, end } = deadline(this.parts.wallClock, VALUES_WITHIN_MS, stopping);
    const ended = once(signal, 'abort').then(() => LATE);
    const ask = async ({ into, place, spec, namespace, selector }: Question) => {
      const reading = signal.aborted
        ? LATE
        : this.values.read(spec, namespace, selector, signal).catch(() => LATE);
      into.set(place, await Promise.race([reading, ended]));
    };
    try {
      await Promise.all([...queues.values()].map((questions) => fewAtATime(questions, ask)));
    } finally {
      end();
    }
    stopping?.throwIfAborted();
  }

  /** What must be asked for, by source; the answers go to the readings of each HPA. */
  private questionsOf(all: readonly KnownHpa[]): ReadonlyMap<ValueSource, readonly Question[]> {
    const queues = new Map<ValueSource, Question[]>();
    for (const known of all) {
      const { hpa, target, needs } = known;
      if (needs.values.length === 0) continue;
      const into = new Map<number, MetricReading>();
      known.readings = into;
      const selector = target?.kind === 'scale' ? target.selector : undefined;
      if (!selector || 'error' in selector) continue;
      const { namespace = '' } = hpa.metadata;
      for (const [place, spec] of needs.values) {
        const source = this.values.sourceOf(spec);
        const queue = ofKey(queues, source, () => []);
        queue.push({ into, place, spec, namespace, selector });
      }
    }
    return queues;
  }
}

/** The namespaces whose pods must be measured. */
function namespacesOf(all: readonly KnownHpa[]): Set<string> {
  const measured = all.filter(({ target, needs }) => needs.usage && target?.kind === 'scale');
  return new Set(measured.map(({ hpa }) => hpa.metadata.namespace ?? ''));
}
