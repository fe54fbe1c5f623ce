import { Fold } from '../layout/fold';
import { ScrollRegion } from '../layout/scroll-region';
import type { DataColumn } from './bounds-columns';
import classes from './data-table.module.css';

interface DataTableProps<Row> {
  /** The chart's name. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
}

/** The rows that a chart draws, for those who prefer to read them. The first column names the row. */
export function DataTable<Row>(table: DataTableProps<Row>) {
  return (
    <div className={classes.place}>
      <Fold label="Show as table" about={table.label}>
        <Rows {...table} />
      </Fold>
    </div>
  );
}

/** A component of its own, so that no row is put into words before the table is opened. */
function Rows<Row>({ label, columns, rows }: DataTableProps<Row>) {
  const [name, ...values] = columns;
  return (
    <ScrollRegion label={`${label}, as a table`} className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={name?.words(row)}>
              <th scope="row">{name?.words(row)}</th>
              {values.map((column) => (
                <td key={column.label}>{column.words(row) ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
