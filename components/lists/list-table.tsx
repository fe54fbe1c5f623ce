'use client';

import { UnstyledButton } from '@mantine/core';
import { memo, type ReactNode, useMemo } from 'react';
import { IconArrowDown, IconArrowUp } from '../icons';
import cards from './card-table.module.css';
import { type DrawnRow, DrawnRows, FIRST_DRAWN, PlaceOfRows, useIsCut } from './drawn-rows';
import lines from './row-table.module.css';
import classes from './sort-heading.module.css';
import { useSteadyRows } from './use-steady-rows';

/** A cell that spans several columns. */
export interface Spanning {
  span: number;
  className?: string;
  content: ReactNode;
}

interface AnyColumn<Sort extends string> {
  key: string;
  label: string;
  className?: string;
  /** The sort key of the column; without it the heading is plain text. */
  sort?: Sort;
  /** The direction of the first press. */
  descendingFirst?: boolean;
  hint?: string;
  /** Shown below the label. */
  below?: ReactNode;
}

/** A column as plain data: one cell per row, or one per part of it. */
export type Column<Row, Part, Sort extends string> = AnyColumn<Sort> &
  (
    | { cell: (row: Row) => ReactNode; isRowHeading?: boolean }
    | { part: (part: Part | undefined, row: Row) => ReactNode | Spanning }
  );

interface ListTableProps<Row, Part, Sort extends string> {
  caption: string;
  columns: readonly Column<Row, Part, Sort>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What the part columns show, line by line; a row without parts has one line. */
  partsOf?: (row: Row) => readonly Part[];
  sort: { key: Sort; descending: boolean };
  onSort: (key: Sort, descending: boolean) => void;
  /** How the table looks: rows that become cards on a phone, or lines. */
  look?: keyof typeof LOOKS;
  /** Whether rows keep their places, though their order changes, such as while some are chosen. */
  isSteady?: boolean;
  /** Added to the classes of the look. */
  classes: { table?: string; head?: string; group?: string };
}

const LOOKS = { cards, lines } as const;
/** From more rows on, only those near the window are drawn. */
const MOST_DRAWN = 50;
const HEAD_LINES = 1;

/** A table with columns as data. Each row is a group of lines, one for each of its parts. */
export function ListTable<Row, Part, Sort extends string>({
  caption,
  columns,
  rows: ordered,
  keyOf,
  partsOf,
  sort,
  onSort,
  look = 'cards',
  isSteady = false,
  classes,
}: ListTableProps<Row, Part, Sort>) {
  const { frame, table, caption: hidden, head, group } = LOOKS[look];
  const { rows, hover } = useSteadyRows(ordered, keyOf, { sort: `${sort.key} ${sort.descending}`, isSteady });
  const isLong = rows.length > MOST_DRAWN;
  const first = useIsCut(rows.length) ? rows.slice(0, FIRST_DRAWN) : rows;
  const before = useMemo(() => (isLong ? linesBefore(rows, partsOf) : undefined), [isLong, rows, partsOf]);
  const linesOf = (row: Row | undefined, drawn?: DrawnRow) =>
    row !== undefined && (
      <Lines
        key={keyOf(row)}
        row={row}
        columns={columns}
        partsOf={partsOf}
        className={both(group, classes.group)}
        firstLine={drawn && before?.[drawn.index]}
        {...drawn}
      />
    );
  return (
    <div className={frame} ref={markWide} {...hover}>
      <table
        className={both(table, classes.table)}
        aria-rowcount={before && (before.at(-1) ?? 0) + HEAD_LINES}
      >
        <caption className={hidden}>{caption}</caption>
        <thead className={both(head, classes.head)}>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {isLong ? (
          <DrawnRows count={rows.length} keyOf={(index) => keyAt(rows, index, keyOf)}>
            {(drawn) => linesOf(rows[drawn.index], drawn)}
          </DrawnRows>
        ) : (
          <>
            {first.map((row) => linesOf(row))}
            <PlaceOfRows count={rows.length - first.length} />
          </>
        )}
      </table>
    </div>
  );
}

/** Marks a frame that is narrower than its table: it scrolls sideways, and its head cannot stay in sight. */
function markWide(frame: HTMLDivElement | null) {
  const table = frame?.querySelector('table');
  if (!frame || !table) return;
  const observer = new ResizeObserver(() => {
    frame.toggleAttribute('data-wide', table.scrollWidth > frame.clientWidth + 1);
  });
  observer.observe(frame);
  observer.observe(table);
  return () => observer.disconnect();
}

function keyAt<Row>(rows: readonly Row[], index: number, keyOf: (row: Row) => string): string {
  const row = rows[index];
  return row === undefined ? '' : keyOf(row);
}

/** How many lines come before each row, and after the last one how many there are. */
function linesBefore<Row, Part>(
  rows: readonly Row[],
  partsOf: ((row: Row) => readonly Part[]) | undefined,
): number[] {
  const before = [0];
  for (const row of rows) before.push((before.at(-1) ?? 0) + Math.max(1, partsOf?.(row).length ?? 1));
  return before;
}

function both(own: string | undefined, added: string | undefined): string | undefined {
  return own && added ? `${own} ${added}` : (own ?? added);
}

interface HeadingProps<Sort extends string> {
  column: AnyColumn<Sort>;
  sort: { key: Sort; descending: boolean };
  onSort: (key: Sort, descending: boolean) => void;
}

interface SortHeadingProps {
  /** Whether the table is sorted by this column now. */
  active: boolean;
  descending: boolean;
  onSort: (descending: boolean) => void;
  /** The direction of the first press. */
  descendingFirst?: boolean;
  hint?: string;
  className?: string;
  label: string;
  children?: ReactNode;
}

/** A column heading that sorts by it, and reverses when pressed again. */
function SortHeading({
  active,
  descending,
  onSort,
  descendingFirst = false,
  hint,
  className,
  label,
  children,
}: SortHeadingProps) {
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={`mantine-focus-auto ${UnstyledButton.classes.root} ${classes.sort}`}
        title={hint}
        onClick={() => onSort(active ? !descending : descendingFirst)}
      >
        {label}
        <span className={classes.arrow} data-active={active || undefined} aria-hidden="true">
          <Arrow size={13} stroke={2} />
        </span>
      </button>
      {children}
    </th>
  );
}

function Heading<Sort extends string>({ column, sort, onSort }: HeadingProps<Sort>) {
  const { sort: key, label, hint, className, descendingFirst, below } = column;
  if (key === undefined)
    return (
      <th scope="col" className={className}>
        {label}
        {below}
      </th>
    );
  return (
    <SortHeading
      label={label}
      hint={hint}
      className={className}
      active={sort.key === key}
      descending={sort.descending}
      descendingFirst={descendingFirst}
      onSort={(descending) => onSort(key, descending)}
    >
      {below}
    </SortHeading>
  );
}

interface LinesProps<Row, Part, Sort extends string> {
  row: Row;
  columns: readonly Column<Row, Part, Sort>[];
  partsOf?: (row: Row) => readonly Part[];
  className?: string;
  /** How many lines come before it in a table of which only some are drawn. */
  firstLine?: number | undefined;
  index?: number;
  measure?: DrawnRow['measure'];
  onFocused?: DrawnRow['onFocused'];
}

const Lines = memo(function Lines<Row, Part, Sort extends string>({
  row,
  columns,
  partsOf,
  className,
  firstLine,
  index,
  measure,
  onFocused,
}: LinesProps<Row, Part, Sort>) {
  const parts = partsOf?.(row) ?? [];
  const lines: (Part | undefined)[] = parts.length > 0 ? [...parts] : [undefined];
  return (
    <tbody
      className={className}
      ref={measure}
      data-index={index}
      onFocus={onFocused && index !== undefined ? () => onFocused(index) : undefined}
    >
      {lines.map((part, line) => (
        <tr
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row have no other name.
          key={line}
          aria-rowindex={firstLine === undefined ? undefined : firstLine + line + HEAD_LINES + 1}
        >
          {cellsOf({ row, part, isFirst: line === 0, height: lines.length }, columns)}
        </tr>
      ))}
    </tbody>
  );
}) as <Row, Part, Sort extends string>(props: LinesProps<Row, Part, Sort>) => ReactNode;

interface Line<Row, Part> {
  row: Row;
  part: Part | undefined;
  isFirst: boolean;
  height: number;
}

function cellsOf<Row, Part, Sort extends string>(
  { row, part, isFirst, height }: Line<Row, Part>,
  columns: readonly Column<Row, Part, Sort>[],
): ReactNode[] {
  const cells: ReactNode[] = [];
  let covered = 0;
  for (const column of columns) {
    if (covered > 0) {
      covered--;
      continue;
    }
    const { key, className } = column;
    if ('part' in column) {
      const found = column.part(part, row);
      const spanning = isSpanning(found) ? found : { span: 1, className, content: found };
      covered = spanning.span - 1;
      cells.push(
        <td
          key={key}
          colSpan={spanning.span === 1 ? undefined : spanning.span}
          className={spanning.className}
          data-label={spanning.span === 1 ? column.label : undefined}
        >
          {spanning.content}
        </td>,
      );
    } else if (isFirst && column.isRowHeading)
      cells.push(
        <th key={key} scope={height > 1 ? 'rowgroup' : 'row'} rowSpan={height} className={className}>
          {column.cell(row)}
        </th>,
      );
    else if (isFirst)
      cells.push(
        <td key={key} rowSpan={height} className={className} data-label={column.label}>
          {column.cell(row)}
        </td>,
      );
  }
  return cells;
}

function isSpanning(cell: unknown): cell is Spanning {
  return typeof cell === 'object' && cell !== null && 'span' in cell && 'content' in cell;
}
