import { ACROSS_WORDS } from '../../../contract/across';
import { KNOWN_OF_WORKLOADS, sortedWorkload, WORKLOAD_LIST_SPEC } from '../../workloads/workload-list';
import { listKind } from './list-kinds';

/** The workloads of every cluster. */
export const WORKLOADS_ACROSS = listKind({
  list: 'workloads',
  words: ACROSS_WORDS.workloads,
  known: KNOWN_OF_WORKLOADS,
  pageSize: 50,
  spec: WORKLOAD_LIST_SPEC,
  rowOf: ({ row, risk, spareCpu, spareMemory }) => sortedWorkload(row, { risk, spareCpu, spareMemory }),
  shown: ({ row }) => row,
});
