import type { ListSpec, Tallies } from './list';
import { wordsMatch } from './words-match';
import type { SortedWorkload } from './workloads/workload-list';

/** How well a name matches the search: 0 is best. */
function fitOf({ row }: SortedWorkload, wanted: string): number {
  const { namespace, name } = row;
  if (name === wanted || `${namespace}/${name}` === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (`${namespace}/${name}`.includes(wanted)) return 3;
  return 4;
}

/** The workloads that match `wanted` best, at most `most`: every word must occur in their names. */
export function searchList(wanted: string, most: number) {
  const words = wanted.trim().toLowerCase();
  const matches = wordsMatch(words);
  return {
    pageSize: most,
    parts: (row: SortedWorkload) => (matches(row.text) ? [row] : []),
    namespaceOf: ({ namespace }: SortedWorkload) => namespace,
    filters: {
      namespace: (value) => (part) => (part.row.namespace === value ? part : undefined),
    },
    tallies: {},
    sorts: { fit: (row) => fitOf(row, words) },
  } satisfies ListSpec<SortedWorkload, SortedWorkload, Tallies<SortedWorkload, SortedWorkload>>;
}
