import { ofKey } from '../../lib/memo/of-key';
import type { PastContainer } from '../source';
import type { SeriesPart } from './matrix';
import type { SeriesLabels } from './pod-labels';

const PROCESSOR = 'cpu';
/** More series than this for a container are too many to send: the store had better add them up. */
const MANY = 2;

interface Asking {
  /** The container of a series; undefined for one that was not asked for. */
  containerOf(metric: SeriesLabels): PastContainer | undefined;
  /** For the points of this answer, and how far apart they are unless some are missing, in ms. */
  readonly buffers: PointBuffers;
  readonly stepMs: number;
  /** Told of an answer in which containers have many series each. */
  tooMany(): void;
}

/** Part of what one container used. Its points are there until the next part is asked for. */
export interface ContainerPart extends Pick<SeriesPart, 'timesMs' | 'values'> {
  readonly container: PastContainer;
}

const BLOCK_POINTS = 16_384;

/** Memory for the points of answers, used again and again: lists that live as long as an answer comes make a heap grow by half. */
export class PointBuffers {
  private readonly free: Float64Array[] = [];

  take(): Float64Array {
    return this.free.pop() ?? new Float64Array(BLOCK_POINTS);
  }

  giveBack(blocks: readonly Float64Array[]): void {
    this.free.push(...blocks);
  }
}

/** The points of all series of an answer, one after the other. Of most, the time is a step after the one before. */
class Points {
  count = 0;
  private readonly blocks: Float64Array[] = [];
  /** The points that are not a step after the one before, and their times. */
  private readonly starts: { readonly points: number[]; readonly timesMs: number[] } = {
    points: [],
    timesMs: [],
  };
  private nextMs = Number.NaN;

  constructor(
    private readonly buffers: PointBuffers,
    private readonly stepMs: number,
  ) {}

  add(timesMs: Float64Array, values: Float64Array): void {
    const { starts, stepMs } = this;
    for (let index = 0; index < timesMs.length; index++) {
      const atMs = timesMs[index] ?? Number.NaN;
      if (atMs !== this.nextMs) {
        starts.points.push(this.count + index);
        starts.timesMs.push(atMs);
      }
      this.nextMs = atMs + stepMs;
    }
    for (let done = 0; done < values.length; ) {
      const at = this.count % BLOCK_POINTS;
      if (at === 0) this.blocks.push(this.buffers.take());
      const block = this.blocks[this.blocks.length - 1];
      const end = Math.min(values.length, done + BLOCK_POINTS - at);
      block?.set(values.subarray(done, end), at);
      this.count += end - done;
      done = end;
    }
  }

  /** In parts, as they lie in the blocks. */
  *between(container: PastContainer, from: number, to: number): Generator<ContainerPart> {
    for (let point = from; point < to; ) {
      const block = this.blocks[Math.floor(point / BLOCK_POINTS)];
      if (!block) return;
      const at = point % BLOCK_POINTS;
      const end = Math.min(BLOCK_POINTS, at + to - point);
      yield { container, timesMs: this.timesOf(point, end - at), values: block.subarray(at, end) };
      point += end - at;
    }
  }

  private timesOf(point: number, count: number): Float64Array {
    const { starts, stepMs } = this;
    const timesMs = new Float64Array(count);
    let start = lastUpTo(starts.points, point);
    for (let index = 0; index < count; index++) {
      if ((starts.points[start + 1] ?? Number.POSITIVE_INFINITY) <= point + index) start++;
      const steps = point + index - (starts.points[start] ?? 0);
      timesMs[index] = (starts.timesMs[start] ?? Number.NaN) + steps * stepMs;
    }
    return timesMs;
  }

  end(): void {
    this.buffers.giveBack(this.blocks);
  }
}

/** The index of the last that is no more than this, of ascending numbers. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The series of an answer so far, by their numbers: next to nothing of each is kept but its points. */
class Gathered {
  readonly containers: PastContainer[] = [];
  /** What tells its life from others: a hash of all its labels but the processor. */
  private readonly lives: number[] = [];
  /** Where its points begin. */
  private readonly starts: number[] = [];
  /** Numbers of further series of one container. */
  private readonly others = new Map<number, number[]>();
  private readonly firsts = new Map<PastContainer, number>();

  constructor(private readonly points: Points) {}

  begin(container: PastContainer, metric: SeriesLabels): void {
    const series = this.containers.push(container) - 1;
    this.lives.push(lifeOf(metric));
    this.starts.push(this.points.count);
    const first = this.firsts.get(container);
    if (first === undefined) this.firsts.set(container, series);
    else if (this.others.get(first)?.push(series) === undefined) this.others.set(first, [series]);
  }

  get hasMany(): boolean {
    return this.containers.length > MANY * this.firsts.size;
  }

  *all(): Generator<ContainerPart> {
    for (const [container, first] of this.firsts) {
      const others = this.others.get(first);
      if (others) yield this.highestOf(container, [first, ...others]);
      else yield* this.partsOf(first);
    }
  }

  private partsOf(series: number): Iterable<ContainerPart> {
    const { containers, starts, points } = this;
    const container = containers[series];
    return container
      ? points.between(container, starts[series] ?? 0, starts[series + 1] ?? points.count)
      : [];
  }

  /** Processors of one life together; of several lives, or replicas of a scraper, the highest. */
  private highestOf(container: PastContainer, all: readonly number[]): ContainerPart {
    const sums = new Map<number, Map<number, number>>();
    for (const series of all) {
      const life = this.lives[series] ?? Number.NaN;
      const sum = ofKey(sums, life, () => new Map<number, number>());
      for (const { timesMs, values } of this.partsOf(series))
        for (const [index, atMs] of timesMs.entries())
          sum.set(atMs, (sum.get(atMs) ?? 0) + (values[index] ?? Number.NaN));
    }
    const highest = new Map<number, number>();
    for (const sum of sums.values())
      for (const [atMs, value] of sum) {
        const known = highest.get(atMs) ?? Number.NaN;
        if (Number.isNaN(known) || value > known) highest.set(atMs, value);
      }
    const points = [...highest].sort(([a], [b]) => a - b);
    return {
      container,
      timesMs: Float64Array.from(points, ([atMs]) => atMs),
      values: Float64Array.from(points, ([, value]) => value),
    };
  }
}

/**
 * The series of a query without its aggregations, as `max by (container) (sum without (cpu) (...))` would have them: most
 * containers have one, and for each of its steps a store makes the labels of two groups, which is half of its work
 * (`aggregation` in promql/engine.go, Prometheus 2.42). Each comes when the answer is complete.
 */
export async function* oneSeriesEach(
  answer: AsyncIterable<SeriesPart>,
  { containerOf, buffers, stepMs, tooMany }: Asking,
): AsyncGenerator<ContainerPart> {
  const points = new Points(buffers, stepMs);
  const gathered = new Gathered(points);
  let labels: SeriesLabels | undefined;
  let isWanted = false;
  try {
    for await (const { metric, timesMs, values } of answer) {
      if (labels !== metric) {
        labels = metric;
        const container = containerOf(metric);
        isWanted = container !== undefined;
        if (container) gathered.begin(container, metric);
      }
      if (isWanted) points.add(timesMs, values);
    }
    if (gathered.hasMany) tooMany();
    yield* gathered.all();
  } finally {
    points.end();
  }
}

/** Of 53 bits, from two hashes as FNV-1a with unlike factors: two lives of a container are told apart but for one in 10^15. */
function lifeOf(metric: SeriesLabels): number {
  let [one, other] = [0x811c9dc5, 0x811c9dc5];
  const mix = (text: string) => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other ^ code, 0x85ebca6b);
    }
  };
  for (const name in metric) if (name !== PROCESSOR) mix(`${name}=${metric[name]},`);
  return 2 ** 32 * (other >>> 11) + (one >>> 0);
}
