import { VisibleNamespaces } from '../../../access';
import type { SearchAcross } from '../../../contract/across';
import type { ToldByMembers } from '../../../contract/digest';
import { inSlices, type Sliced } from '../../../lib/time/slices';
import { ordering } from '../../list';
import { numberParam, readListQuery } from '../../list-query';
import { searchList } from '../../search';
import { type SortedWorkload, sortedWorkload } from '../../workloads/workload-list';

const USUAL_FOUND = 8;
const MOST_FOUND = 50;
const WORDS = { filters: ['q'], sorts: ['fit'], usual: { key: 'fit', descending: false } };

interface Sought extends SortedWorkload {
  readonly cluster: string;
}

/**
 * The workloads of all clusters that match `q` best, also by the name of their cluster; `limit` narrows it.
 * @throws AppError `bad-request` naming the invalid parameters
 */
export async function searchAcross(told: ToldByMembers, params: URLSearchParams): Promise<SearchAcross> {
  const limit = numberParam(params, 'limit', { usual: USUAL_FOUND, most: MOST_FOUND });
  const query = readListQuery({ params, reach: VisibleNamespaces.all }, WORDS, { others: ['limit'] });
  const { q = '' } = query.filters;
  const rows = await inSlices(workloadsIn(told));
  const ordered = await inSlices(ordering(rows, searchList(q, limit), { ...query, filters: {} }));
  return {
    q,
    found: ordered.rows.slice(0, limit).map((one) => {
      const { cluster, row } = one as Sought;
      const { namespace, name, target } = row;
      return { cluster, namespace, name, target: { kind: target.kind, name: target.name } };
    }),
    matching: ordered.rows.length,
  };
}

function* workloadsIn({ rows, listOf }: ToldByMembers): Sliced<Sought[]> {
  const sought: Sought[] = [];
  for (const { name: cluster } of rows) {
    const list = yield* listOf(cluster, 'workloads');
    for (const { row, ...apart } of list?.rows ?? []) {
      const sorted = sortedWorkload(row, { spareCpu: undefined, spareMemory: undefined, ...apart });
      sought.push({ ...sorted, text: `${sorted.text} ${cluster}`, cluster });
    }
    yield;
  }
  return sought;
}
