import type { HpaDetail } from '@/server/contract/hpas';
import { TimeAgo } from '../live/time-ago';
import classes from '../workload/condition-list.module.css';
import { hpaConditionLines } from './condition-lines';

/** What the status of the HPA says, and where this evaluation says otherwise. */
export function HpaConditions({ hpa, nowMs }: { hpa: HpaDetail; nowMs: number }) {
  const lines = hpaConditionLines(hpa);
  if (lines.length === 0) return <p className={classes.nothing}>The HPA has no conditions yet.</p>;
  return (
    <ul className={classes.list}>
      {lines.map(({ type, status, reason, message, tone, sinceMs, otherwise }) => (
        <li key={type}>
          <p className={classes.line}>
            <strong className={classes.type} data-tone={tone}>
              {type}
            </strong>{' '}
            {status} <span className={classes.soft}>{reason}</span>
            {sinceMs !== undefined && (
              <span className={classes.when}>
                <TimeAgo atMs={sinceMs} nowMs={nowMs} />
              </span>
            )}
          </p>
          {message && <p className={classes.soft}>{message}</p>}
          {otherwise && <p className={classes.soft}>This evaluation: {otherwise}</p>}
        </li>
      ))}
    </ul>
  );
}
