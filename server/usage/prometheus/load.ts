import type { PastContainer, PastOptions, PastSeries } from '../source';
import type { PrometheusApi, TimeGrid } from './api';
import { MILLICORES_PER_CORE, nameOf } from './container-names';
import type { PrometheusError } from './errors';
import { laneOf } from './lane';
import { Loading } from './loading';
import type { AnswerNotes, SeriesPart } from './matrix';
import { mergedSeries } from './merged';
import type { QueryBackOff } from './patience';
import { PieceSize } from './piece-size';
import type { PrometheusNames, Queries } from './queries';
import type { PrometheusSettings } from './settings';
import type { Piece, Unit } from './units';

const SIGNALS_ASKED = ['cpu', 'memory'] as const;
type SignalAsked = (typeof SIGNALS_ASKED)[number];

interface LoadParts {
  settings: PrometheusSettings;
  api: PrometheusApi;
  queries: Queries;
  patience: QueryBackOff;
}

/** The samples of some units on a grid of time: what is asked for, how far it is, and what could not be had. */
export class Load {
  /** Why something is missing, in words. */
  readonly reasons = new Set<string>();
  private readonly notes: AnswerNotes = { warnings: new Set() };
  private readonly sizes = { cpu: new PieceSize(), memory: new PieceSize() };
  /** Series that came. */
  private readonly seen = { cpu: 0, memory: 0 };
  private readonly loading: Loading;

  constructor(
    private readonly parts: LoadParts,
    private readonly units: readonly Unit[],
    private readonly grid: TimeGrid,
    private readonly options: PastOptions,
  ) {
    const { firstMs, lastMs, stepMs } = grid;
    const steps = (lastMs - firstMs) / stepMs + 1;
    this.loading = new Loading(units, { streams: SIGNALS_ASKED.length, steps, stepMs }, options);
  }

  async *samples(): AsyncGenerator<PastSeries> {
    const { stopping } = this.options;
    for await (const series of mergedSeries(this.streams(), this.parts.settings.prometheusConcurrency)) {
      stopping?.throwIfAborted();
      yield series;
    }
    stopping?.throwIfAborted();
    for (const warning of this.notes.warnings) this.reasons.add(warning);
    if (this.units.length === 0) return;
    for (const signal of SIGNALS_ASKED)
      if (this.seen[signal] === 0) this.reasons.add(`it has no ${signal} usage of any container`);
  }

  private *streams(): Generator<AsyncGenerator<PastSeries>> {
    for (const unit of this.units) for (const signal of SIGNALS_ASKED) yield this.streamOf(unit, signal);
  }

  private async *streamOf(unit: Unit, signal: SignalAsked): AsyncGenerator<PastSeries> {
    const { settings, api, queries, patience } = this.parts;
    const { grid, notes, loading } = this;
    const { stopping } = this.options;
    const containers = new Containers(unit, settings);
    const lane = laneOf({
      unit,
      grid,
      stepMs: grid.stepMs,
      size: this.sizes[signal],
      patience,
      stopping,
      ask: (piece) =>
        api.range(
          queries.usage(signal, piece.scope, grid.stepMs),
          { ...piece, stepMs: grid.stepMs },
          { notes, stopping },
        ),
      done: (piece, error) => {
        if (error) this.reasons.add(reasonOf(signal, piece, error));
        loading.pieceDone(unit, piece);
      },
    });
    for await (const part of lane) {
      const container = containers.of(part.metric);
      if (!container) continue;
      this.seen[signal]++;
      yield pastSeriesOf(container, signal, part);
    }
    loading.streamEnded(unit);
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

function pastSeriesOf(
  container: PastContainer,
  signal: SignalAsked,
  { timesMs, values }: SeriesPart,
): PastSeries {
  return signal === 'cpu'
    ? { container, timesMs, cpuMillicores: values.map((cores) => cores * MILLICORES_PER_CORE) }
    : { container, timesMs, memoryBytes: values };
}

function reasonOf(signal: SignalAsked, { scope, firstMs, lastMs }: Piece, error: PrometheusError): string {
  const [namespace, ...others] = scope.namespaces;
  const where = others.length > 0 ? `${namespace} and ${others.length} more namespaces` : namespace;
  const [from, to] = [firstMs, lastMs].map((ms) => new Date(ms).toISOString());
  return `${signal} of ${where} from ${from} to ${to}: ${error.message}`;
}
