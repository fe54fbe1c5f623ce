import cards from './card-table.module.css';
import type { Column } from './list-table';

/** A column of numbers, the highest first. @param isRare whether a tablet does without it */
export function numberColumn<Row, Sort extends string>(
  key: Sort,
  label: string,
  read: (row: Row) => number | undefined,
  isRare = false,
): Column<Row, never, Sort> {
  return {
    key,
    label,
    sort: key,
    descendingFirst: true,
    className: isRare ? `${cards.number} ${cards.rare}` : cards.number,
    cell: (row) => read(row)?.toLocaleString('en-US') ?? 'none',
  };
}
