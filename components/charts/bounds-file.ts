import type { Resource } from '@/server/contract/resources';
import { isUnbounded } from '@/server/words/amounts';
import { csvLine } from '@/server/words/csv';
import type { BoundsRow } from './bounds-series';

/** Of amounts in files. */
export const UNITS: Readonly<Record<Resource, string>> = { cpu: 'millicores', memory: 'bytes' };

const AMOUNTS: readonly (readonly [name: string, of: (row: BoundsRow) => number | undefined])[] = [
  ['upper bound', ({ upperBound }) => upperBound],
  ['target', ({ target }) => target],
  ['target without its cap', ({ uncapped }) => uncapped],
  ['lower bound', ({ band }) => band?.[0]],
  ['request', ({ request }) => request],
  ['limit', ({ limit }) => limit],
  ['usage, mean', ({ usage }) => usage],
  ['usage, 95th percentile', ({ usageP95 }) => usageP95],
  ['usage, maximum', ({ usageMax }) => usageMax],
];

/** Of memory. */
const LIMIT_TARGET = ['limit target', ({ limitTarget }: BoundsRow) => limitTarget] as const;

/** What a chart over time draws, as CSV: amounts in millicores or bytes, times in UTC. */
export function boundsFile(resource: Resource, rows: readonly BoundsRow[]): string {
  const amounts = resource === 'memory' ? [...AMOUNTS, LIMIT_TARGET] : AMOUNTS;
  const head = csvLine(['time', ...amounts.map(([name]) => `${name} (${UNITS[resource]})`), 'recommender']);
  const lines = rows.map((row) =>
    csvLine([
      new Date(row.atMs).toISOString(),
      ...amounts
        .map(([, of]) => of(row))
        .map((amount) => (amount !== undefined && isUnbounded(amount) ? undefined : amount)),
      row.recommender,
    ]),
  );
  return head + lines.join('');
}
