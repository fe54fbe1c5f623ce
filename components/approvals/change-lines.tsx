import type { ApprovalRow } from '@/server/contract/approvals';
import { FromTo } from '../changes/from-to';
import { changeLines } from './approval-words';
import classes from './change-lines.module.css';

/** Every request that waits, and the limit that goes with it: what it is, and what it would be. */
export function ChangeLines({ row }: { row: Pick<ApprovalRow, 'changes'> }) {
  return (
    <ul className={classes.lines}>
      {changeLines(row).map(({ key, ...change }) => (
        <li key={key}>
          <FromTo {...change} />
        </li>
      ))}
    </ul>
  );
}
