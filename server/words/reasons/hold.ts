import type { RequestedResource, Resource } from '../../objects/units';
import { formatAmounts, resourceName } from '../amounts';
import { placeName } from '../container-name';
import { countOf } from '../counts';
import { type Deferral, type DeferralCause, deferralWords } from '../deferrals';
import { type StrainedBy, strainWords } from '../strain';
import { formatDuration, relativeTime, withTimesInWords, zonedClock, zonedTime } from '../times';
import { whoWords } from '../who';
import { type AsideCode, asideWords } from '../with-hpa';
import {
  type Age,
  ago,
  type Claimed,
  cut,
  type Distance,
  distance,
  type FreeCapacity,
  type HpaReplicas,
  metricWords,
  misses,
  type NoCapacity,
  noCapacity,
  type OnContainer,
  quotaClause,
  replicasWords,
  type ScaledMetric,
  type Stalled,
  shortOfCapacity,
  stalledWords,
} from './clauses';
import { row } from './row';

interface Replicas {
  controller: string;
  configured: number;
  /** Running pods; only ready ones if the pod in question is ready. */
  running: number;
  tolerance: number;
  /** Pods chosen in this pass or being resized. */
  chosen: number;
}

interface Budget {
  budget: string;
  /** Pods that are healthy, and that must be. */
  healthy: number;
  desired: number;
}

/** A request that a person is asked about; `from` is absent if none is stated. */
interface AskedChange extends OnContainer {
  resource: RequestedResource;
  from?: number;
  to: number;
}

const UNDECIDABLE = {
  'not-installed': 'ChangeApprovals are not installed, so nobody can approve it',
  forbidden: 'Plumbline may not read ChangeApprovals, so it sees no approval',
} as const;
type Undecidable = keyof typeof UNDECIDABLE;

function changesWords(changes: readonly AskedChange[]): string {
  return changes
    .map(({ container, resource, from, to }) => {
      const [is, becomes] = formatAmounts(resource, [from, to]);
      return `${resourceName(resource)} of ${container} ${is === undefined ? `none → ${becomes}` : `${is} → ${becomes}`}`;
    })
    .join(', ');
}

function downWords(down: number): string {
  return down <= 0 ? 'none is down' : `${down} ${down === 1 ? 'is' : 'are'} down`;
}

type Kept = OnContainer & { resource: Resource; request: number; target: number };

function staysWords({ resource, request, target }: Kept): string {
  const [now, wanted] = formatAmounts(resource, [request, target]);
  return `stays at ${now}, the target is ${wanted}`;
}

const RESIZE_STATES = {
  deferred: 'deferred',
  'in-progress': 'in progress',
  failed: 'failed, and tried again',
  asked: 'asked for',
} as const;

const WITHDRAWN = { deferred: 'its kubelet deferred it', blocked: 'more memory was in use' } as const;

export const HOLD_REASONS = {
  'too-young': row(
    'The requests are within bounds, and too recent to change.',
    (found: Distance & Age, nowMs) => {
      const least = formatDuration(found.minimumAgeMs);
      if (found.changedMs !== undefined)
        return `last changed ${ago(found.changedMs, nowMs)}, waits until that is ${least} ago; ${distance(found)}`;
      return `waits until it is ${least} old (now ${formatDuration(nowMs - found.startedMs)}); ${distance(found)}`;
    },
  ),
  'lower-only-now': row(
    'The requests are within bounds, and the target has not been lower for long enough.',
    (found: Distance & Age & { windowMs: number; sinceMs: number }, nowMs) => {
      const { windowMs, sinceMs } = found;
      const known = nowMs - sinceMs < windowMs ? `, known for ${formatDuration(nowMs - sinceMs)}` : '';
      return `the highest target of ${formatDuration(windowMs)} counts${known}; now ${distance(found)}`;
    },
  ),
  'changed-recently': row(
    'The requests were changed a short while ago, and nothing is urgent.',
    (
      found: OnContainer & {
        resource: Resource;
        former?: number;
        request: number;
        target: number;
        changedMs: number;
        minimumAgeMs: number;
      },
      nowMs,
    ) => {
      const { container, resource, former, request, target, changedMs, minimumAgeMs } = found;
      const [before, now, wanted] = formatAmounts(resource, [former, request, target]);
      const from = before === undefined || before === now ? 'changed to' : `went from ${before} to`;
      return `${resourceName(resource)} of ${container} ${from} ${now} ${ago(changedMs, nowMs)}, and the target is ${wanted}; it waits until that is ${formatDuration(minimumAgeMs)} ago`;
    },
  ),
  'small-step-down': row(
    'The request is hardly more than it should be, and a target that sways would raise it again.',
    (found: Kept) => `${resourceName(found.resource)} of ${found.container} ${staysWords(found)}`,
  ),
  'under-strain': row(
    'A container is short already, so its requests are not lowered.',
    (found: Kept & { share: number; by: StrainedBy }) =>
      `${found.container} ${strainWords(found.by, found.share)}; its ${resourceName(found.resource)} ${staysWords(found)}`,
  ),
  'memory-in-use': row(
    'A container uses the memory that a lower limit would take from it, so the limit stays for now.',
    ({
      container,
      used,
      limit,
      now,
      byPeer,
    }: OnContainer & { used: number; limit: number; now: number; byPeer?: true }) => {
      const [uses, lower, is] = formatAmounts('memory', [used, limit, now]);
      const where = byPeer ? ' in a pod beside it' : '';
      return `${container} uses ${uses} now${where}; its limit stays at ${is}, and would become ${lower}`;
    },
  ),
  'not-measured-yet': row(
    'Nothing has been measured of a container yet, so nothing is taken from it.',
    (found: Kept) =>
      `nothing was measured of ${found.container} yet; its ${resourceName(found.resource)} ${staysWords(found)}`,
  ),
  stopped: row(
    'Someone pressed stop.',
    (found: { scope: string; who: string; atMs: number; reason?: string }, nowMs) =>
      `${found.scope === 'all' ? 'everything' : found.scope}, by ${whoWords(found.who)} ${ago(found.atMs, nowMs)}` +
      (found.reason ? `: ${found.reason}` : ''),
  ),
  'awaits-approval': row(
    'The change waits for a person to approve it.',
    ({
      changes,
      fault,
      missing,
    }: {
      changes: readonly AskedChange[];
      fault?: string;
      missing?: Undecidable;
    }) =>
      [
        changesWords(changes),
        ...(missing ? [UNDECIDABLE[missing]] : []),
        ...(fault === undefined
          ? []
          : [`the annotation plumbline.dev/approvals cannot be read (${fault}), so every change waits`]),
      ].join('; '),
  ),
  'change-rejected': row(
    'Someone rejected the change.',
    (
      found: { changes: readonly AskedChange[]; by?: string; atMs: number; untilMs: number; why?: string },
      nowMs,
    ) =>
      `${changesWords(found.changes)}; ${found.by === undefined ? 'by somebody unnamed' : `by ${whoWords(found.by)}, as it states,`} ` +
      `${ago(found.atMs, nowMs)}${found.why ? `: ${found.why}` : ''}; it counts for another ${formatDuration(found.untilMs - nowMs)}`,
  ),
  'cluster-unfollowed': row(
    'The cluster cannot be watched, so nothing is changed based on old data.',
    ({ kinds }: { kinds: string }) => `not watched: ${kinds}`,
  ),
  'lease-missing': row(
    'The admission controller has never renewed its lease.',
    ({ lease }: { lease: string }) => `there is no Lease ${lease}`,
  ),
  'lease-stale': row(
    'The admission controller no longer renews its lease, so new pods would not get the target.',
    (found: { lease: string; renewedMs: number; longestMs: number }, nowMs) =>
      `Lease ${found.lease} was renewed ${ago(found.renewedMs, nowMs)}; the limit is ${formatDuration(found.longestMs)}`,
  ),
  'outside-window': row(
    'The calendar allows no change now.',
    (found: { from: 'vpa' | 'cluster'; opensMs?: number; timeZone?: string; fault?: string }, nowMs) => {
      const whose = `the calendar of the ${found.from === 'vpa' ? 'VPA' : 'cluster'}`;
      if (found.fault !== undefined) return `${whose} cannot be read, so it never opens: ${found.fault}`;
      if (found.opensMs === undefined) return `${whose} never opens`;
      const opens = zonedTime(found.opensMs, found.timeZone ?? 'UTC');
      return `${whose} opens ${relativeTime(found.opensMs, nowMs)}, ${opens}`;
    },
  ),
  'before-first-change': row(
    'This VPA is too young to change pods.',
    (found: { after: string; untilMs: number } | { fault: string }, nowMs) =>
      'fault' in found
        ? `plumbline.dev/first-change-after cannot be read, so nothing is changed: ${found.fault}`
        : `plumbline.dev/first-change-after is ${found.after}, which is over ${relativeTime(found.untilMs, nowMs)}`,
  ),
  'pods-unpatched': row(
    'The newest pods of this VPA started without its recommendation, so evicting more would not help.',
    (found: { message: string; sinceMs: number }, nowMs) =>
      `${withTimesInWords(found.message)}; the first ${ago(found.sinceMs, nowMs)}`,
  ),
  'marked-to-stay': row(
    'The pod is marked as one that must not be evicted.',
    ({ annotation, value, untilMs }: { annotation: string; value: string; untilMs?: number }, nowMs) =>
      `${annotation} is "${value}"` +
      (untilMs === undefined ? '' : `, for another ${formatDuration(Math.max(0, untilMs - nowMs))}`),
  ),
  'runs-to-an-end': row(
    'The pod runs to an end, so to evict it would lose its work and could fail its Job.',
    ({ controller }: { controller: string }) => `it is a pod of ${controller}`,
  ),
  'low-confidence': row(
    'There is too little history for a reliable recommendation.',
    (found: { sampledMs: number; neededMs: number }) =>
      `${formatDuration(found.sampledMs)} of samples, ${formatDuration(found.neededMs)} needed`,
  ),
  'too-early-to-lower': row(
    'Nothing is lowered before there is enough history: a day has every hour of its usage.',
    (found: { sampledMs: number; neededMs: number }) =>
      `${formatDuration(found.sampledMs)} of samples, ${formatDuration(found.neededMs)} needed`,
  ),
  'two-vpas': row(
    'Another VPA controls the same resource of the same pods.',
    ({ other, resource }: { other: string; resource: Resource }) => `VPA ${other}, ${resourceName(resource)}`,
  ),
  'hpa-same-resource': row(
    'A HorizontalPodAutoscaler scales on the same resource.',
    ({
      autoscaler,
      aside,
      by,
      ...metric
    }: { autoscaler: string; aside?: AsideCode; by?: string } & ScaledMetric) =>
      `HorizontalPodAutoscaler ${autoscaler}, ${metricWords(metric)}` +
      (aside ? `; ${asideWords({ code: aside, by })}` : ''),
  ),
  'hpa-would-jump': row(
    'A HorizontalPodAutoscaler would change the replicas too much at once.',
    (found: HpaReplicas & Omit<ScaledMetric, 'percent'> & { most: number }) =>
      `${metricWords(found)}: ${replicasWords(found)}; ${found.most === 0 ? 'none' : `at most ${found.most}`} may be added or removed for this`,
  ),
  'eviction-requirement': row(
    'The VPA has eviction requirements that are not met.',
    ({ resources, requirement }: { resources: string; requirement: string }) =>
      `${resources}: ${requirement}`,
  ),
  'exceeds-largest-node': row(
    'No node is large enough for the recommended requests.',
    (found: FreeCapacity & { target?: number }) =>
      found.target === undefined ? shortOfCapacity(found) : cut(found),
  ),
  'node-may-come': row(
    'The pod waits for a node that may come by itself.',
    ({ untilMs }: { untilMs: number }, nowMs) =>
      `it has ${formatDuration(Math.max(0, untilMs - nowMs))} left`,
  ),
  'waits-again': row(
    'Pods of the workload were replaced for room lately and wait again.',
    ({ times, atMs, untilMs }: { times: number; atMs: number; untilMs: number }, nowMs) =>
      `replaced ${times === 1 ? 'once' : `${times} times in a row`}, last ${ago(atMs, nowMs)}; the next may go in ${formatDuration(Math.max(0, untilMs - nowMs))}`,
  ),
  'node-needs-requests': row(
    'The requests on its node would sum to less memory than the node has used, and some more.',
    (found: { node: string; sum: number; requested: number; peak: number; times: number }) => {
      const [sum, requested, peak, least] = formatAmounts('memory', [
        found.sum,
        found.requested,
        found.peak,
        found.peak * found.times,
      ]);
      return `${requested} are requested on ${found.node}, and it would be ${sum}; its own peak of 14 days is ${peak}, so at least ${least} stay requested (PLUMBLINE_NODE_GUARD)`;
    },
  ),
  'no-room-now': row('No node has room for it now.', (found: FreeCapacity & NoCapacity, nowMs) =>
    noCapacity(found, nowMs),
  ),
  'exceeds-quota': row(
    'The quota of the namespace has no room for the recommended requests.',
    (
      found: FreeCapacity & {
        quota: string;
        of?: 'requests' | 'limits';
        /** By how much more the pod counts in the end, and the amount in the quota by its name there. */
        grows?: number;
        name?: string;
        hard?: number;
      } & Partial<Claimed>,
    ) => `ResourceQuota ${found.quota}: ${quotaClause(found)}`,
  ),
  'exceeds-limit-range': row(
    'The recommended requests break a LimitRange of the namespace.',
    (found: FreeCapacity & { limitRange: string }) =>
      `LimitRange of type ${found.limitRange}: ${shortOfCapacity(found)}`,
  ),
  'loop-broken': row(
    'Too many evicted pods came back without the target.',
    (found: { misses: number; limit: number; sinceMs: number; untilMs?: number }, nowMs) => {
      const next =
        found.untilMs === undefined ? '' : `; one is tried again ${relativeTime(found.untilMs, nowMs)}`;
      return `${misses(found.misses, found.limit)}, the last ${ago(found.sinceMs, nowMs)}${next}`;
    },
  ),
  'awaiting-verification': row(
    'The replacements of earlier evictions have not shown the target yet.',
    (found: { outstanding: number; misses: number; limit: number }) =>
      `${countOf(found.outstanding, 'replacement')} outstanding, ${misses(found.misses, found.limit)} so far`,
  ),
  'one-try': row(
    'A change that was undone is tried again with one pod first.',
    (found: { undone: number; sinceMs?: number }, nowMs) =>
      found.sinceMs === undefined
        ? `undone ${countOf(found.undone, 'time')}; another pod is chosen in this pass`
        : `undone ${countOf(found.undone, 'time')}; tried ${ago(found.sinceMs, nowMs)}`,
  ),
  'awaits-canary': row(
    'What lowers anything goes to one replica first.',
    (found: { tried: number; replicas: number; forMs: number; untilMs?: number }, nowMs) => {
      const { tried, replicas, forMs, untilMs } = found;
      const which = `${tried} of ${replicas}, the others wait for its outcome`;
      return untilMs === undefined
        ? `${which}: once it has run for ${formatDuration(forMs)}`
        : `${which} until ${zonedClock(untilMs, 'UTC')} UTC, ${relativeTime(untilMs, nowMs)}`;
    },
  ),
  'changed-often': row(
    'The pod was changed as often as it may be in a day.',
    ({ times, lastMs, untilMs }: { times: number; lastMs: number; untilMs: number }, nowMs) =>
      `changed ${countOf(times, 'time')} in the last 24 h, the last ${ago(lastMs, nowMs)}; waits another ${formatDuration(untilMs - nowMs)}`,
  ),
  'too-few-replicas': row(
    'Fewer pods are live than the minimum for updates.',
    (found: { controller: string; live: number; minimum: number }) =>
      `${found.controller} has ${countOf(found.live, 'live pod')}, the minimum is ${found.minimum}`,
  ),
  'replicas-unknown': row(
    'The controller of the pod does not say how many replicas it wants.',
    ({ controller }: { controller: string }) => controller,
  ),
  'tolerance-used-up': row(
    'No more pods may be unavailable at once.',
    (found: Replicas) =>
      `${found.controller}: ${found.running} of ${found.configured} run, ${countOf(found.chosen, 'pod')} chosen, ${found.tolerance} may be unavailable`,
  ),
  'disruption-budget': row(
    'A disruption budget allows no eviction now.',
    (found: Budget & { allowed: number; expected?: number }) => {
      const { budget, allowed, healthy, desired, expected } = found;
      const of = expected === undefined ? '' : ` of ${expected}`;
      const spoken =
        allowed > 0
          ? `, and the ${countOf(allowed, 'eviction')} it allows ${allowed === 1 ? 'is' : 'are'} taken`
          : '';
      return `${budget} wants ${desired} healthy pods; ${healthy}${of} are healthy${spoken}`;
    },
  ),
  'several-budgets': row(
    'Several disruption budgets cover the pod, which the API server evicts none of.',
    ({ budgets }: { budgets: string }) => budgets,
  ),
  'budget-never-allows': row(
    'A disruption budget can never allow an eviction.',
    ({ budget, healthy, desired, expected, rule }: Budget & { expected: number; rule: string }) =>
      `${budget} (${rule}) wants ${desired} of ${countOf(expected, 'pod')} healthy; ${downWords(expected - healthy)}`,
  ),
  'rate-limited': row(
    'The limit on changes per second is reached.',
    ({ perSecond }: { perSecond: number }) => `${perSecond} per second`,
  ),
  'vpa-rate-limited': row(
    'The limit on changes for this VPA is reached.',
    ({ perMinute }: { perMinute: number }) => `${perMinute} per minute`,
  ),
  'warming-up': row(
    'After a start, pods change slowly until none is waiting.',
    (found: { perMinute: number; endsMs: number }, nowMs) =>
      `${found.perMinute} per minute for another ${formatDuration(found.endsMs - nowMs)}`,
  ),
  'would-end-neighbours': row(
    'The pod is critical, and its node has no room for more: its kubelet would end other pods at once to make room, without asking their budgets.',
    (found: FreeCapacity & { node?: string; priority: number }) => {
      const short =
        found.node === undefined
          ? 'the room of its node is not known'
          : noCapacity({ ...found, way: 'resize' });
      return `priority ${found.priority}: ${short}`;
    },
  ),
  'resize-under-way': row(
    'An earlier resize is not finished.',
    (
      found: {
        state: keyof typeof RESIZE_STATES;
        sinceMs?: number;
        message: string;
        /** By what the kubelet picks the next of what it deferred. */
        order?: { priority: number; qosClass: string };
        /** Why it is deferred, if that is known. */
        cause?: DeferralCause;
        what?: string;
      },
      nowMs,
    ) => {
      const since = found.sinceMs === undefined ? '' : ` for ${formatDuration(nowMs - found.sinceMs)}`;
      const why = found.cause ? `, since ${deferralWords({ cause: found.cause, what: found.what })}` : '';
      const told = [`${RESIZE_STATES[found.state]}${since}${why}`, found.message].filter(Boolean).join(': ');
      if (!found.order || (found.cause && found.cause !== 'room')) return told;
      const { priority, qosClass } = found.order;
      return `${told}; of what waits on the node, the kubelet first tries resizes that raise nothing, then goes by priority (${priority} here), QoS class (${qosClass} here, Guaranteed first) and time; a smaller one may overtake`;
    },
  ),
  'moves-for-room': row(
    'Its node has no room for it to grow, and another has: it moves there unless room comes before.',
    ({ untilMs }: { untilMs: number }, nowMs) => `in ${formatDuration(untilMs - nowMs)}`,
  ),
  'resize-withdrawn': row(
    'It was taken back before, and is asked for again later.',
    (found: { kind: keyof typeof WITHDRAWN; message: string; times: number; atMs: number }, nowMs) =>
      `${WITHDRAWN[found.kind]}, ${countOf(found.times, 'time')}, the last ${ago(found.atMs, nowMs)}: ${found.message}`,
  ),
  'node-defers-all': row('The kubelet of its node would defer every resize now.', (found: Deferral) =>
    deferralWords(found),
  ),
  'lowered-first': row(
    'What lowers goes first and alone: a kubelet grants a resize as a whole or not at all. What raises follows once it is granted.',
    ({ raises }: { raises: readonly (OnContainer & { resource: Resource })[] }) =>
      `then ${raises.map(({ container, resource }) => `${resourceName(resource)} of ${placeName(container)}`).join(', ')}`,
  ),
  'stalled-below-limit': row(
    'A container waits for memory between its request and its limit, as where a kubelet has a memoryThrottlingFactor: set PLUMBLINE_MEMORY_THROTTLING_FACTOR to it, and requests are raised.',
    (found: Stalled) => stalledWords(found),
  ),
  'memory-not-flat': row(
    'The use of a container rose of late, and one that grows is killed soon after its memory is lowered.',
    (found: OnContainer & { low: number; used: number; sinceMs: number }, nowMs) => {
      const [low, used] = formatAmounts('memory', [found.low, found.used]);
      return `${found.container} used ${low} at least since ${ago(found.sinceMs, nowMs)}, and ${used} now`;
    },
  ),
  'startup-boosted': row(
    'The startup boost is active, so CPU is not compared.',
    (found: OnContainer & { endsMs?: number }, nowMs) =>
      found.endsMs === undefined
        ? found.container
        : `${found.container}, for another ${formatDuration(found.endsMs - nowMs)}`,
  ),
  'action-failed': row(
    'The last attempt failed; the next one follows later.',
    (found: { message: string; attempts: number; atMs: number }, nowMs) =>
      `${countOf(found.attempts, 'attempt')}, the last ${ago(found.atMs, nowMs)}: ${found.message}`,
  ),
};
