import type { WorkloadDetail } from '@/server/contract/recommendations';
import { type Standing, standingOf } from '@/server/contract/verdict';
import classes from './verdict-line.module.css';

/** Of a workload that has a recommendation and needs nobody. */
const VERDICTS: Partial<Record<Standing, string>> = {
  'oom-killed': 'It was OOM-killed in the last 24 hours.',
  capped: 'Its target is capped below its need.',
  short: 'It requests less than it needs.',
  unstated: 'A container of it requests nothing.',
  over: 'It requests more than it needs.',
  early: 'Too early to say: its history is short, so its bounds are wide.',
  within: 'It requests what it needs.',
};

/** How a workload stands, where the inbox has nothing to say of it. */
export function VerdictLine({ workload }: { workload: WorkloadDetail & { inbox: readonly unknown[] } }) {
  const verdict = VERDICTS[standingOf(workload)];
  if (workload.inbox.length > 0 || workload.state.kind !== 'recommended' || verdict === undefined)
    return null;
  return <p className={classes.verdict}>{verdict}</p>;
}
