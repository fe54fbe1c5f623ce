import { formatDuration } from '../../words/times';
import type { PastContainer, PastKill, PastOptions, PastSeries, PastSource, TimeSpan } from '../source';
import { PrometheusApi } from './api';
import { PrometheusClient } from './client';
import { PrometheusError } from './errors';
import { type FoundContainers, findContainers } from './find-containers';
import { pastKills } from './kills';
import { type KnownStore, StoreKnowledge } from './known-store';
import { Load } from './load';
import { type AnswerNotes, partialWords } from './matrix';
import { QueryBackOff } from './patience';
import { PodLabels } from './pod-labels';
import type { PrometheusPastParts } from './settings';
import { gridOf, unitsOf } from './units';

/** Reasons listed at most. */
const MOST_REASONS = 3;
/** A store that knows no container is asked again after so long. */
const LOOK_AGAIN_MS = 60_000;
const LATELY_MS = 3_600_000;

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
  private readonly notes: AnswerNotes = { warnings: new Set() };
  private readonly closing = new AbortController();
  private cancelLook: () => void = () => undefined;
  private cancelPartial: () => void = () => undefined;
  /** A container without a past is as new as its pod where others have one. */
  private knowsPast = false;
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
    this.tellPartial(load.notes);
    this.tellMissing(found, load.reasons, store.traits.withoutLabels);
    this.knowsPast ||= load.hasSeenAny;
    if (load.isYoung && !this.knowsPast) this.tellYoung();
    else if (this.foundCount === 0) this.lookAgain(span);
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
    this.closing.abort();
    this.cancelLook();
    this.cancelPartial();
    return this.client.close();
  }

  /** It goes when all of the past that was read is too old to count. */
  private tellPartial({ warnings }: AnswerNotes): void {
    if (warnings.size === 0) return;
    const { problems, settings, wallClock } = this.parts;
    const { address } = this.client;
    for (const warning of warnings) this.notes.warnings.add(warning);
    problems.report('prometheus-partial', address, partialWords(this.notes));
    this.cancelPartial();
    this.cancelPartial = wallClock.after(settings.historyLengthMs, () => {
      this.notes.warnings.clear();
      problems.clear('prometheus-partial', address);
    });
  }

  /** It goes when the store has run for a step: then there is a past to ask for. */
  private tellYoung(): void {
    const { problems, settings, wallClock } = this.parts;
    const { address } = this.client;
    const { historyResolutionMs } = settings;
    problems.report(
      'prometheus-young',
      address,
      `nothing is known of them that is ${formatDuration(historyResolutionMs)} old`,
    );
    this.cancelLook();
    this.cancelLook = wallClock.after(historyResolutionMs, () => problems.clear('prometheus-young', address));
  }

  /** That it knows no container is over when it does. */
  private lookAgain(span: TimeSpan): void {
    const { wallClock, problems } = this.parts;
    const beganMs = wallClock.steady();
    this.cancelLook();
    this.cancelLook = wallClock.after(LOOK_AGAIN_MS, async () => {
      const toMs = span.toMs + wallClock.steady() - beganMs;
      try {
        if (!(await this.knowsAny({ fromMs: toMs - LATELY_MS, toMs })))
          return this.lookAgain({ ...span, toMs });
        this.foundCount++;
        if (this.missing.size === 0) problems.clear('prometheus-incomplete', this.client.address);
        this.tellYoung();
      } catch {
        if (!this.closing.signal.aborted) this.lookAgain({ ...span, toMs });
      }
    });
  }

  private async knowsAny(span: TimeSpan): Promise<boolean> {
    const { signal } = this.closing;
    const { queries } = await this.known(span, { stopping: signal });
    for await (const _ of this.api.series(queries.containers(undefined), span, { most: 1, stopping: signal }))
      return true;
    return false;
  }

  private known(span: TimeSpan, { namespaces, stopping }: PastOptions): Promise<KnownStore> {
    return this.store.of(span, namespaces && { namespaces }, stopping);
  }

  private find(
    { traits, queries }: KnownStore,
    span: TimeSpan,
    { namespaces, stopping, lacks }: PastOptions,
  ): Promise<FoundContainers> {
    return findContainers(
      {
        names: traits.names,
        queries,
        patience: this.patience,
        labels: new PodLabels(traits, this.parts.known),
        series: (selector, time) => this.api.series(selector, time, { stopping }),
        stopping,
        lacks,
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
