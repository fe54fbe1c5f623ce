import { Slices } from '@/server/lib/time/slices';
import type { OtherSignal } from '@/server/model/other-signals';
import type { PastSignal, PastSignalsAsked, SignalAnswer, SignalSource, SignalValue } from '../signal-source';
import type { PastContainer, TimeSpan } from '../source';
import { PrometheusApi, type TimeGrid } from './api';
import { PrometheusClient } from './client';
import { nameOf } from './container-names';
import { PrometheusError } from './errors';
import { findContainers } from './find-containers';
import { type KnownStore, StoreKnowledge } from './known-store';
import { laneOf } from './lane';
import type { AnswerNotes, SeriesPart } from './matrix';
import { mergedSeries } from './merged';
import { isTooLarge, QueryBackOff } from './patience';
import { PieceSize } from './piece-size';
import { PodLabels } from './pod-labels';
import type { PrometheusNames } from './queries';
import type { PrometheusPastParts } from './settings';
import { rateWindow } from './store-traits';
import { gridOf, type Piece, type Unit, unitsOf } from './units';

/** No answer has more series than this, or it is none of ours. */
const MOST_SERIES = 2_000_000;
/** Where the names of a store are looked for. */
const LATELY_MS = 3_600_000;

/** Signals besides CPU and memory, by one query for each signal. */
export class PrometheusSignals implements SignalSource {
  private readonly client: PrometheusClient;
  private readonly api: PrometheusApi;
  private readonly store: StoreKnowledge;
  private readonly patience: QueryBackOff;

  constructor(private readonly parts: PrometheusPastParts) {
    const { settings, wallClock, problems, log, transport } = parts;
    this.client = new PrometheusClient(settings, wallClock, transport);
    this.api = new PrometheusApi(this.client);
    this.store = new StoreKnowledge({ api: this.api, names: settings, wallClock, traits: parts.traits });
    this.patience = new QueryBackOff({
      address: `${this.client.address}, signals`,
      wallClock,
      problems,
      log,
    });
  }

  get address(): string {
    return this.client.address;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async present(
    signal: OtherSignal,
    {
      isAll,
      namespaces,
      ...asked
    }: { atMs: number; windowMs: number; namespaces: readonly string[]; isAll: boolean },
    take: (value: SignalValue) => void,
    stopping?: AbortSignal,
  ): Promise<SignalAnswer> {
    try {
      const series = await this.ask(signal, { ...asked, namespaces, isAll }, take, stopping);
      return { kind: 'values', series };
    } catch (error) {
      if (!(error instanceof PrometheusError)) throw error;
      const isOfSignal = error.kind === 'invalid' || error.kind === 'too-much' || error.kind === 'broken';
      return { kind: isOfSignal ? 'refused' : 'away', message: error.message };
    }
  }

  /** What is too much at once is asked in halves. @throws PrometheusError */
  private async ask(
    signal: OtherSignal,
    asked: { atMs: number; windowMs: number; namespaces: readonly string[]; isAll: boolean },
    take: (value: SignalValue) => void,
    stopping: AbortSignal | undefined,
  ): Promise<number> {
    const { atMs, windowMs, namespaces, isAll } = asked;
    try {
      const scope = isAll ? undefined : { namespaces };
      const { traits, queries } = await this.store.of(
        { fromMs: atMs - LATELY_MS, toMs: atMs },
        scope,
        stopping,
      );
      const query = queries.signal(
        signal,
        scope,
        Math.max(windowMs, rateWindow(traits, traits.scrapes?.everyMs ?? 0)),
      );
      return await this.read(this.api.instant(query, atMs, { stopping }), traits.names, take);
    } catch (error) {
      if (!(error instanceof PrometheusError) || !isTooLarge(error) || namespaces.length < 2) throw error;
      const middle = Math.ceil(namespaces.length / 2);
      const halves = [namespaces.slice(0, middle), namespaces.slice(middle)];
      let series = 0;
      for (const half of halves)
        series += await this.ask(signal, { ...asked, namespaces: half, isAll: false }, take, stopping);
      return series;
    }
  }

  private async read(
    parts: AsyncIterable<SeriesPart>,
    names: PrometheusNames,
    take: (value: SignalValue) => void,
  ): Promise<number> {
    const slices = new Slices();
    let series = 0;
    for await (const { metric, values } of parts) {
      if (++series > MOST_SERIES)
        throw new PrometheusError(`its answer has more than ${MOST_SERIES} series`, 'broken');
      const { namespace, pod, container } = nameOf(metric, names);
      take({ namespace, pod, container, value: values[0] ?? Number.NaN });
      const pause = slices.breathe();
      if (pause) await pause;
    }
    return series;
  }

  async *past(
    signals: readonly OtherSignal[],
    span: TimeSpan,
    stepMs: number,
    { namespaces, stopping, isWanted, lacks }: PastSignalsAsked,
  ): AsyncGenerator<PastSignal> {
    const { settings, known } = this.parts;
    const times = gridOf(span, stepMs);
    if (!times) return;
    const store = await this.store.of(span, namespaces && { namespaces }, stopping);
    const { traits, queries } = store;
    const { containers } = await findContainers(
      {
        names: traits.names,
        queries,
        patience: this.patience,
        labels: new PodLabels(traits, known),
        series: (selector, time) => this.api.series(selector, time, { stopping }),
        stopping,
        lacks,
      },
      span,
      namespaces,
    );
    const units = unitsOf(containers.filter(isWanted), settings.prometheusContainersPerQuery);
    const sizes = signals.map(() => new PieceSize());
    const refused = new Set<OtherSignal>();
    const lanes = function* (this: PrometheusSignals) {
      for (const unit of units)
        for (const [index, signal] of signals.entries())
          yield this.lane(
            unit,
            { index, signal, size: sizes[index] ?? new PieceSize(), refused, store },
            { ...times, stepMs },
            { stopping, lacks },
          );
    };
    yield* mergedSeries(lanes.call(this), settings.prometheusConcurrency);
    stopping?.throwIfAborted();
  }

  private async *lane(
    unit: Unit,
    {
      index,
      signal,
      size,
      refused,
      store: { traits, queries },
    }: { index: number; signal: OtherSignal; size: PieceSize; refused: Set<OtherSignal>; store: KnownStore },
    grid: TimeGrid,
    { stopping, lacks }: Pick<PastSignalsAsked, 'stopping' | 'lacks'>,
  ): AsyncGenerator<PastSignal> {
    const { log } = this.parts;
    const { stepMs } = grid;
    const keyOf = ({ namespace, pod, container }: { namespace: string; pod: string; container: string }) =>
      signal.of === 'pod' ? `${namespace}/${pod}` : `${namespace}/${pod}/${container}`;
    const byKey = new Map(unit.containers.map((one) => [keyOf(one), one]));
    const untilMs = new Map<PastContainer, number>();
    const ask = async function* (this: PrometheusSignals, piece: Piece): AsyncGenerator<SeriesPart> {
      const isLacking = () => lacks?.(piece.scope.namespaces, index);
      if (refused.has(signal)) return isLacking();
      const notes: AnswerNotes = { warnings: new Set() };
      try {
        yield* this.api.range(
          queries.signal(signal, piece.scope, rateWindow(traits, stepMs)),
          { ...piece, stepMs },
          { notes, stopping },
        );
        if (notes.warnings.size > 0) isLacking();
      } catch (error) {
        // Asking again would not help.
        if (!(error instanceof PrometheusError) || error.kind !== 'invalid') throw error;
        refused.add(signal);
        isLacking();
        log.warn({ signal: signal.name, err: error }, 'Prometheus does not understand the query of a signal');
      }
    }.bind(this);
    const lane = laneOf({
      unit,
      grid,
      stepMs,
      size,
      patience: this.patience,
      stopping,
      ask,
      done: (piece, error) => {
        if (!error) return;
        lacks?.(piece.scope.namespaces, index);
        log.warn({ signal: signal.name, err: error }, 'Part of the past of a signal is left out');
      },
    });
    for await (const { metric, timesMs, values } of lane) {
      const container = byKey.get(keyOf(nameOf(metric, traits.names)));
      if (!container) continue;
      // What came before a failure comes again.
      const beforeMs = untilMs.get(container) ?? Number.NEGATIVE_INFINITY;
      const from = timesMs.findIndex((ms) => ms > beforeMs);
      const lastMs = timesMs.at(-1);
      if (from < 0 || lastMs === undefined) continue;
      untilMs.set(container, lastMs);
      yield { signal: index, container, timesMs: timesMs.slice(from), values: values.slice(from) };
    }
  }
}
