import { toKubeTime } from '../clock';
import { MAX_AMOUNT } from '../model/units';
import { amountText, amountTexts } from './amount-text';
import { REASONS, type Reason } from './reasons';

function durationText(ms: number): string {
  for (const [unit, size] of [
    ['d', 86_400_000] as const,
    ['h', 3_600_000] as const,
    ['min', 60_000] as const,
  ])
    if (ms >= size) return `${Number((ms / size).toFixed(1))} ${unit}`;
  return `${Math.round(ms / 1000)} s`;
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

/** The numbers behind a reason, in words; empty where its sentence says it all. */
export function evidenceText(reason: Reason): string {
  switch (reason.code) {
    case 'request-missing':
      return `container ${reason.container} requests no ${reason.resource}; the target is ${amountText(reason.resource, reason.target)}`;
    case 'outside-bounds': {
      const { container, resource, request, lowerBound, upperBound, target } = reason;
      const bounded = (amount: number | undefined) => (amount === MAX_AMOUNT ? undefined : amount);
      const [stated, low = 'any', high = 'any', wanted] = amountTexts(resource, [
        request,
        bounded(lowerBound),
        bounded(upperBound),
        target,
      ]);
      return `container ${container} requests ${stated} of ${resource}, outside ${low} to ${high}; the target is ${wanted}`;
    }
    case 'oom-killed':
      return `container ${reason.container} was killed ${durationText(reason.finishedMs - reason.startedMs)} after its start; up to ${durationText(reason.withinMs)} counts`;
    case 'old-and-different':
    case 'too-young':
      return `the requests differ by ${percent(reason.difference)} (${percent(reason.threshold)} counts) and the pod started ${toKubeTime(reason.startedMs)} (${durationText(reason.minimumAgeMs)} counts)`;
    case 'startup-boost-over':
      return `container ${reason.container} has been ready since ${toKubeTime(reason.readySinceMs)}; the boost lasts ${durationText(reason.boostedForMs)}`;
    case 'resize-infeasible':
    case 'resize-failed':
    case 'resize-refused':
      return reason.message;
    case 'resize-deferred-too-long':
    case 'resize-in-progress-too-long':
      return `since ${toKubeTime(reason.sinceMs)}; ${durationText(reason.longestMs)} is the longest`;
    case 'resize-under-way':
      return [reason.state, reason.message].filter(Boolean).join(': ');
    case 'within-bounds':
      return `the requests differ by ${percent(reason.difference)}; ${percent(reason.threshold)} counts`;
    case 'mode-gate-closed':
      return `mode ${reason.mode}`;
    case 'not-observed':
      return `admission saw ${reason.observed || 'none'}`;
    case 'pod-finished':
      return `phase ${reason.phase}`;
    case 'unreadable':
      return `${reason.object}: ${reason.message}`;
    case 'oom-without-change':
      return `container ${reason.container}`;
    case 'stopped':
      return `${reason.scope}, by ${reason.who} at ${toKubeTime(reason.atMs)}`;
    case 'cluster-unfollowed':
      return reason.kinds;
    case 'lease-missing':
      return `there is no lease ${reason.lease}`;
    case 'lease-stale':
      return `lease ${reason.lease} was last renewed ${toKubeTime(reason.renewedMs)}; ${durationText(reason.longestMs)} counts`;
    case 'pods-unpatched':
      return `${reason.message}; the first at ${toKubeTime(reason.sinceMs)}`;
    case 'low-confidence':
      return `${durationText(reason.sampledMs)} of usage; ${durationText(reason.neededMs)} is needed`;
    case 'two-vpas':
      return `VPA ${reason.other} on ${reason.resource}`;
    case 'hpa-same-resource':
      return `HPA ${reason.autoscaler} on ${reason.resource}`;
    case 'eviction-requirement':
      return `${reason.requirement} for ${reason.resources}`;
    case 'exceeds-largest-node': {
      const [asked, room] = amountTexts(reason.resource, [reason.asked, reason.room]);
      return `the pod would ask for ${asked} of ${reason.resource}; the most any node offers is ${room}`;
    }
    case 'exceeds-quota': {
      const [asked, left] = amountTexts(reason.resource, [reason.asked, Math.max(0, reason.room)]);
      return `${asked} of ${reason.resource} is needed; quota ${reason.quota} has ${left} left`;
    }
    case 'exceeds-limit-range': {
      const [asked, room] = amountTexts(reason.resource, [reason.asked, reason.room]);
      return `${asked} of ${reason.resource} is asked for; a ${reason.limitRange.toLowerCase()} may have ${room}`;
    }
    case 'loop-broken':
      return `${reason.misses} of ${reason.limit} misses, the last at ${toKubeTime(reason.sinceMs)}`;
    case 'awaiting-verification':
      return `${reason.outstanding} replacements are not verified yet; ${reason.limit - reason.misses} may be out at once`;
    case 'too-few-replicas':
      return `${reason.controller} has ${reason.live} live pods; the minimum is ${reason.minimum}`;
    case 'replicas-unknown':
      return reason.controller;
    case 'tolerance-used-up':
      return `${reason.controller} wants ${reason.configured} pods, ${reason.running} run, ${reason.chosen} are chosen already and ${reason.tolerance} may be away`;
    case 'disruption-budget':
      return `budget ${reason.budget} allows ${reason.allowed} (${reason.healthy} healthy, ${reason.desired} desired)`;
    case 'rate-limited':
      return `${reason.perSecond} a second`;
    case 'vpa-rate-limited':
      return `${reason.perMinute} a minute`;
    case 'warming-up':
      return `${reason.perMinute} a minute until ${toKubeTime(reason.endsMs)}`;
    case 'startup-boosted':
      return `container ${reason.container}${reason.endsMs === undefined ? '' : ` until ${toKubeTime(reason.endsMs)}`}`;
    case 'action-failed':
      return `${reason.message} (${reason.attempts === 1 ? 'once' : `${reason.attempts} times`})`;
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

/** A reason as one sentence with its numbers. */
export function explain(reason: Reason): string {
  const evidence = evidenceText(reason);
  const sentence = REASONS[reason.code].replace(/\.$/, '');
  return evidence ? `${sentence}: ${evidence}.` : `${sentence}.`;
}
