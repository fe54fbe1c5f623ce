import type { Resource } from '@/server/contract/resources';
import { formatAmount, isUnbounded } from '@/server/words/amounts';
import { localAbsoluteTime } from '../times/times';
import type { BoundsRow } from './bounds-series';

/** A column of a chart's data: its name, and its text for a row; undefined if unknown. */
export interface DataColumn<Row> {
  label: string;
  words(row: Row): string | undefined;
}

/** The time chart in words: its tooltip shows one row, its table all. */
export function boundsColumns(resource: Resource): readonly DataColumn<BoundsRow>[] {
  const amount = (value: number | undefined) =>
    value === undefined ? undefined : isUnbounded(value) ? 'none yet' : formatAmount(resource, value);
  return [
    { label: 'Time', words: ({ atMs }) => localAbsoluteTime(atMs) },
    { label: 'Upper bound', words: ({ upperBound }) => amount(upperBound) },
    { label: 'Target', words: ({ target }) => amount(target) },
    { label: 'Target without its cap', words: ({ uncapped }) => amount(uncapped) },
    { label: 'Lower bound', words: ({ band }) => amount(band?.[0]) },
    { label: 'Request', words: ({ request }) => amount(request) },
    { label: 'Limit', words: ({ limit }) => amount(limit) },
    ...(resource === 'memory'
      ? [{ label: 'Limit target', words: ({ limitTarget }: BoundsRow) => amount(limitTarget) }]
      : []),
    { label: 'Usage, mean', words: ({ usage }) => amount(usage) },
    { label: 'Usage, 95th percentile', words: ({ usageP95 }) => amount(usageP95) },
    { label: 'Usage, maximum', words: ({ usageMax }) => amount(usageMax) },
    { label: 'Recommender', words: ({ recommender }) => recommender },
  ];
}
