import { listParams } from '../lists/list-params';
import { SORT_KEYS } from './columns';
import { FILTERS } from './filter';

/** The words of the workloads table in the address bar. */
export const WORKLOAD_LIST = listParams({
  filters: FILTERS,
  sorts: SORT_KEYS,
  usual: { key: 'namespace', descending: false },
});
