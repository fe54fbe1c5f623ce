import type { Reason } from '@/server/words/reasons';
import { formatAmount, formatAmounts, formatDifference, isUnbounded } from '../format/amount';
import { countOf, formatShare } from '../format/ratio';
import { absoluteTime, formatDuration, withTimesInWords } from '../format/time';

type ReasonOf<Code extends Reason['code']> = Extract<Reason, { code: Code }>;

function resourceName(resource: 'cpu' | 'memory'): string {
  return resource === 'cpu' ? 'CPU' : 'memory';
}

function outsideBounds(reason: ReasonOf<'outside-bounds'>): string {
  const { container, resource, request, lowerBound, upperBound } = reason;
  const compared = (words: string, amount: number) => {
    const [requested, other] = formatAmounts(resource, [request, amount]);
    return `${container} requests ${requested} ${resourceName(resource)}, ${words} ${other}`;
  };
  if (lowerBound !== undefined && request < lowerBound)
    return compared('below the lower bound of', lowerBound);
  if (upperBound !== undefined && request > upperBound)
    return compared('above the upper bound of', upperBound);
  return compared('the target is', reason.target);
}

function difference({ difference: found, threshold }: { difference: number; threshold: number }): string {
  return `difference ${formatShare(found)}, threshold ${formatShare(threshold)}`;
}

function room({
  resource,
  asked,
  room: free,
}: {
  resource: 'cpu' | 'memory';
  asked: number;
  room: number;
}): string {
  const short = isUnbounded(asked) ? '' : ` (${formatDifference(resource, asked - free)})`;
  const [wanted, fits] = formatAmounts(resource, [asked, free]);
  return `asks ${wanted} ${resourceName(resource)} where ${fits} fits${short}`;
}

const ASKED_STATES = { deferred: 'deferred', 'in-progress': 'in progress', asked: 'asked for' } as const;

/** The numbers behind a reason, as a clause; empty when the reason says all. `nowMs` is the cluster's time. */
export function evidenceWords(reason: Reason, nowMs: number): string {
  const since = (ms: number) => formatDuration(nowMs - ms);
  switch (reason.code) {
    case 'request-missing':
      return `${reason.container} has no ${resourceName(reason.resource)} request; the target is ${formatAmount(reason.resource, reason.target)}`;
    case 'outside-bounds':
      return outsideBounds(reason);
    case 'oom-killed':
      return `${reason.container} was killed ${formatDuration(reason.finishedMs - reason.startedMs)} after its start, ${since(reason.finishedMs)} ago`;
    case 'old-and-different':
      return `${difference(reason)}; runs for ${since(reason.startedMs)}`;
    case 'startup-boost-over':
      return `${reason.container} is ready for ${since(reason.readySinceMs)}, the boost lasts ${formatDuration(reason.boostedForMs)}`;
    case 'resize-infeasible':
    case 'resize-failed':
    case 'resize-refused':
      return reason.message;
    case 'resize-deferred-too-long':
    case 'resize-in-progress-too-long':
      return `for ${since(reason.sinceMs)}, at most ${formatDuration(reason.longestMs)}`;
    case 'within-bounds':
      return difference(reason);
    case 'unreadable':
      return `${reason.object}: ${reason.message}`;
    case 'mode-gate-closed':
      return `mode ${reason.mode}`;
    case 'not-observed':
      return `observed: ${reason.observed || 'none'}`;
    case 'pod-finished':
      return `phase ${reason.phase}`;
    case 'oom-without-change':
      return reason.container;
    case 'too-young':
      return `${difference(reason)}; runs for ${since(reason.startedMs)} of ${formatDuration(reason.minimumAgeMs)}`;
    case 'stopped':
      return `${reason.scope === 'all' ? 'everything' : reason.scope}, by ${reason.who} ${since(reason.atMs)} ago`;
    case 'cluster-unfollowed':
      return `not followed: ${reason.kinds}`;
    case 'lease-missing':
      return `Lease ${reason.lease}`;
    case 'lease-stale':
      return `Lease ${reason.lease}, renewed ${since(reason.renewedMs)} ago, at most ${formatDuration(reason.longestMs)}`;
    case 'pods-unpatched':
      return `${withTimesInWords(reason.message)}; the first ${since(reason.sinceMs)} ago`;
    case 'low-confidence':
      return `${formatDuration(reason.sampledMs)} of samples, ${formatDuration(reason.neededMs)} needed`;
    case 'two-vpas':
      return `VPA ${reason.other}, ${resourceName(reason.resource)}`;
    case 'hpa-same-resource':
      return `HorizontalPodAutoscaler ${reason.autoscaler}, ${resourceName(reason.resource)}`;
    case 'eviction-requirement':
      return `${reason.resources}: ${reason.requirement}`;
    case 'exceeds-largest-node':
      return room(reason);
    case 'exceeds-quota':
      return `ResourceQuota ${reason.quota}: ${room(reason)}`;
    case 'exceeds-limit-range':
      return `LimitRange ${reason.limitRange}: ${room(reason)}`;
    case 'loop-broken':
      return `${reason.misses} of ${countOf(reason.limit, 'miss', 'misses')}, since ${absoluteTime(reason.sinceMs)}`;
    case 'awaiting-verification':
      return `${countOf(reason.outstanding, 'replacement')} outstanding, ${reason.misses} of ${countOf(reason.limit, 'miss', 'misses')} so far`;
    case 'too-few-replicas':
      return `${reason.controller} has ${countOf(reason.live, 'live pod')}, the minimum is ${reason.minimum}`;
    case 'replicas-unknown':
      return reason.controller;
    case 'tolerance-used-up':
      return `${reason.controller}: ${reason.running} of ${reason.configured} run, ${countOf(reason.chosen, 'pod')} chosen, ${reason.tolerance} may be away`;
    case 'disruption-budget':
      return `${reason.budget}: ${reason.healthy} healthy of ${reason.desired} desired, ${reason.allowed} may go`;
    case 'rate-limited':
      return `${reason.perSecond} a second`;
    case 'vpa-rate-limited':
      return `${reason.perMinute} a minute`;
    case 'warming-up':
      return `${reason.perMinute} a minute for another ${formatDuration(reason.endsMs - nowMs)}`;
    case 'resize-under-way':
      return [
        ASKED_STATES[reason.state] + (reason.sinceMs === undefined ? '' : ` for ${since(reason.sinceMs)}`),
        reason.message,
      ]
        .filter(Boolean)
        .join(': ');
    case 'startup-boosted':
      return reason.endsMs === undefined
        ? reason.container
        : `${reason.container}, for another ${formatDuration(reason.endsMs - nowMs)}`;
    case 'action-failed':
      return `${countOf(reason.attempts, 'attempt')}, the last ${since(reason.atMs)} ago: ${reason.message}`;
    case 'mode-off':
    case 'mode-initial':
    case 'no-recommendation':
    case 'pod-terminating':
    case 'pod-unscheduled':
    case 'no-controller':
    case 'in-place-only':
      return '';
  }
}
