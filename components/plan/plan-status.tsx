import type { PlanView } from '@/server/contract/plan';
import { relativeTime } from '@/server/words/times';
import { IconHeartOff } from '../icons';
import { Callout } from '../layout/callout';
import classes from './plan-status.module.css';
import { updaterPassWords } from './updater-pass-words';

/** When the plan is carried out, and whether anything holds all of it back. */
export function PlanStatus({ plan }: { plan: PlanView }) {
  const { lease } = plan;
  return (
    <>
      <span className={classes.state}>{updaterPassWords(plan.updater, plan.atMs)}</span>
      {(lease.kind === 'stale' || lease.kind === 'missing') && (
        <div className={classes.callout}>
          <Callout
            icon={IconHeartOff}
            tone="warning"
            title="No pod is evicted: the admission lease is not renewed"
            detail={
              lease.renewedMs === undefined
                ? 'Its Lease has never been seen.'
                : `Its Lease was renewed ${relativeTime(lease.renewedMs, plan.atMs)}.`
            }
            remedy="Check that the admission role runs and that the API server reaches its webhook. Evictions then resume by themselves."
          />
        </div>
      )}
    </>
  );
}
