import type { AcrossRow } from '@/server/contract/across';
import { type Column, ListTable } from '../lists/list-table';
import { acrossColumns } from './across-columns';

interface AcrossTableProps<Row, Part, Sort extends string> {
  caption: string;
  rows: readonly AcrossRow<Row>[];
  /** Those of the list of one cluster, at its time. */
  columnsAt: (nowMs: number) => readonly Column<Row, Part, string>[];
  /** Tells the rows of one cluster apart. */
  keyOf: (row: Row) => string;
  partsOf?: (row: Row) => readonly Part[];
  nowOf: (cluster: string) => number;
  /** Where the same is shown in all clusters. */
  compareHref?: (row: Row) => string;
  state: {
    sort: { key: Sort; descending: boolean };
    setSort: (key: Sort, descending: boolean) => void;
  };
  look?: 'cards' | 'lines';
  classes: { table?: string; head?: string; group?: string };
}

/** The table of one cluster for the rows of several. */
export function AcrossTable<Row, Part, Sort extends string>({
  columnsAt,
  keyOf,
  partsOf,
  nowOf,
  compareHref,
  state,
  ...table
}: AcrossTableProps<Row, Part, Sort>) {
  return (
    <ListTable
      {...table}
      columns={acrossColumns(columnsAt, nowOf, compareHref)}
      keyOf={({ cluster, row }) => `${cluster} ${keyOf(row)}`}
      {...(partsOf && { partsOf: ({ row }: AcrossRow<Row>) => partsOf(row) })}
      sort={state.sort}
      onSort={(key, descending) => state.setSort(key as Sort, descending)}
    />
  );
}
