import type { PastContainer, PastOptions, PastSeries } from '../source';
import type { PrometheusApi, TimeGrid } from './api';
import { CloserLook } from './closer-look';
import { nameOf } from './container-names';
import { CpuLives } from './cpu-lives';
import type { PrometheusError } from './errors';
import type { KnownStore } from './known-store';
import { laneOf } from './lane';
import type { AnswerNotes, SeriesPart } from './matrix';
import { mergedSeries } from './merged';
import { type ContainerPart, oneSeriesEach, PointBuffers } from './one-series-each';
import type { QueryBackOff } from './patience';
import { PieceSize } from './piece-size';
import type { KnownPods } from './pod-labels';
import type { PrometheusNames } from './queries';
import type { PrometheusSettings } from './settings';
import { peakWindow, rateWindow } from './store-traits';
import type { Piece, Unit } from './units';

const SIGNALS_ASKED = ['cpu', 'memory'] as const;
type SignalAsked = (typeof SIGNALS_ASKED)[number];

interface LoadParts {
  settings: Pick<PrometheusSettings, 'prometheusConcurrency'>;
  known: Pick<KnownPods, 'coresOf'>;
  api: PrometheusApi;
  store: KnownStore;
  patience: QueryBackOff;
}

/** The progress of a load: samples requested, of all there may be, and the complete namespaces. */
class Loading {
  private done = 0;
  private readonly total: number;
  /** Per namespace: streams that may still bring data of it. */
  private readonly open = new Map<string, number>();

  constructor(
    units: readonly Unit[],
    /** How many streams each unit has, and how many steps each of them. */
    private readonly of: { streams: number; steps: number; stepMs: number },
    private readonly options: PastOptions,
  ) {
    const containers = units.reduce((sum, unit) => sum + unit.containers.length, 0);
    this.total = containers * of.streams * of.steps;
    for (const { scope } of units)
      for (const namespace of scope.namespaces)
        this.open.set(namespace, (this.open.get(namespace) ?? 0) + of.streams);
    for (const namespace of options.namespaces ?? [])
      if (!this.open.has(namespace)) options.ended?.(namespace);
    this.tell();
  }

  /** @param stepMs between the points that were asked for */
  pieceDone(unit: Unit, { scope, firstMs, lastMs }: Piece, stepMs: number): void {
    const steps = (lastMs - firstMs + stepMs) / this.of.stepMs;
    const isIn = ({ namespace, pod }: PastContainer) =>
      scope.namespaces.includes(namespace) && (scope.pods?.includes(pod) ?? true);
    const containers = scope === unit.scope ? unit.containers.length : unit.containers.filter(isIn).length;
    this.done += steps * containers;
    this.tell();
  }

  streamEnded({ scope }: Unit): void {
    for (const namespace of scope.namespaces) {
      const left = (this.open.get(namespace) ?? 0) - 1;
      this.open.set(namespace, left);
      if (left === 0) this.options.ended?.(namespace);
    }
  }

  private tell(): void {
    this.options.progress?.({ done: Math.min(this.done, this.total), total: this.total });
  }
}

/** The samples of some units on a grid of time: what is asked for, how far it is, and what could not be had. */
export class Load {
  /** Why something is missing, in words. */
  readonly reasons = new Set<string>();
  readonly notes: AnswerNotes = { warnings: new Set() };
  private readonly sizes = { cpu: new PieceSize(), memory: new PieceSize() };
  /** Series that came. */
  private readonly seen = { cpu: 0, memory: 0 };
  private readonly loading: Loading;
  private unread = 0;
  private readonly buffers = new PointBuffers();
  /** Whether each series is asked for by itself: a store of MetricsQL aggregates at little cost. */
  private isApart: boolean;

  constructor(
    private readonly parts: LoadParts,
    private readonly units: readonly Unit[],
    private readonly grid: TimeGrid,
    private readonly options: PastOptions,
  ) {
    const { firstMs, lastMs, stepMs } = grid;
    const { traits, queries } = parts.store;
    this.isApart = traits.hasOneSeriesEach === true && !traits.isMetricsQl && queries.canBeApart;
    const steps = (lastMs - firstMs) / stepMs + 1;
    this.loading = new Loading(units, { streams: SIGNALS_ASKED.length, steps, stepMs }, options);
  }

  /**
   * Whether it knows these containers, and nothing before the last of the steps: windows leave out no time between them, so
   * all its samples are later.
   */
  get isYoung(): boolean {
    return this.units.length > 0 && this.reasons.size === 0 && !this.hasSeenAny;
  }

  get hasSeenAny(): boolean {
    return this.seen.cpu > 0 || this.seen.memory > 0;
  }

  async *samples(): AsyncGenerator<PastSeries> {
    const { stopping } = this.options;
    for await (const series of mergedSeries(this.streams(), this.parts.settings.prometheusConcurrency)) {
      stopping?.throwIfAborted();
      yield series;
    }
    stopping?.throwIfAborted();
    if (this.notes.warnings.size > 0) this.options.lacks?.([]);
    if (this.units.length === 0) return;
    if (this.unread > 0)
      this.reasons.add(
        `CPU of ${this.unread} containers that ran for some minutes is a mean over longer: their scrapes could not be read`,
      );
    if (this.isYoung) return;
    for (const signal of SIGNALS_ASKED)
      if (this.seen[signal] === 0) this.reasons.add(`it has no ${signal} usage of any container`);
  }

  private *streams(): Generator<AsyncGenerator<PastSeries>> {
    for (const unit of this.units) for (const signal of SIGNALS_ASKED) yield this.streamOf(unit, signal);
  }

  private async *streamOf(unit: Unit, signal: SignalAsked): AsyncGenerator<PastSeries> {
    const { api, store, patience, known } = this.parts;
    const { traits, queries } = store;
    const { notes, loading } = this;
    const { stopping, memorySteps = 1 } = this.options;
    const grid = signal === 'cpu' ? this.grid : coarser(this.grid, memorySteps);
    const containers = new Containers(unit, traits.names);
    const containerOf = (metric: SeriesPart['metric']) => containers.of(metric);
    const windowMs = signal === 'cpu' ? rateWindow(traits, grid.stepMs) : peakWindow(traits, grid.stepMs);
    const lane = laneOf({
      unit,
      grid,
      stepMs: grid.stepMs,
      size: this.sizes[signal],
      patience,
      stopping,
      ask: (piece) => {
        const { isApart } = this;
        const answer = api.range(
          queries.usageOverTime(signal, piece.scope, windowMs, isApart),
          { ...piece, stepMs: grid.stepMs },
          { notes, stopping },
        );
        const tooMany = () => {
          this.isApart = false;
        };
        return isApart
          ? oneSeriesEach(answer, { containerOf, buffers: this.buffers, stepMs: grid.stepMs, tooMany })
          : ofContainers(answer, containerOf);
      },
      done: (piece, error) => {
        if (error) {
          this.reasons.add(reasonOf(signal, piece, error));
          this.options.lacks?.(piece.scope.namespaces);
        }
        loading.pieceDone(unit, piece, grid.stepMs);
      },
    });
    const coresOf = ({ namespace, pod }: PastContainer) => known.coresOf?.(namespace, pod);
    const look = new CloserLook({ api, store, patience, coresOf, stopping });
    const lives = new CpuLives({ unit, grid, traits, look, coresOf });
    for await (const { container, timesMs, values } of lane) {
      this.seen[signal]++;
      const series =
        signal === 'cpu'
          ? await lives.take(container, timesMs, values)
          : memoryOf(container, ...onEachStep(timesMs, values, this.grid, memorySteps));
      if (series) yield series;
    }
    if (signal === 'cpu') yield* lives.ends();
    this.unread += lives.unread;
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

/** What is of containers that were asked for. */
async function* ofContainers(
  answer: AsyncIterable<SeriesPart>,
  containerOf: (metric: SeriesPart['metric']) => PastContainer | undefined,
): AsyncGenerator<ContainerPart> {
  for await (const { metric, timesMs, values } of answer) {
    const container = containerOf(metric);
    if (container) yield { container, timesMs, values };
  }
}

/** The same time in steps that are so many times as long; the first of them may begin earlier. */
function coarser({ firstMs, lastMs, stepMs }: TimeGrid, times: number): TimeGrid {
  const longMs = stepMs * times;
  return { firstMs: lastMs - Math.floor((lastMs - firstMs) / longMs) * longMs, lastMs, stepMs: longMs };
}

/** What holds for so many steps up to each time, for each of them. */
function onEachStep(
  timesMs: Float64Array,
  values: Float64Array,
  { firstMs, stepMs }: TimeGrid,
  times: number,
): [timesMs: Float64Array, values: Float64Array] {
  const every = {
    timesMs: new Float64Array(timesMs.length * times),
    values: new Float64Array(timesMs.length * times),
  };
  let count = 0;
  for (let index = 0; index < timesMs.length; index++)
    for (let back = times - 1; back >= 0; back--) {
      const atMs = (timesMs[index] ?? Number.NaN) - back * stepMs;
      if (atMs < firstMs) continue;
      every.timesMs[count] = atMs;
      every.values[count++] = values[index] ?? Number.NaN;
    }
  return [every.timesMs.subarray(0, count), every.values.subarray(0, count)];
}

/** What runs has a working set: none is no sample. */
function memoryOf(
  container: PastContainer,
  timesMs: Float64Array,
  values: Float64Array,
): PastSeries | undefined {
  if (!values.includes(0)) return { container, timesMs, memoryBytes: values };
  const isThere = (_: number, index: number) => values[index] !== 0;
  const memoryBytes = values.filter(isThere);
  return memoryBytes.length === 0 ? undefined : { container, timesMs: timesMs.filter(isThere), memoryBytes };
}

function reasonOf(signal: SignalAsked, { scope, firstMs, lastMs }: Piece, error: PrometheusError): string {
  const [namespace, ...others] = scope.namespaces;
  const where = others.length > 0 ? `${namespace} and ${others.length} more namespaces` : namespace;
  const [from, to] = [firstMs, lastMs].map((ms) => new Date(ms).toISOString());
  return `${signal} of ${where} from ${from} to ${to}: ${error.message}`;
}
