import type { WorkloadDetail } from '@/server/contract/recommendations';
import shared from '../layout/shared.module.css';
import { TimeAgo } from '../live/time-ago';
import { withLocalTimes } from '../times/times';
import classes from './condition-list.module.css';

interface WrittenLineProps {
  written: WorkloadDetail['written'];
  nowMs: number;
}

/** How current the status of the VPA object is, compared with the amounts shown here. */
export function WrittenLine({ written: { atMs, isBehind }, nowMs }: WrittenLineProps) {
  return (
    <p className={shared.soft}>
      {atMs === undefined ? (
        'The status of the VPA object was written before this process started.'
      ) : (
        <>
          The status of the VPA object was written <TimeAgo atMs={atMs} nowMs={nowMs} />.
        </>
      )}{' '}
      {isBehind
        ? 'Its bounds differ from those shown here by less than a tenth, which changes no decision.'
        : 'It has the amounts shown here.'}
    </p>
  );
}

interface ConditionListProps {
  conditions: WorkloadDetail['conditions'];
  nowMs: number;
  /** Those that are good while they are true; the others report a fault. */
  good?: readonly string[];
  /** Whose conditions they are. */
  of?: string;
}

/** All other conditions report a fault while they are true. */
function toneOf(
  { type, status }: WorkloadDetail['conditions'][number],
  good: readonly string[],
): 'good' | 'warning' | 'quiet' {
  if (good.includes(type)) return status === 'True' ? 'good' : 'warning';
  return status === 'True' ? 'warning' : 'quiet';
}

const GOOD = ['RecommendationProvided'];

export function ConditionList({ conditions, nowMs, good = GOOD, of = 'VPA' }: ConditionListProps) {
  if (conditions.length === 0) return <p className={shared.soft}>The {of} has no conditions yet.</p>;
  return (
    <ul className={classes.list}>
      {conditions.map((condition) => (
        <li key={condition.type}>
          <p className={classes.line}>
            <strong className={classes.type} data-tone={toneOf(condition, good)}>
              {condition.type}
            </strong>{' '}
            {condition.status}
            {condition.reason && <span className={shared.soft}> {condition.reason}</span>}
            {condition.lastTransitionMs !== undefined && (
              <span className={classes.when}>
                <TimeAgo atMs={condition.lastTransitionMs} nowMs={nowMs} />
              </span>
            )}
          </p>
          {condition.message && <p className={shared.soft}>{withLocalTimes(condition.message)}</p>}
        </li>
      ))}
    </ul>
  );
}
