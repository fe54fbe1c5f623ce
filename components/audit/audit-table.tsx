import type { AuditEntry } from '@/server/updater/views';
import { AuditRow } from './audit-row';
import classes from './audit-table.module.css';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  nowMs: number;
}

export function AuditTable({ entries, nowMs }: AuditTableProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
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
