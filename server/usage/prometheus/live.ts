import { Slices } from '@/server/lib/time/slices';
import type { Clock } from '../../lib/time/clock';
import type { LiveAnswer, LiveSource, LiveTaker, LiveWanted } from '../source';
import { PrometheusApi } from './api';
import { PrometheusClient } from './client';
import { MILLICORES_PER_CORE, nameOf } from './container-names';
import { PrometheusError } from './errors';
import { StoreKnowledge } from './known-store';
import { type AnswerNotes, partialWords } from './matrix';
import type { QueryScope } from './queries';
import type { PrometheusPastParts } from './settings';
import { peakWindow, rateWindow } from './store-traits';

/** Where the names of a store are looked for. */
const LATELY_MS = 3_600_000;
/** The highest memory since the last samples is the present one. */
const LIVE_PEAK_MS = 60_000;

interface LiveParts extends Omit<PrometheusPastParts, 'known' | 'log'> {
  /** The cluster's time. */
  clock: Clock;
}

/** Present usage from Prometheus, for clusters without a metrics API. */
export class PrometheusLive implements LiveSource {
  readonly name = 'prometheus';
  private readonly client: PrometheusClient;
  private readonly api: PrometheusApi;
  private readonly store: StoreKnowledge;

  constructor(private readonly parts: LiveParts) {
    this.client = new PrometheusClient(parts.settings, parts.wallClock);
    this.api = new PrometheusApi(this.client);
    const { settings: names, wallClock } = parts;
    this.store = new StoreKnowledge({ api: this.api, names, wallClock });
  }

  async fetch({ namespaces }: LiveWanted, taker: LiveTaker, stopping?: AbortSignal): Promise<LiveAnswer> {
    const { problems } = this.parts;
    const { address } = this.client;
    try {
      const notes: AnswerNotes = { warnings: new Set() };
      const counts = await this.handOver(namespaces && { namespaces }, taker, { notes, stopping });
      problems.clear('prometheus-unavailable', address);
      const about = `${address}, now`;
      const lacking = lackingIn(counts);
      if (lacking) problems.report('prometheus-incomplete', about, lacking);
      else problems.clear('prometheus-incomplete', about);
      if (notes.warnings.size > 0) problems.report('prometheus-partial', about, partialWords(notes));
      else problems.clear('prometheus-partial', about);
      return 'samples';
    } catch (error) {
      if (!(error instanceof PrometheusError)) throw error;
      problems.report('prometheus-unavailable', address, error.message);
      return error.kind === 'refused' ? 'forbidden' : 'unavailable';
    }
  }

  /** CPU waits for memory, so that both of a container come together. */
  private async handOver(
    scope: QueryScope | undefined,
    taker: LiveTaker,
    { notes, stopping }: { notes: AnswerNotes; stopping: AbortSignal | undefined },
  ): Promise<{ cpu: number; memory: number }> {
    const { settings, clock } = this.parts;
    const atMs = clock.now();
    const slices = new Slices();
    const { prometheusLiveWindowMs: windowMs } = settings;
    const { traits, queries } = await this.store.of(
      { fromMs: atMs - LATELY_MS, toMs: atMs },
      scope,
      stopping,
    );
    const { names } = traits;
    // A window of several scrapes holds enough of them; one that is shorter than two would hold no rise.
    const windows = {
      cpu: Math.max(windowMs, rateWindow(traits, traits.scrapes?.everyMs ?? 0)),
      memory: traits.scrapes ? peakWindow(traits, LIVE_PEAK_MS) : windowMs,
    };
    const query = (signal: 'cpu' | 'memory') =>
      this.api.instant(queries.usage(signal, scope, windows[signal]), atMs, { notes, stopping });
    const cpu = new Map<string, number>();
    for await (const { metric, values } of query('cpu'))
      cpu.set(nameOf(metric, names).key, (values[0] ?? Number.NaN) * MILLICORES_PER_CORE);
    let count = 0;
    for await (const { metric, values } of query('memory')) {
      const { key, ...name } = nameOf(metric, names);
      const cpuMillicores = cpu.get(key);
      const [memoryBytes] = values;
      taker.sample({
        ...name,
        atMs,
        // What runs has a working set: none is no sample.
        ...(memoryBytes !== 0 && { memoryBytes }),
        ...(cpuMillicores !== undefined && { cpuMillicores }),
      });
      count++;
      const pause = slices.breathe();
      if (pause) await pause;
    }
    return { cpu: cpu.size, memory: count };
  }
}

/** What no container has, in words; undefined if some have both. */
function lackingIn({ cpu, memory }: { cpu: number; memory: number }): string | undefined {
  if (memory === 0) return cpu === 0 ? 'it knows no container' : 'it has no memory usage of any container';
  return cpu === 0
    ? 'it has no CPU usage of any container: a rate takes two scrapes, and the second is still to come or the query names another metric'
    : undefined;
}
