import type { WorkloadDetail } from '@/server/recommender/views';
import { withTimesInWords } from '@/server/words/times';
import { TimeAgo } from '../live/time-ago';
import classes from './condition-list.module.css';

interface ConditionListProps {
  conditions: WorkloadDetail['conditions'];
  nowMs: number;
}

/** All but one of the conditions tell of a fault while they are true. */
function toneOf({ type, status }: WorkloadDetail['conditions'][number]): 'good' | 'warning' | 'quiet' {
  if (type === 'RecommendationProvided') return status === 'True' ? 'good' : 'warning';
  return status === 'True' ? 'warning' : 'quiet';
}

export function ConditionList({ conditions, nowMs }: ConditionListProps) {
  if (conditions.length === 0) return <p className={classes.nothing}>The VPA has no conditions yet.</p>;
  return (
    <ul className={classes.list}>
      {conditions.map((condition) => (
        <li key={condition.type}>
          <p className={classes.line}>
            <strong className={classes.type} data-tone={toneOf(condition)}>
              {condition.type}
            </strong>{' '}
            {condition.status}
            {condition.reason && <span className={classes.soft}> {condition.reason}</span>}
            {condition.lastTransitionMs !== undefined && (
              <span className={classes.when}>
                <TimeAgo atMs={condition.lastTransitionMs} nowMs={nowMs} />
              </span>
            )}
          </p>
          {condition.message && <p className={classes.soft}>{withTimesInWords(condition.message)}</p>}
        </li>
      ))}
    </ul>
  );
}
