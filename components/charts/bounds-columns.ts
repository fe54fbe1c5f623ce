import type { Resource } from '@/server/model/units';
import { formatAmount, isUnbounded } from '@/server/words/amounts';
import { absoluteTime } from '@/server/words/times';
import type { BoundsRow } from './bounds-series';

/** A column of a chart's data: what it is called, and its words for a row; none where nothing is known. */
export interface DataColumn<Row> {
  label: string;
  words(row: Row): string | undefined;
}

/** The chart over time in words: its tooltip shows one row of it, its table all. */
export function boundsColumns(resource: Resource): readonly DataColumn<BoundsRow>[] {
  const amount = (value: number | undefined) =>
    value === undefined ? undefined : isUnbounded(value) ? 'none yet' : formatAmount(resource, value);
  return [
    { label: 'Time', words: ({ atMs }) => absoluteTime(atMs) },
    { label: 'Upper bound', words: ({ upperBound }) => amount(upperBound) },
    { label: 'Target', words: ({ target }) => amount(target) },
    { label: 'Lower bound', words: ({ band }) => amount(band?.[0]) },
    { label: 'Request', words: ({ request }) => amount(request) },
    { label: 'Usage', words: ({ usage }) => amount(usage) },
  ];
}
