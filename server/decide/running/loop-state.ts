import { isAhead } from '../../lib/time/clock';
import { objectIn } from '../../objects/json-object';
import { controllerOf } from '../../objects/owners';
import type { Pod } from '../../objects/types';
import { REQUESTED_RESOURCES, RESOURCES, type RequestedResource } from '../../objects/units';
import { MOST_A_DAY } from '../pods/change-times';
import { ADMITTED_ANNOTATION, UPDATES_ANNOTATION } from '../pods/pod-annotations';
import type { ContainerRecommendation } from '../pods/recommendation';
import type { LoopState, ReplacedRequests } from '../pods/replacements';
import type { LoopFacts } from './plan-input';
import { PodFacts } from './pod-facts';

/** What a pod should request, per container. */
export type PodRecommendation = ReadonlyMap<string, ContainerRecommendation>;

/** A replacement that never shows up is no longer waited for. */
const WAIT_FOR_REPLACEMENT_MS = 15 * 60_000;

/** Successors of one change differ by as much, since the target goes on moving. */
const ALIKE = 0.1;

/** The cluster's time is known to a second, and a replacement may be made at once. */
const CLOCK_PRECISION_MS = 1_000;

/** What is lost of an amount on its way into a pod. */
const ROUNDING = 0.001;

export function freshLoop(basis: string): LoopState {
  return {
    misses: 0,
    firstMissMs: 0,
    lastMissMs: 0,
    isVerified: false,
    basis,
    outstanding: [],
    judged: [],
    replaced: [],
  };
}

interface EvictedPod extends Omit<ReplacedRequests, 'atMs'> {
  readonly createdMs?: number;
}

export function afterEviction(
  state: LoopState,
  owner: string,
  atMs: number,
  evicted: EvictedPod = { requests: {} },
): LoopState {
  return {
    ...state,
    outstanding: [...state.outstanding, { owner, atMs }],
    replaced: withReplaced(state.replaced, evicted, atMs),
  };
}

/**
 * Pods that requested about the same make way for the same change, which began with the first of them; a pod that came
 * after that makes way for another.
 */
function withReplaced(
  known: LoopState['replaced'],
  { createdMs, ...evicted }: EvictedPod,
  atMs: number,
): LoopState['replaced'] {
  const newest = known.at(-1);
  const isSuccessor = newest && createdMs !== undefined && createdMs >= wholeSecond(newest.atMs);
  if (newest && !isSuccessor && isAlike(newest.requests, evicted.requests)) return known;
  return [...known, { atMs, ...evicted }].slice(-MOST_A_DAY);
}

function isAlike(a: ReplacedRequests['requests'], b: ReplacedRequests['requests']): boolean {
  const names = Object.keys(b);
  if (names.length !== Object.keys(a).length) return false;
  return names.every((name) =>
    RESOURCES.every((resource) => {
      const [before, now] = [a[name]?.[resource], b[name]?.[resource]];
      if (before === undefined || now === undefined) return before === now;
      return Math.abs(before - now) <= ALIKE * Math.max(before, now);
    }),
  );
}

type AdmittedRequests = Readonly<
  Record<string, Readonly<Partial<Record<RequestedResource, unknown>>> | null>
>;

const NONE: AdmittedRequests = {};

/** What admission made a container request, in millicores or bytes; undefined if it left that alone, or is not ours. */
function admittedRequests(
  annotations: Readonly<Record<string, string>> | undefined,
): (container: string, resource: RequestedResource) => number | undefined {
  const requests = readRequests(annotations?.[ADMITTED_ANNOTATION]);
  return (container, resource) => {
    const amount = Object.hasOwn(requests, container) ? requests[container]?.[resource] : undefined;
    return typeof amount === 'number' ? amount : undefined;
  };
}

function readRequests(text: string | undefined): AdmittedRequests {
  if (text === undefined) return NONE;
  return objectIn(text) as AdmittedRequests;
}

/**
 * Matches new pods with the evictions they replace, and judges each: one with the target proves that evicting
 * works, one without it is a miss. A miss is forgiven once any later pod has the target. Nothing is waited for that
 * was noted before the clock was set back: pods are dated by the cluster, and none would match. `recommendedFor`
 * says what a pod should request, per container.
 */
export function afterObserving(
  state: LoopState,
  pods: readonly Pod[],
  recommendedFor: (pod: Pod) => PodRecommendation,
  { nowMs, tolerance }: { nowMs: number; tolerance: number },
): LoopState {
  const isRight = (pod: Pod) => {
    try {
      return carries(pod, recommendedFor(pod), tolerance, admittedRequests(pod.metadata.annotations));
    } catch {
      // A pod that cannot be read proves nothing.
      return false;
    }
  };
  let next = isAhead(state.lastMissMs, nowMs) ? { ...state, lastMissMs: nowMs } : state;
  for (const { owner, atMs } of state.outstanding) {
    const replacement = pods.find((pod) => isReplacement(pod, owner, atMs, next.judged));
    if (replacement) next = judging(next, replacement, isRight(replacement), nowMs);
    if (replacement || nowMs - atMs > WAIT_FOR_REPLACEMENT_MS || isAhead(atMs, nowMs))
      next = { ...next, outstanding: removeOne(next.outstanding, owner, atMs) };
  }
  if (next.misses > 0 && pods.some((pod) => createdMs(pod) > next.lastMissMs && isRight(pod)))
    next = { ...next, misses: 0, isVerified: true };
  const judged = next.judged.filter((uid) =>
    mayMatch(
      next,
      pods.find(({ metadata }) => metadata.uid === uid),
    ),
  );
  return judged.length < next.judged.length ? { ...next, judged } : next;
}

/** Whether a judged pod could be mistaken for the replacement of another that is still outstanding. */
function mayMatch({ outstanding }: LoopState, pod: Pod | undefined): boolean {
  return outstanding.some(({ atMs }) => !pod || isSince(pod, atMs));
}

function judging(state: LoopState, { metadata }: Pod, isRight: boolean, nowMs: number): LoopState {
  const judged = [...state.judged, metadata.uid ?? ''];
  return isRight
    ? { ...state, judged, misses: 0, isVerified: true }
    : {
        ...state,
        judged,
        misses: state.misses + 1,
        firstMissMs: state.misses === 0 ? nowMs : state.firstMissMs,
        lastMissMs: nowMs,
        isVerified: false,
      };
}

function isReplacement(pod: Pod, owner: string, atMs: number, judged: readonly string[]): boolean {
  return (
    isSince(pod, atMs) &&
    controllerOf(pod.metadata.ownerReferences)?.uid === owner &&
    !judged.includes(pod.metadata.uid ?? '')
  );
}

/** Creation times have whole seconds, and so have the dates by which the cluster's time is known. */
function isSince(pod: Pod, atMs: number): boolean {
  return createdMs(pod) >= wholeSecond(atMs) - CLOCK_PRECISION_MS;
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

function createdMs({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? '');
}

/**
 * Whether a pod requests what it should: what admission wrote, wherever the target is by now, or something close to the
 * target, or, if there is no record of what admission wrote, anything within the bounds.
 */
function carries(
  pod: Pod,
  recommended: PodRecommendation,
  tolerance: number,
  admitted: ReturnType<typeof admittedRequests>,
): boolean {
  const { containers, boosted, observed } = new PodFacts(pod);
  const isPatched = pod.metadata.annotations?.[UPDATES_ANNOTATION] !== undefined;
  return containers.every(({ name, requests }) => {
    const own = recommended.get(name);
    if (!own || (observed && !observed.has(name))) return true;
    return REQUESTED_RESOURCES.every((resource) => {
      const wanted = own.target[resource];
      if (wanted === undefined || (resource === 'cpu' && boosted.has(name))) return true;
      const request = requests[resource];
      if (request === undefined) return false;
      const written = admitted(name, resource);
      const isKept = written !== undefined && Math.abs(request - written) <= Math.max(1, written * ROUNDING);
      const isNear = Math.abs(request - wanted) <= Math.max(1, wanted * tolerance);
      return (
        isKept || isNear || (written === undefined && isPatched && isWithinBounds(request, own, resource))
      );
    });
  });
}

function isWithinBounds(request: number, own: ContainerRecommendation, resource: RequestedResource): boolean {
  const { [resource]: lower = 0 } = own.lowerBound;
  const { [resource]: upper = Number.POSITIVE_INFINITY } = own.upperBound;
  return request >= lower && request <= upper;
}

function removeOne(list: LoopState['outstanding'], owner: string, atMs: number): LoopState['outstanding'] {
  const index = list.findIndex((one) => one.owner === owner && one.atMs === atMs);
  return list.filter((_one, position) => position !== index);
}

export function loopFacts(state: LoopState): LoopFacts {
  const { misses, firstMissMs, lastMissMs, isVerified, outstanding, replaced } = state;
  return { misses, firstMissMs, lastMissMs, isVerified, outstanding: outstanding.length, replaced };
}

/** What is noted of a pod when it is evicted: what its containers request, and when it was changed in place. */
export function evictedPod(pod: Pod): EvictedPod {
  const { containers, changesMs, createdMs } = new PodFacts(pod);
  const requests = Object.fromEntries(
    containers.map(({ name, requests: { cpu, memory } }) => [name, { cpu, memory }]),
  );
  return { requests, createdMs, ...(changesMs.length > 0 && { changesMs }) };
}
