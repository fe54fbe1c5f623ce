import type { Kind } from '@/sandbox/api/kinds/kind';
import { kindKey } from '@/sandbox/api/kinds/kind';
import { CLUSTER_COLUMNS } from '@/sandbox/api/table/cluster-columns';
import { WORKLOAD_TABLES } from '@/sandbox/api/table/workload-columns';

/** The columns of built-in kinds; a kind not listed shows its age. */
export function withColumns(kind: Kind): Kind {
  const shown = WORKLOAD_TABLES[kindKey(kind)] ?? CLUSTER_COLUMNS[kindKey(kind)];
  if (!shown) return kind;
  return {
    ...kind,
    columns: shown.map(({ cell: _cell, ...column }) => column),
    cells: (object, nowMs) => shown.map(({ cell }) => cell(object, nowMs)),
  };
}
