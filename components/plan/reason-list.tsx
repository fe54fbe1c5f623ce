import { evidenceOf, REASONS, type Reason } from '@/server/words/reasons';
import classes from './reason-list.module.css';

interface ReasonListProps {
  reasons: readonly Reason[];
  nowMs: number;
}

/** Each reason as its sentence, with its numbers below. */
export function ReasonList({ reasons, nowMs }: ReasonListProps) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => {
        const evidence = evidenceOf(reason, nowMs);
        return (
          <li key={`${reason.code} ${evidence}`}>
            {REASONS[reason.code].sentence}
            {evidence && <span className={classes.evidence}>{evidence}</span>}
          </li>
        );
      })}
    </ul>
  );
}
