import type { RequestedResource, Resource } from '../../objects/units';
import { formatAmount, formatAmounts, formatDifference, isUnbounded, resourceName } from '../amounts';
import { countOf, formatShare } from '../counts';
import { strainWords } from '../strain';
import { formatDuration } from '../times';

export interface OnContainer {
  container: string;
}

interface OnRequest extends OnContainer {
  resource: RequestedResource;
  request: number;
  target: number;
}

/** How far the requests are from the target, and the threshold; a higher one for some changes. */
export interface Distance {
  difference: number;
  threshold: number;
  to?: DifferenceNeeded;
}

/** What a larger difference is needed for. */
export type DifferenceNeeded = 'evict' | 'go-back';

const NEEDED_TO: Readonly<Record<DifferenceNeeded, string>> = {
  evict: ' to evict for it',
  'go-back': ' to go back on the last change',
};

/** Of a pod; of its requests, if they were changed since it started. */
export interface Age {
  startedMs: number;
  changedMs?: number;
  minimumAgeMs: number;
}

export interface FreeCapacity {
  resource: RequestedResource;
  /** What the pod would request. */
  asked: number;
  /** The free capacity, by its name in the API and in the record. */
  room: number;
}

/** What an HPA measures: a resource of one container or of whole pods, against percent of the requests. */
export interface ScaledMetric {
  resource: Resource;
  container?: string;
  percent?: number;
}

export function metricWords({ resource, container, percent }: ScaledMetric): string {
  const of = container === undefined ? '' : ` of ${container}`;
  const target = !percent ? '' : `, target ${percent} % of the request`;
  return `${resourceName(resource)}${of}${target}`;
}

/** The replicas an HPA asks for, now and after a change. */
export interface HpaReplicas {
  autoscaler: string;
  from: number;
  to: number;
}

export function replicasWords({ autoscaler, from, to }: HpaReplicas): string {
  return from === to
    ? `HorizontalPodAutoscaler ${autoscaler} stays at ${countOf(from, 'replica')}`
    : `HorizontalPodAutoscaler ${autoscaler} goes from ${from} to ${countOf(to, 'replica')}`;
}

export function ago(ms: number, nowMs: number): string {
  return `${formatDuration(nowMs - ms)} ago`;
}

export function distance({ difference, threshold, to }: Distance): string {
  return `requests differ by ${formatShare(difference)}, ${formatShare(threshold)} needed${to ? NEEDED_TO[to] : ''}`;
}

export function distanceAndAge(found: Distance & Age, nowMs: number): string {
  const { startedMs, changedMs, minimumAgeMs } = found;
  const age =
    changedMs === undefined
      ? `the pod is ${formatDuration(nowMs - startedMs)} old`
      : `they were last changed ${ago(changedMs, nowMs)}`;
  return `${distance(found)}; ${age}, ${formatDuration(minimumAgeMs)} needed`;
}

export function tooLong(
  { sinceMs, longestMs }: { sinceMs: number; longestMs: number },
  nowMs: number,
): string {
  return `for ${formatDuration(nowMs - sinceMs)}; the limit is ${formatDuration(longestMs)}`;
}

export function requestMissing({
  container,
  resource,
  target,
}: OnContainer & { resource: RequestedResource; target: number }) {
  return `${container} requests no ${resourceName(resource)}; the target is ${formatAmount(resource, target)}`;
}

/** The bound that is crossed, and the target beside it. */
export function outsideBounds(found: OnRequest & { lowerBound?: number; upperBound?: number }): string {
  const { container, resource, request, target, lowerBound, upperBound } = found;
  const isBelow = lowerBound !== undefined && request < lowerBound;
  const bound = isBelow ? lowerBound : upperBound;
  const [requested, crossed, wanted] = formatAmounts(resource, [request, bound, target]);
  const side = isBelow ? 'below the lower' : 'above the upper';
  const place = crossed === undefined ? '' : `, ${side} bound of ${crossed}`;
  return `${container} requests ${requested} of ${resourceName(resource)}${place}; the target is ${wanted}`;
}

export function shortOfCapacity({ resource, asked, room: freeCapacity }: FreeCapacity): string {
  const [wanted, fits] = formatAmounts(resource, [asked, Math.max(0, freeCapacity)]);
  const short = isUnbounded(asked)
    ? ''
    : ` (${formatDifference(resource, asked - Math.max(0, freeCapacity))})`;
  return `asks for ${wanted} of ${resourceName(resource)}, ${fits} would fit${short}`;
}

/** Where a pod finds no place: on its own node if it is resized, else on the node that has the most. */
export interface NoCapacity {
  way: 'evict' | 'resize';
  node?: string;
  /** How many other pods look for a place, if they are in the way. */
  others?: number;
  /** Whether another node has it, and the pod moves there if this one has not for long. */
  elsewhere?: true;
  sinceMs?: number;
}

export function noCapacity(found: FreeCapacity & NoCapacity, nowMs = 0): string {
  const text = shortOnNode(found);
  if (!found.elsewhere) return text;
  const since = found.sinceMs === undefined ? '' : `, for ${formatDuration(nowMs - found.sinceMs)} now`;
  return `${text}; another node has, and it moves there if that lasts (PLUMBLINE_RESIZE_DEFERRED_TIMEOUT)${since}`;
}

function shortOnNode({
  resource,
  asked,
  room: freeCapacity,
  way,
  node,
  others,
}: FreeCapacity & NoCapacity): string {
  const [wanted, left] = formatAmounts(resource, [asked, freeCapacity]);
  const asks = `asks for ${wanted} of ${resourceName(resource)}`;
  if (node === undefined) return `${asks}; no node that it may use takes pods now`;
  const has = `${way === 'resize' ? `its node ${node}` : node} has ${left} for it`;
  if (others) return `${asks}; ${has}, which ${countOf(others, 'other pod')} may take first`;
  return `${asks}; ${has} (${formatDifference(resource, asked - freeCapacity)})`;
}

/** For a pod without a node; who asked for so much, since when, and what it would ask for. */
export function capacityClause(
  found: {
    resource: RequestedResource;
    requested: number;
    target: number;
    sinceMs?: number;
    isForVpa: boolean;
  },
  nowMs: number,
): string {
  const { resource, requested, target, sinceMs, isForVpa } = found;
  const [asked, wanted] = formatAmounts(resource, [requested, target]);
  const by = isForVpa ? 'because of this VPA' : 'as its template says';
  const since = sinceMs === undefined ? '' : `; it has waited for ${formatDuration(nowMs - sinceMs)}`;
  return `no node has room for ${asked} of ${resourceName(resource)}, which it requests ${by}; the target is ${wanted}${since}`;
}

/** Replicas that are still to come, and what they claim of what is free. */
export interface Claimed {
  free: number;
  claimed: number;
  replicas: number;
}

/** For a quota without room; who claims what is free, if that is why. */
export function quotaClause(found: FreeCapacity & Partial<Claimed>): string {
  const { resource, asked, free, claimed = 0, replicas = 0 } = found;
  const left = free ?? found.room;
  const [wanted, over, spare, claim] = formatAmounts(resource, [asked, -left, left, claimed]);
  const asks = `asks for ${wanted} of ${resourceName(resource)}`;
  if (left < 0) return `${asks}; the quota is already exceeded by ${over}`;
  if (claimed === 0) return shortOfCapacity(found);
  return `${asks}; ${spare} are free, and ${countOf(replicas, 'replica')} still to come ${replicas === 1 ? 'claims' : 'claim'} ${claim}`;
}

/** For a target cut to the largest node; `asked` is what the usage needs. */
export function cut({ resource, asked, target }: FreeCapacity & { target?: number }): string {
  const [needed, left] = formatAmounts(resource, [asked, target]);
  return `the largest node cuts the target to ${left} of ${resourceName(resource)}; the usage needs ${needed}`;
}

export function misses(count: number, limit: number): string {
  return `${count} of ${countOf(limit, 'miss', 'misses')}`;
}

/** A container that waits for memory between what it requests and its limit; bytes. */
export interface Stalled extends OnContainer {
  share: number;
  used: number;
  request: number;
  limit: number;
}

export function stalledWords({ container, share, used, request, limit }: Stalled): string {
  const [uses, requests, most] = formatAmounts('memory', [used, request, limit]);
  return `${container} ${strainWords('memory', share)} with ${uses} in use, between ${requests} and ${most}`;
}
