import { LabelPostings } from '../../objects/label-index';
import type { Labels, Selector } from '../../objects/selector';
import type { PastContainer, PastOptions, PastSeries, PastSource, TimeSpan } from '../../usage/source';

/** Values on a grid of time, from the first that is known. */
class Column {
  /** The step of the first. */
  first = 0;
  length = 0;
  values = new Float64Array(0);

  constructor(private readonly most: number) {}

  /** A step that is older than the first one, or more than `most` after it, does not count. */
  set(step: number, value: number): void {
    if (this.length === 0) this.first = step;
    const at = step - this.first;
    if (at === this.length && at < this.values.length && at < this.most) {
      this.values[this.length++] = value;
      return;
    }
    if (!(at >= 0 && at < this.most)) return;
    if (at >= this.values.length) this.resize(Math.max(at + 1, Math.ceil(this.values.length * 1.5), 16));
    this.values.fill(Number.NaN, this.length, Math.max(this.length, at));
    this.values[at] = value;
    this.length = Math.max(this.length, at + 1);
  }

  /** Makes room at once for all up to a step. */
  makeSpace(from: number, to: number): void {
    const first = this.length === 0 ? from : this.first;
    const needed = Math.min(to - first + 1, this.most);
    if (to > from && needed > this.values.length) this.resize(needed);
  }

  /** Drops what is older than a step. */
  forgetBefore(step: number): void {
    const count = Math.min(this.length, Math.max(0, step - this.first));
    if (count === 0) return;
    this.values = this.values.slice(count, this.length);
    this.length -= count;
    this.first += count;
  }

  private resize(size: number): void {
    const larger = new Float64Array(size);
    larger.set(this.values.subarray(0, this.length));
    this.values = larger;
  }
}

/** When steps were, Unix ms. Most series have the same ones, which are made once. */
class StepTimes {
  private known = { first: Number.NaN, timesMs: new Float64Array(0) };

  of({ first, length }: Pick<Column, 'first' | 'length'>, stepMs: number): Float64Array {
    if (this.known.first !== first || this.known.timesMs.length !== length)
      this.known = { first, timesMs: Float64Array.from({ length }, (_, index) => (first + index) * stepMs) };
    return this.known.timesMs;
  }
}

/** The least and the most of some time. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What one container of one pod used. */
export interface KnownSeries {
  readonly container: PastContainer;
  readonly labels: Labels;
  readonly cpu: Column;
  readonly memory: Column;
}

/** Times are whole steps since 1970. */
export class KnownPast {
  private readonly byKey = new Map<string, KnownSeries>();
  private readonly byNamespace = new Map<string, LabelPostings<KnownSeries>>();
  private readonly times = new StepTimes();
  /** Until when it is complete, Unix ms; NaN while nothing is. */
  untilMs = Number.NaN;
  /** Samples that were taken, and when the latest of them was, Unix ms. */
  samplesTaken = 0;
  latestMs = Number.NEGATIVE_INFINITY;

  /** @param mostSteps of one series: what a source says of the far future has no place */
  constructor(
    readonly stepMs: number,
    private readonly mostSteps: number,
  ) {}

  get size(): number {
    return this.byKey.size;
  }

  all(): Iterable<KnownSeries> {
    return this.byKey.values();
  }

  matching(namespace: string, selector: Selector): KnownSeries[] {
    return this.byNamespace.get(namespace)?.matching(selector) ?? [];
  }

  /** These series, as a replay asks for them. */
  source(all: Iterable<KnownSeries>): PastSource {
    const { stepMs, times } = this;
    return {
      name: 'known',
      async *containers(_span, { isWanted }: PastOptions = {}) {
        for (const { container } of all) if (isWanted?.(container) ?? true) yield container;
      },
      async *samples(span, { isWanted }: PastOptions = {}) {
        for (const { container, cpu, memory } of all) {
          if (!(isWanted?.(container) ?? true)) continue;
          yield* partOf(container, cpu, { span, stepMs, times, field: 'cpuMillicores' });
          yield* partOf(container, memory, { span, stepMs, times, field: 'memoryBytes' });
        }
      },
    };
  }

  /** Drops what ended before a time, Unix ms. */
  forgetBefore(fromMs: number): void {
    const fromStep = Math.ceil(fromMs / this.stepMs);
    for (const [key, series] of this.byKey) {
      series.cpu.forgetBefore(fromStep);
      series.memory.forgetBefore(fromStep);
      if (series.cpu.length > 0 || series.memory.length > 0) continue;
      this.byKey.delete(key);
      this.byNamespace.get(series.container.namespace)?.remove(series);
    }
  }

  of(container: PastContainer): KnownSeries {
    const { namespace, pod, container: name } = container;
    const key = keyOf(namespace, pod, name);
    let series = this.byKey.get(key);
    if (!series) {
      const { mostSteps } = this;
      series = {
        container,
        labels: container.labels,
        cpu: new Column(mostSteps),
        memory: new Column(mostSteps),
      };
      this.byKey.set(key, series);
      const own = this.byNamespace.get(namespace) ?? new LabelPostings<KnownSeries>();
      own.add(series);
      this.byNamespace.set(namespace, own);
    }
    return series;
  }

  /** What is known of a container in a span, millicores or bytes; undefined if nothing is. */
  rangeOf(
    { namespace, pod, container }: Pick<PastContainer, 'namespace' | 'pod' | 'container'>,
    what: 'cpu' | 'memory',
    { fromMs, toMs }: TimeSpan,
  ): Range | undefined {
    const column = this.byKey.get(keyOf(namespace, pod, container))?.[what];
    if (!column) return undefined;
    // A step that began before the span is of it, too.
    const from = Math.max(0, this.stepAt(fromMs) - column.first);
    const to = Math.min(column.length, this.stepAt(toMs) + 1 - column.first);
    const values = column.values.subarray(from, Math.max(from, to)).filter((value) => !Number.isNaN(value));
    return values.length === 0
      ? undefined
      : { least: values.reduce((a, b) => Math.min(a, b)), most: values.reduce((a, b) => Math.max(a, b)) };
  }

  /** @param goesOnUntilMs for how long more of it is likely to come, Unix ms: room is made once */
  take({ container, timesMs, cpuMillicores, memoryBytes }: PastSeries, goesOnUntilMs = 0): void {
    const { cpu, memory } = this.of(container);
    const from = this.stepAt(timesMs[0] ?? 0);
    const to = this.stepAt(Math.max(timesMs[timesMs.length - 1] ?? 0, goesOnUntilMs - 1));
    if (cpuMillicores) cpu.makeSpace(from, to);
    if (memoryBytes) memory.makeSpace(from, to);
    for (let index = 0; index < timesMs.length; index++) {
      const step = this.stepAt(timesMs[index] ?? 0);
      if (cpuMillicores) cpu.set(step, cpuMillicores[index] ?? Number.NaN);
      if (memoryBytes) memory.set(step, memoryBytes[index] ?? Number.NaN);
    }
    this.samplesTaken += timesMs.length;
    this.latestMs = Math.max(this.latestMs, timesMs[timesMs.length - 1] ?? this.latestMs);
  }

  private stepAt(ms: number): number {
    return Math.floor(ms / this.stepMs);
  }
}

const keyOf = (namespace: string, pod: string, container: string) => `${namespace}/${pod}/${container}`;

interface Part {
  readonly span: TimeSpan;
  readonly stepMs: number;
  readonly times: StepTimes;
  readonly field: 'cpuMillicores' | 'memoryBytes';
}

/** What is known of a column within a span; a column that is known as a whole is not copied. */
function* partOf(
  container: PastContainer,
  column: Column,
  { span: { fromMs, toMs }, stepMs, times, field }: Part,
): Generator<PastSeries> {
  const { first, length } = column;
  const known = column.values.subarray(0, length);
  const isWithin = first * stepMs >= fromMs && (first + length - 1) * stepMs < toMs;
  if (isWithin && length > 0 && !known.includes(Number.NaN)) {
    yield { container, timesMs: times.of(column, stepMs), [field]: known };
    return;
  }
  const timesMs = new Float64Array(length);
  const values = new Float64Array(length);
  let count = 0;
  for (let index = 0; index < length; index++) {
    const atMs = (first + index) * stepMs;
    const value = known[index] ?? Number.NaN;
    if (atMs < fromMs || atMs >= toMs || Number.isNaN(value)) continue;
    timesMs[count] = atMs;
    values[count++] = value;
  }
  if (count > 0) yield { container, timesMs: timesMs.subarray(0, count), [field]: values.subarray(0, count) };
}
