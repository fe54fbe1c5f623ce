import type { ReactNode } from 'react';
import { ScrollRegion } from '../layout/scroll-region';
import classes from './fact-table.module.css';

interface FactTableProps {
  /** The name of the region in which the table scrolls sideways. */
  label: string;
  /** The first is that of the names of the rows; a `number` stands at the right. */
  headings: readonly [string, ...(string | { number: string })[]];
  /** The rows; their first cell has the class `name` of the table. */
  children: ReactNode;
}

/** A plain table of facts, such as inside a card: no sort, no pages. */
export function FactTable({ label, headings: [name, ...others], children }: FactTableProps) {
  return (
    <ScrollRegion label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {name}
            </th>
            {others.map((heading) =>
              typeof heading === 'string' ? (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ) : (
                <th key={heading.number} scope="col" className={classes.number}>
                  {heading.number}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
