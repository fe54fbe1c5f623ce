import { nameOf } from './container-names';
import type { SeriesPart } from './matrix';
import type { SeriesLabels } from './pod-labels';
import type { PrometheusNames } from './queries';

const PROCESSOR = 'cpu';
/** More series than this for a container are too many to send: the store had better add them up. */
const MANY = 2;

interface Gathering {
  readonly names: PrometheusNames;
  /** Told of an answer in which containers have many series each. */
  tooMany(): void;
}

/** The parts of one series. */
interface Gathered {
  readonly metric: SeriesLabels;
  readonly parts: SeriesPart[];
}

/**
 * The series of a query without its aggregations, as `max by (container) (sum without (cpu) (...))` would have them: most
 * containers have one, and for each of its steps a store makes the labels of two groups, which is half of its work
 * (`aggregation` in promql/engine.go, Prometheus 2.42). Each comes when the answer is complete.
 */
export async function* oneSeriesEach(
  answer: AsyncIterable<SeriesPart>,
  { names, tooMany }: Gathering,
): AsyncGenerator<SeriesPart> {
  const containers = new Map<string, Gathered[]>();
  let last: Gathered | undefined;
  let series = 0;
  for await (const part of answer) {
    if (last?.metric === part.metric) {
      last.parts.push(part);
      continue;
    }
    last = { metric: part.metric, parts: [part] };
    series++;
    const { key } = nameOf(part.metric, names);
    const known = containers.get(key);
    if (known) known.push(last);
    else containers.set(key, [last]);
  }
  if (series > MANY * containers.size) tooMany();
  for (const [key, all] of containers) {
    // What was told is held no longer.
    containers.delete(key);
    const [first, ...others] = all;
    if (!first) continue;
    if (others.length === 0) yield* first.parts;
    else yield highestOf(first.metric, all);
  }
}

/** Processors of one life together; of several lives, or replicas of a scraper, the highest. */
function highestOf(metric: SeriesLabels, all: readonly Gathered[]): SeriesPart {
  const sums = new Map<string, Map<number, number>>();
  for (const { metric: labels, parts } of all) {
    const life = lifeOf(labels);
    const sum = sums.get(life) ?? new Map<number, number>();
    sums.set(life, sum);
    for (const { timesMs, values } of parts)
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
    metric,
    timesMs: points.map(([atMs]) => atMs),
    values: points.map(([, value]) => value),
  };
}

/** All labels but the processor, as one text. */
function lifeOf(metric: SeriesLabels): string {
  return JSON.stringify(
    Object.entries(metric)
      .filter(([name]) => name !== PROCESSOR)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
