import type { Kind } from '../kinds/kind';
import { kindKey } from '../kinds/kind';
import { CLUSTER_COLUMNS } from './cluster-columns';
import { WORKLOAD_TABLES } from './workload-columns';

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
