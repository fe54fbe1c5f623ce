import type { ListSpec, Tallies } from './list';
import { wordsMatch } from './words-match';
import type { ListedWorkload } from './workload-list';

/** How well a name fits what is looked for: 0 is best. */
function fitOf({ row }: ListedWorkload, wanted: string): number {
  const { namespace, name } = row;
  if (name === wanted || `${namespace}/${name}` === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (`${namespace}/${name}`.includes(wanted)) return 3;
  return 4;
}

/** The workloads that fit `wanted` best, `most` of them: every word must occur in their names or those of their parts. */
export function searchList(wanted: string, most: number) {
  const words = wanted.trim().toLowerCase();
  const matches = wordsMatch(words);
  return {
    pageSize: most,
    parts: (row: ListedWorkload) => (matches(row.text) ? [row] : []),
    filters: {
      namespace: (value) => (part) => (part.row.namespace === value ? part : undefined),
    },
    tallies: {},
    sorts: { fit: (row) => fitOf(row, words) },
  } satisfies ListSpec<ListedWorkload, ListedWorkload, Tallies<ListedWorkload, ListedWorkload>>;
}
