import { itemsOf } from '../list-items';
import type { TimeSpan } from '../source';
import type { PrometheusClient } from './client';
import { PrometheusError } from './errors';
import { type AnswerNotes, type SeriesPart, seriesOf } from './matrix';
import type { SeriesLabels } from './pod-labels';

/** Bytes of the labels of a series, as written; those of pods have a few kilobytes. */
const LONGEST_LABELS = 256 * 1024;

/** A time grid, both ends included. */
export interface TimeGrid {
  firstMs: number;
  lastMs: number;
  stepMs: number;
}

interface AskedWith {
  /** Gets what the answer has besides its series. */
  notes?: AnswerNotes;
  stopping?: AbortSignal | undefined;
}

/**
 * The three queries of the HTTP API that are needed; answers are yielded as they are read. All throw
 * PrometheusError.
 */
export class PrometheusApi {
  constructor(private readonly client: PrometheusClient) {}

  range(
    query: string,
    { firstMs, lastMs, stepMs }: TimeGrid,
    { notes, stopping }: AskedWith = {},
  ): AsyncIterable<SeriesPart> {
    const params = {
      query,
      start: secondsOf(firstMs),
      end: secondsOf(lastMs),
      step: secondsOf(stepMs),
    };
    return readable(seriesOf(this.client.ask('query_range', params, stopping), notes));
  }

  instant(query: string, atMs: number, { notes, stopping }: AskedWith = {}): AsyncIterable<SeriesPart> {
    return readable(seriesOf(this.client.ask('query', { query, time: secondsOf(atMs) }, stopping), notes));
  }

  /**
   * The labels of all series of a selector with samples in a time span; reads no sample.
   * @param most how many are wanted; a store that knows no `limit`, as Prometheus 2.42, tells all
   */
  series(
    selector: string,
    { fromMs, toMs }: TimeSpan,
    { most, stopping }: { readonly most?: number; readonly stopping?: AbortSignal | undefined } = {},
  ): AsyncIterable<SeriesLabels> {
    const params = {
      'match[]': selector,
      start: secondsOf(fromMs),
      end: secondsOf(toMs),
      ...(most !== undefined && { limit: String(most) }),
    };
    return readable(
      itemsOf(this.client.ask('series', params, stopping), 'data', LONGEST_LABELS),
    ) as AsyncIterable<SeriesLabels>;
  }

  /** The values that a label has in the series of a selector with samples in a time span. */
  labelValues(
    label: string,
    selector: string,
    { fromMs, toMs }: TimeSpan,
    stopping?: AbortSignal,
  ): AsyncIterable<string> {
    const params = { 'match[]': selector, start: secondsOf(fromMs), end: secondsOf(toMs) };
    return readable(
      itemsOf(this.client.ask(`label/${label}/values`, params, stopping), 'data', LONGEST_LABELS),
    ) as AsyncIterable<string>;
  }
}

function secondsOf(ms: number): string {
  return String(ms / 1000);
}

/** An unreadable answer is one more way to fail. */
async function* readable<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new PrometheusError(`its answer cannot be read: ${cause.message}`, 'broken', undefined, { cause });
  }
}
