import type { PastContainer, PastKill, PastOptions, PastSeries, PastSource, TimeSpan } from '../source';
import { PrometheusApi } from './api';
import { PrometheusClient } from './client';
import { PrometheusError } from './errors';
import { type FoundContainers, findContainers } from './find-containers';
import { pastKills } from './kills';
import { type KnownStore, StoreKnowledge } from './known-store';
import { Load } from './load';
import { QueryBackOff } from './patience';
import { PodLabels } from './pod-labels';
import type { PrometheusPastParts } from './settings';
import { gridOf, unitsOf } from './units';

/** Reasons listed at most. */
const MOST_REASONS = 3;

/**
 * The past from the HTTP API of Prometheus or a compatible server. Queried by namespace and time, a few
 * queries at a time; it waits for a server that is unavailable, busy or refuses, and keeps what was answered
 * before.
 */
export class PrometheusPast implements PastSource {
  readonly name = 'prometheus';
  private readonly client: PrometheusClient;
  private readonly api: PrometheusApi;
  private readonly store: StoreKnowledge;
  private readonly patience: QueryBackOff;
  private readonly missing = new Set<string>();
  private foundCount = 0;
  private unlabelledCount = 0;

  constructor(private readonly parts: PrometheusPastParts) {
    const { settings, wallClock, problems, log, transport } = parts;
    this.client = new PrometheusClient(settings, wallClock, transport);
    this.api = new PrometheusApi(this.client);
    this.patience = new QueryBackOff({ address: this.client.address, wallClock, problems, log });
    const { api, patience } = this;
    this.store = new StoreKnowledge({ api, names: settings, wallClock, patience, traits: parts.traits });
  }

  /** Bytes of all answers so far. */
  get bytesRead(): number {
    return this.client.bytesRead;
  }

  async *containers(span: TimeSpan, options: PastOptions = {}): AsyncGenerator<PastContainer> {
    const { containers } = await this.find(await this.known(span, options), span, options);
    for (const container of wantedOf(containers, options)) {
      options.stopping?.throwIfAborted();
      yield container;
    }
  }

  async *samples(span: TimeSpan, options: PastOptions = {}): AsyncGenerator<PastSeries> {
    const { settings, known } = this.parts;
    const stepMs = settings.historyResolutionMs;
    const times = gridOf(span, stepMs);
    const store = await this.known(span, options);
    const found = await this.find(store, span, options);
    const { api, patience } = this;
    const { isWanted } = options;
    const load = new Load(
      { settings, known, api, store, patience },
      times
        ? unitsOf(wantedOf(found.containers, options), settings.prometheusContainersPerQuery, !isWanted)
        : [],
      { ...(times ?? { firstMs: 0, lastMs: 0 }), stepMs },
      options,
    );
    yield* load.samples();
    this.tellMissing(found, load.reasons, store.traits.withoutLabels);
  }

  /** Those that kube-state-metrics told of. What cannot be found out is told, and costs nothing else. */
  async kills(
    span: TimeSpan,
    { namespaces, stopping }: Pick<PastOptions, 'namespaces' | 'stopping'> = {},
  ): Promise<readonly PastKill[]> {
    const { wallClock } = this.parts;
    const scope = namespaces && { namespaces };
    try {
      const { traits } = await this.known(span, {
        ...(namespaces && { namespaces }),
        ...(stopping && { stopping }),
      });
      const { kills } = await pastKills({
        api: this.api,
        names: traits.names,
        scope,
        span,
        wallClock,
        stopping,
      });
      return kills;
    } catch (error) {
      if (!(error instanceof PrometheusError)) throw error;
      this.missing.add(`the OOM kills: ${error.message}`);
      return [];
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private known(span: TimeSpan, { namespaces, stopping }: PastOptions): Promise<KnownStore> {
    return this.store.of(span, namespaces && { namespaces }, stopping);
  }

  private find(
    { traits, queries }: KnownStore,
    span: TimeSpan,
    { namespaces, stopping }: PastOptions,
  ): Promise<FoundContainers> {
    return findContainers(
      {
        names: traits.names,
        queries,
        patience: this.patience,
        labels: new PodLabels(traits, this.parts.known),
        series: (selector, time) => this.api.series(selector, time, stopping),
        stopping,
      },
      span,
      namespaces,
    );
  }

  /**
   * Says what a complete past would have had besides, over all loads so far. That nothing is known of one namespace
   * may well be: it may be as new as its VPAs.
   */
  private tellMissing(
    { containers, unlabelled, missing }: FoundContainers,
    reasons: Iterable<string>,
    why: string | undefined,
  ): void {
    const { problems } = this.parts;
    for (const reason of [...missing, ...reasons]) this.missing.add(reason);
    this.foundCount += containers.length + unlabelled;
    this.unlabelledCount += unlabelled;
    const all = [...this.missing].slice(0, MOST_REASONS);
    if (this.missing.size > MOST_REASONS) all.push(`and ${this.missing.size - MOST_REASONS} more`);
    if (this.unlabelledCount > 0)
      all.unshift(`the pods of ${this.unlabelledCount} containers have no labels${why ? `: ${why}` : ''}`);
    if (this.foundCount === 0) all.unshift('it knows no container');
    if (all.length > 0) problems.report('prometheus-incomplete', this.client.address, all.join('; '));
    else problems.clear('prometheus-incomplete', this.client.address);
  }
}

function wantedOf(containers: readonly PastContainer[], { isWanted }: PastOptions): readonly PastContainer[] {
  return isWanted ? containers.filter(isWanted) : containers;
}
