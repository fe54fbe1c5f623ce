import type { ContainerChange } from '@/server/contract/plan';
import classes from './change-list.module.css';
import { plannedChangeLines } from './change-words';

/** Requests before and after, per container and resource. */
export function ChangeList({ changes }: { changes: readonly ContainerChange[] }) {
  return (
    <ul className={classes.changes}>
      {plannedChangeLines(changes).map((line) => (
        <li key={`${line.container} ${line.resource}`}>
          <span className={classes.soft}>
            {line.container} {line.resource}
          </span>{' '}
          {line.from} → <strong>{line.to}</strong>
        </li>
      ))}
    </ul>
  );
}
