import type { ApprovalRow } from '@/server/contract/approvals';
import { IconArrowDown, IconArrowUp } from '../icons';
import { changeLines } from './approval-words';
import classes from './change-lines.module.css';

/** Every request that waits: what it is, and what it would be. */
export function ChangeLines({ row }: { row: Pick<ApprovalRow, 'changes'> }) {
  return (
    <ul className={classes.lines}>
      {changeLines(row).map(({ key, what, from, to, direction }) => (
        <li key={key} data-direction={direction}>
          {direction === 'up' ? (
            <IconArrowUp size={14} stroke={2} aria-label="grows" />
          ) : (
            <IconArrowDown size={14} stroke={2} aria-label="shrinks" />
          )}
          <span className={classes.what}>{what}</span>{' '}
          <span className={classes.amounts}>
            {from} → <strong>{to}</strong>
          </span>
        </li>
      ))}
    </ul>
  );
}
