import type { WorkloadDetail } from '@/server/recommender/views';
import { TimeAgo } from '../live/time-ago';
import classes from './condition-list.module.css';

interface ConditionListProps {
  conditions: WorkloadDetail['conditions'];
  nowMs: number;
}

export function ConditionList({ conditions, nowMs }: ConditionListProps) {
  if (conditions.length === 0) return <p className={classes.nothing}>The VPA has no conditions yet.</p>;
  return (
    <ul className={classes.list}>
      {conditions.map((condition) => (
        <li key={condition.type}>
          <p className={classes.line}>
            <strong>{condition.type}</strong> {condition.status}
            {condition.reason && <span className={classes.soft}> {condition.reason}</span>}
            {condition.lastTransitionMs !== undefined && (
              <span className={classes.when}>
                <TimeAgo atMs={condition.lastTransitionMs} nowMs={nowMs} />
              </span>
            )}
          </p>
          {condition.message && <p className={classes.soft}>{condition.message}</p>}
        </li>
      ))}
    </ul>
  );
}
