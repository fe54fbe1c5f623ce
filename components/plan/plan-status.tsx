import { IconHeartOff } from '@tabler/icons-react';
import type { PlanView, UpdaterState } from '@/server/updater/views';
import { relativeTime } from '../format/time';
import { Callout } from '../layout/callout';
import classes from './plan-status.module.css';

function nextWords(nextPassMs: number | undefined, nowMs: number): string {
  if (nextPassMs === undefined) return 'The updater runs';
  return nextPassMs > nowMs ? `Next pass ${relativeTime(nextPassMs, nowMs)}` : 'Next pass due now';
}

function stateWords(state: UpdaterState, nowMs: number): string {
  switch (state.kind) {
    case 'waiting-for-caches':
      return 'Reading the cluster before the first pass';
    case 'following':
      return `${state.leader} carries plans out; this process stands by`;
    case 'running':
      return [
        nextWords(state.nextPassMs, nowMs),
        state.lastPassMs === undefined ? 'none yet' : `last ${relativeTime(state.lastPassMs, nowMs)}`,
      ].join(', ');
  }
}

/** When the plan is carried out, and whether anything keeps all of it back. */
export function PlanStatus({ plan }: { plan: PlanView }) {
  const { lease } = plan;
  return (
    <>
      <span className={classes.state}>{stateWords(plan.updater, plan.atMs)}</span>
      {(lease.kind === 'stale' || lease.kind === 'missing') && (
        <div className={classes.callout}>
          <Callout
            icon={IconHeartOff}
            tone="warning"
            title="No pod is evicted: admission does not report that it is alive"
            detail={
              lease.renewedMs === undefined
                ? 'Its Lease has never been seen.'
                : `Its Lease was renewed ${relativeTime(lease.renewedMs, plan.atMs)}.`
            }
            remedy="Check that the admission role runs and that the API server reaches its webhook. Eviction goes on by itself."
          />
        </div>
      )}
    </>
  );
}
