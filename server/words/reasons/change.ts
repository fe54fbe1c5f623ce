import { RESOURCES, type RequestedResource, type Resource } from '../../objects/units';
import { formatAmount, formatAmounts, resourceName } from '../amounts';
import { placeName } from '../container-name';
import { formatShare } from '../counts';
import { type Deferral, deferralWords } from '../deferrals';
import { WORSE, type WorseKind } from '../outcomes';
import { formatDuration } from '../times';
import {
  type Age,
  ago,
  capacityClause,
  type Distance,
  distanceAndAge,
  type OnContainer,
  outsideBounds,
  requestMissing,
  type Stalled,
  stalledWords,
  tooLong,
} from './clauses';
import { row } from './row';

const REFUSED_PARTS = {
  'memory-request': 'the memory request stays',
  cpu: 'CPU stays',
  memory: 'memory stays',
};

export const CHANGE_REASONS = {
  'request-missing': row('A container has no request for a recommended resource.', requestMissing),
  'outside-bounds': row('A request is outside the recommended bounds.', outsideBounds),
  'oom-killed': row(
    'A container was OOM-killed soon after it started.',
    (found: OnContainer & { startedMs: number; finishedMs: number; withinMs: number }, nowMs) =>
      `${found.container} was killed ${formatDuration(found.finishedMs - found.startedMs)} after its start, ${ago(found.finishedMs, nowMs)}; within ${formatDuration(found.withinMs)} counts as soon`,
  ),
  'worse-than-before': row(
    'A change of its requests made things worse, so it goes back.',
    (
      found: OnContainer & {
        resource: RequestedResource;
        how: WorseKind;
        failed: string;
        from: number;
        to: number;
      },
    ) => {
      const [tried, before] = formatAmounts(found.resource, [found.from, found.to]);
      return `${found.failed} ${WORSE[found.how]}; ${resourceName(found.resource)} of ${found.container} goes from ${tried} back to ${before}`;
    },
  ),
  'takes-from-neighbours': row(
    'It takes all the memory of its node, and more does not help: a memory limit protects its neighbours.',
    (found: OnContainer & { limit: number }) =>
      `${found.container} has no memory limit, and gets one of ${formatAmount('memory', found.limit)}`,
  ),
  'killed-below-target': row(
    'A container was OOM-killed, and its target is more memory.',
    (found: OnContainer & { finishedMs: number; request: number; target: number }, nowMs) => {
      const [request, target] = formatAmounts('memory', [found.request, found.target]);
      return `${found.container} was killed ${ago(found.finishedMs, nowMs)}; it requests ${request}, the target is ${target}`;
    },
  ),
  'killed-below-limit': row(
    'A container was OOM-killed, and its memory limit is to be higher.',
    (found: OnContainer & { finishedMs: number; limit: number; target: number }, nowMs) => {
      const [limit, target] = formatAmounts('memory', [found.limit, found.target]);
      return `${found.container} was killed ${ago(found.finishedMs, nowMs)}; its limit is ${limit}, and becomes ${target}`;
    },
  ),
  'memory-limit-too-low': row(
    'A memory limit is too low for what the container reached, or missing.',
    (found: OnContainer & { limit?: number; target: number; lowerBound: number }) => {
      const [target, least] = formatAmounts('memory', [found.target, found.lowerBound]);
      return found.limit === undefined
        ? `${found.container} has no memory limit, and gets one of ${target}`
        : `the memory limit of ${found.container} is ${formatAmount('memory', found.limit)}, below ${least}; it becomes ${target}`;
    },
  ),
  'cpu-limit-too-low': row(
    'A CPU limit that changes alone is too low for what the container uses.',
    (found: OnContainer & { limit: number; target: number; lowerBound: number }) => {
      const [limit, target, least] = formatAmounts('cpu', [found.limit, found.target, found.lowerBound]);
      return `the CPU limit of ${found.container} is ${limit}, below ${least}; it becomes ${target}`;
    },
  ),
  'waits-for-room': row(
    'The pod waits for a node, and would request less of what is short.',
    (
      found: {
        resource: RequestedResource;
        requested: number;
        target: number;
        sinceMs?: number;
        isForVpa: boolean;
      },
      nowMs,
    ) => capacityClause(found, nowMs),
  ),
  'throttled-below-target': row(
    'A container is throttled at a CPU limit that Plumbline set, and its target is more CPU.',
    (found: OnContainer & { share: number; request: number; target: number }) => {
      const [request, target] = formatAmounts('cpu', [found.request, found.target]);
      return `${found.container} was throttled ${formatShare(found.share)} of the time, at a limit that Plumbline set; it requests ${request}, the target is ${target}`;
    },
  ),
  'old-and-different': row(
    'The requests are old enough and far enough from the target.',
    (found: Distance & Age, nowMs) => distanceAndAge(found, nowMs),
  ),
  'asked-for-now': row(
    'A person asked for the change, so it does not wait for its time.',
    ({ untilMs }: { untilMs: number }, nowMs) =>
      `for another ${formatDuration(Math.max(0, untilMs - nowMs))}`,
  ),
  'startup-boost-over': row(
    'The startup boost is over.',
    (found: OnContainer & { readySinceMs: number; boostedForMs: number }, nowMs) =>
      `${found.container} has been ready for ${formatDuration(nowMs - found.readySinceMs)}; the boost lasts ${formatDuration(found.boostedForMs)}`,
  ),
  'resize-infeasible': row(
    'The node can never fit the resize.',
    ({ message }: { message: string }) => message,
  ),
  'resize-deferred-too-long': row('The kubelet has deferred the resize for too long.', tooLong),
  'stalled-below-target': row(
    'A container waits for memory between its request and its limit, as where a kubelet has a memoryThrottlingFactor, and its target requests more.',
    (found: Stalled & { target: number }) =>
      `${stalledWords(found)}; the target is ${formatAmount('memory', found.target)}`,
  ),
  'no-room-here-for-long': row(
    'Its node has had no room for it to grow for too long, and another node has.',
    tooLong,
  ),
  'resize-taken-back': row(
    'The kubelet defers the resize, and it holds room meanwhile that nobody uses, so it is taken back.',
    (
      found: Deferral & {
        sinceMs: number;
        message: string;
        held: Partial<Record<Resource, number>>;
        hpa?: string;
      },
      nowMs,
    ) => {
      const held = RESOURCES.flatMap((resource) => {
        const amount = found.held[resource];
        return amount === undefined ? [] : `${formatAmount(resource, amount)} of ${resourceName(resource)}`;
      });
      const holds =
        held.length > 0 ? `it held ${held.join(' and ')} for ${formatDuration(nowMs - found.sinceMs)}; ` : '';
      const byHpa = found.hpa === undefined ? '' : `HorizontalPodAutoscaler ${found.hpa} divides by it; `;
      return `${holds}${byHpa}${deferralWords(found)}: ${found.message}`;
    },
  ),
  'limit-given-back': row(
    'More memory is in use than the lower limit, and until that is in force no CPU of the pod is changed either: the former limit is given back.',
    ({
      container,
      limit,
      former,
      message,
    }: OnContainer & { limit: number; former: number; message: string }) => {
      const [lower, higher] = formatAmounts('memory', [limit, former]);
      return `${placeName(container)} goes from ${lower} back to ${higher}: ${message}`;
    },
  ),
  'raise-after-lowering': row(
    'What lowers has been granted, so what raises follows.',
    (found: OnContainer & { resource: RequestedResource; request: number; target: number }) => {
      const [request, target] = formatAmounts(found.resource, [found.request, found.target]);
      return `${resourceName(found.resource)} of ${placeName(found.container)} goes from ${request} to ${target}`;
    },
  ),
  'resize-in-progress-too-long': row('The resize takes too long.', tooLong),
  'resize-changes-qos': row(
    'A resize may not change the QoS class of a pod.',
    ({ from, to }: { from: string; to: string }) => `from ${from} to ${to}`,
  ),
  'kubelet-cannot-resize': row(
    'The kubelet of the node cannot resize: it does not report what containers have.',
    ({ container, minor }: OnContainer & { minor?: number }) =>
      `nothing is reported of ${container}${minor === undefined ? '' : `, kubelet 1.${minor}`}`,
  ),
  'node-cannot-resize-pod': row(
    'The node does not declare that it resizes what pods state as a whole.',
    ({ feature }: { feature: string }) => feature,
  ),
  'init-container-stays': row(
    'A LimitRange that came later would change an init container, which cannot be resized, so every resize of the pod is refused.',
    ({ container, why }: OnContainer & { why: 'node' | 'resize-policy' }) =>
      `${placeName(container)}: ${why === 'node' ? 'the node declares no resizes of init containers' : 'its resizePolicy says RestartContainer'}`,
  ),
  'resize-not-allowed': row(
    'The API server would refuse the resize.',
    ({ message }: { message: string }) => message,
  ),
  'resize-of-static-pod': row('Static pods cannot be resized.'),
  'resize-part-refused': row(
    'The kubelet of this node never does one part of the resize, so that part stays as it is until a new pod comes, and the rest is asked for alone.',
    ({ part, message }: { part: keyof typeof REFUSED_PARTS; message: string }) =>
      `${REFUSED_PARTS[part]}: ${message}`,
  ),
  'container-without-request': row(
    'A container without a CPU request of its own gets the lowest CPU weight for good when what its pod states as a whole is resized in place: give it a request.',
    ({ container }: OnContainer) => container,
  ),
  'memory-limit-stays': row(
    'The kubelet of the node lowers no memory limit without a restart.',
    ({ container, minor }: OnContainer & { minor: number }) => `${container}, kubelet 1.${minor}`,
  ),
  'resize-not-on-windows': row('Pods on Windows cannot be resized.'),
  'resize-refused': row(
    'The API server refused the resize.',
    ({ message }: { message: string; atMs: number }) => message,
  ),
};
