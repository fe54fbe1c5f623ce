import type { Signal } from '@/server/model/signals';
import type { PastContainer, PastOptions, PastSeries, PastSource, TimeSpan } from '../source';
import { PrometheusApi } from './api';
import { PrometheusClient } from './client';
import { MILLICORES_PER_CORE, nameOf } from './container-names';
import type { PrometheusError } from './errors';
import { type Found, findContainers } from './find-containers';
import { laneOf } from './lane';
import { Loading } from './loading';
import type { AnswerNotes, SeriesPart } from './matrix';
import { merged } from './merged';
import { Patience } from './patience';
import { PieceSize } from './piece-size';
import { PodLabels } from './pod-labels';
import { type PrometheusNames, Queries } from './queries';
import type { PrometheusPastParts } from './settings';
import { gridOf, type Piece, type Unit, unitsOf } from './units';

const SIGNALS_ASKED = ['cpu', 'memory'] as const satisfies readonly Signal[];
/** So many reasons are told at most. */
const MOST_REASONS = 3;

/**
 * The past from the HTTP API of Prometheus, or of what speaks it too. Asked by namespace and time, a few queries at a
 * time; a server that is away, busy or refuses is waited for, and what was answered before stays.
 */
export class PrometheusPast implements PastSource {
  readonly name = 'prometheus';
  private readonly client: PrometheusClient;
  private readonly api: PrometheusApi;
  private readonly queries: Queries;
  private readonly patience: Patience;

  constructor(private readonly parts: PrometheusPastParts) {
    const { settings, wallClock, problems, log } = parts;
    this.client = new PrometheusClient(settings, wallClock);
    this.api = new PrometheusApi(this.client);
    this.queries = new Queries(settings);
    this.patience = new Patience({ address: this.client.address, wallClock, problems, log });
  }

  /** Bytes of all answers so far. */
  get bytesRead(): number {
    return this.client.bytesRead;
  }

  async *containers(span: TimeSpan, options: PastOptions = {}): AsyncGenerator<PastContainer> {
    const { containers } = await this.find(span, options);
    for (const container of containers) {
      options.stopping?.throwIfAborted();
      yield container;
    }
  }

  async *samples(span: TimeSpan, options: PastOptions = {}): AsyncGenerator<PastSeries> {
    const {
      historyResolutionMs: stepMs,
      prometheusConcurrency,
      prometheusContainersPerQuery,
    } = this.parts.settings;
    const grid = gridOf(span, stepMs);
    const found = await this.find(span, options);
    const units = grid ? unitsOf(found.containers, prometheusContainersPerQuery) : [];
    const steps = grid ? (grid.lastMs - grid.firstMs) / stepMs + 1 : 0;
    const loading = new Loading(units, { streams: SIGNALS_ASKED.length, steps, stepMs }, options);
    const notes: AnswerNotes = { warnings: [] };
    const reasons = new Set(found.missing);
    const sizes = { cpu: new PieceSize(), memory: new PieceSize() };
    const { patience } = this;
    const streamOf = async function* (
      this: PrometheusPast,
      unit: Unit,
      signal: (typeof SIGNALS_ASKED)[number],
      over: NonNullable<typeof grid>,
    ): AsyncGenerator<PastSeries> {
      const containers = new Containers(unit, this.parts.settings);
      const lane = laneOf({
        unit,
        grid: over,
        stepMs,
        size: sizes[signal],
        patience,
        stopping: options.stopping,
        ask: (piece) =>
          this.api.range(
            this.queries.usage(signal, piece.scope, stepMs),
            { ...piece, stepMs },
            { notes, stopping: options.stopping },
          ),
        done: (piece, error) => {
          if (error) reasons.add(reasonOf(signal, piece, error));
          loading.pieceDone(unit, piece);
        },
      });
      for await (const part of lane) {
        options.stopping?.throwIfAborted();
        const container = containers.of(part.metric);
        if (container) yield pastSeriesOf(container, signal, part);
      }
      loading.streamEnded(unit);
    }.bind(this);
    const streams = (function* () {
      for (const unit of units)
        for (const signal of SIGNALS_ASKED) if (grid) yield streamOf(unit, signal, grid);
    })();
    for await (const series of merged(streams, prometheusConcurrency)) {
      options.stopping?.throwIfAborted();
      yield series;
    }
    options.stopping?.throwIfAborted();
    this.tellMissing(found, [...reasons, ...new Set(notes.warnings)]);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private find(span: TimeSpan, { namespaces, stopping }: PastOptions): Promise<Found> {
    const { settings, known } = this.parts;
    return findContainers(
      {
        names: settings,
        queries: this.queries,
        patience: this.patience,
        labels: new PodLabels(settings, known),
        series: (selector, time) => this.api.series(selector, time, stopping),
        stopping,
      },
      span,
      namespaces,
    );
  }

  /** Says what a complete past would have had besides. */
  private tellMissing({ containers, unlabelled }: Found, reasons: readonly string[]): void {
    const { problems } = this.parts;
    const all = [...reasons.slice(0, MOST_REASONS)];
    if (reasons.length > MOST_REASONS) all.push(`and ${reasons.length - MOST_REASONS} more`);
    if (unlabelled > 0) all.unshift(`the pods of ${unlabelled} containers have no labels`);
    if (containers.length === 0 && unlabelled === 0) all.unshift('it knows no container');
    if (all.length > 0) problems.report('prometheus-incomplete', this.client.address, all.join('; '));
    else problems.clear('prometheus-incomplete', this.client.address);
  }
}

/** The containers of a unit, found by the labels of their series. */
class Containers {
  private readonly byKey: Map<string, PastContainer>;
  private last: { metric: SeriesPart['metric']; container: PastContainer | undefined } | undefined;

  constructor(
    unit: Unit,
    private readonly names: PrometheusNames,
  ) {
    this.byKey = new Map(unit.containers.map((one) => [`${one.namespace}/${one.pod}/${one.container}`, one]));
  }

  of(metric: SeriesPart['metric']): PastContainer | undefined {
    if (this.last?.metric !== metric)
      this.last = { metric, container: this.byKey.get(nameOf(metric, this.names).key) };
    return this.last.container;
  }
}

function pastSeriesOf(container: PastContainer, signal: Signal, { timesMs, values }: SeriesPart): PastSeries {
  return signal === 'cpu'
    ? { container, timesMs, cpuMillicores: values.map((cores) => cores * MILLICORES_PER_CORE) }
    : { container, timesMs, memoryBytes: values };
}

function reasonOf(signal: Signal, { scope, firstMs, lastMs }: Piece, error: PrometheusError): string {
  const [namespace, ...others] = scope.namespaces;
  const where = others.length > 0 ? `${namespace} and ${others.length} more namespaces` : namespace;
  const [from, to] = [firstMs, lastMs].map((ms) => new Date(ms).toISOString());
  return `${signal} of ${where} from ${from} to ${to}: ${error.message}`;
}
