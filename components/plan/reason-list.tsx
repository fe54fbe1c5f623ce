import { REASONS, type Reason } from '@/server/words/reasons';
import { groupReasons } from './group-reasons';
import classes from './reason-list.module.css';

interface ReasonListProps {
  reasons: readonly Reason[];
  nowMs: number;
}

/** Each reason as its sentence, with its numbers below. */
export function ReasonList({ reasons, nowMs }: ReasonListProps) {
  return (
    <ul className={classes.reasons}>
      {groupReasons(reasons, nowMs).map(({ code, evidence }) => (
        <li key={code}>
          {REASONS[code].sentence}
          {evidence.map((clause) => (
            <span key={clause} className={classes.evidence}>
              {clause}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
