import type { AuditEntry } from '@/server/updater/views';
import { SortHeading } from '../lists/sort-heading';
import { AuditRow } from './audit-row';
import classes from './audit-table.module.css';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  nowMs: number;
  /** Whether the newest stands first. */
  descending: boolean;
  onSort: (descending: boolean) => void;
}

export function AuditTable({ entries, nowMs, descending, onSort }: AuditTableProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <SortHeading label="When" active descending={descending} onSort={onSort} />
            <th scope="col">What</th>
            <th scope="col">VPA</th>
            <th scope="col">Pod or person</th>
            <th scope="col">Why and how it ended</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={`${entry.kind} ${entry.id}`} entry={entry} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
