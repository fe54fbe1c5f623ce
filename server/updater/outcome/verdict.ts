import { isTried } from '../../decide/pods/outcome/hold';
import type {
  AttemptedChange,
  ChangeTrial,
  FormerLife,
  HeldAmounts,
  OutcomeState,
  Worse,
} from '../../decide/pods/outcome/state';
import { backoffMs } from '../../lib/time/backoff';
import { isThrottled } from '../../model/throttling';
import { EPHEMERAL_STORAGE, REQUESTED_RESOURCES, type RequestedResource } from '../../objects/units';
import type { WorseKind } from '../../words/outcomes';
import type { EndedLife, SeenContainer, SeenPod } from './seen-pod';
import { carries, isCrashing, LIVED_WELL_MS, lifeUntilKill } from './trial';

/** What came of a change that is followed, as far as it shows. */
export type OutcomeVerdict =
  /** Nothing is known yet, or it is followed on; `runs` once a pod is ready with what was tried. */
  | { readonly kind: 'pending'; readonly runs: boolean }
  | { readonly kind: 'kept' }
  | ({ readonly kind: 'worse' } & Worse)
  | { readonly kind: 'not-ours'; readonly why: NotOurs }
  /** The nodes refused what was tried, so nothing changed. */
  | { readonly kind: 'refused' }
  /** The time to follow it is over, and no pod with it was seen. */
  | { readonly kind: 'unknown' };

/** Why a failure is not blamed on the change. */
export type NotOurs = 'another-program' | 'crashes-unchanged';

export interface FollowSettings {
  readonly nowMs: number;
  /** How long the last change is followed. */
  readonly followedMs: number;
  /** How long a pod with held amounts may wait for a node. */
  readonly capacityWithinMs?: number;
}

/** A pod that finds no node is not blamed at once: one may be on its way. */
const PENDING_MS = 10 * 60_000;
/** Where no node comes by itself, it still may wait for its predecessor to go. */
const CAPACITY_WITHIN_MS = 60_000;
const DAY_MS = 86_400_000;
/** A kill where kills were known before is sooner if it comes in half of the time; up to twice is as soon. */
const SOONER = 0.5;
const AS_SOON = 2;
const LITTLE_LONGER = 5;

/** Judges a change by the pods of its workload as they are now. */
export function judgeTrial(
  trial: ChangeTrial,
  pods: readonly SeenPod[],
  { nowMs, followedMs }: FollowSettings,
): OutcomeVerdict {
  const live = pods.filter(({ isTerminating }) => !isTerminating);
  const changed = live.filter((pod) => isSince(pod, trial.sinceMs) && carries(pod, trial));
  const own = changed.filter(({ program }) => program === trial.program);
  for (const pod of own) {
    const worse = worseIn(trial, pod, live, nowMs);
    if (worse) return worse;
  }
  const again =
    endedAgain(trial, own, OF_MEMORY) ?? endedAgain(trial, own, OF_DISK) ?? endedInVain(trial, own);
  if (again) return { kind: 'worse', ...again };
  const isOver = nowMs - trial.changedMs >= followedMs;
  // Pods that ended the change by running something else say nothing about it.
  if (own.length === 0 && live.length > 0 && live.every(({ program }) => program !== trial.program))
    return { kind: 'not-ours', why: 'another-program' };
  if (own.length > 0 && own.every(({ isResizeRefused }) => isResizeRefused)) return { kind: 'refused' };
  const runs = own.some(({ isReady, isResizing }) => isReady && !isResizing);
  if (!isOver) return { kind: 'pending', runs };
  return { kind: runs ? 'kept' : 'unknown' };
}

function worseIn(
  trial: ChangeTrial,
  pod: SeenPod,
  live: readonly SeenPod[],
  nowMs: number,
): Extract<OutcomeVerdict, { kind: 'worse' | 'not-ours' }> | undefined {
  for (const container of pod.containers) {
    const killed = endedSooner(trial, pod, container, OF_MEMORY);
    if (killed) return { kind: 'worse', how: 'killed-sooner', container: container.name, ...killed };
    const filled = endedSooner(trial, pod, container, OF_DISK);
    if (filled) return { kind: 'worse', how: 'filled-sooner', container: container.name, ...filled };
    const again = killedAsSoon(trial, pod, container);
    if (again) return { kind: 'worse', how: 'no-better', container: container.name, ...again };
  }
  const crashing = pod.containers.find(
    ({ crashedMs = 0 }) => crashedMs > Math.max(trial.sinceMs, pod.changedMs),
  );
  if (crashing && !trial.crashed) {
    // The others have what was before: what befalls them too has another cause.
    const isEverywhere = live.some((one) => one !== pod && !carries(one, trial) && isCrashing(one));
    if (isEverywhere) return { kind: 'not-ours', why: 'crashes-unchanged' };
    return { kind: 'worse', how: 'crashing', container: crashing.name };
  }
  const held = pod.containers.find((one) => isHeldBack(trial, one));
  if (held && !isThrottledBefore(trial, held.name, live))
    return { kind: 'worse', how: 'throttled', container: held.name };
  const grown =
    pod.unscheduledMs !== undefined && nowMs - pod.unscheduledMs >= PENDING_MS && grownIn(trial, pod);
  return grown ? { kind: 'worse', how: 'pending', container: grown } : undefined;
}

/** How the lack of a resource ends a container, and how soon it did before. */
interface EndFor {
  readonly resource: RequestedResource;
  readonly again: WorseKind;
  ended(container: SeenContainer): EndedLife | undefined;
  endedAfterMs(before: FormerLife): number | undefined;
}

const OF_MEMORY: EndFor = {
  resource: 'memory',
  again: 'killed',
  ended: ({ killed }) => killed,
  endedAfterMs: ({ killedAfterMs }) => killedAfterMs,
};
const OF_DISK: EndFor = {
  resource: EPHEMERAL_STORAGE,
  again: 'filled',
  ended: ({ filled }) => filled,
  endedAfterMs: ({ filledAfterMs }) => filledAfterMs,
};

/** How long a container lived that got less of a resource and then ended for it; in milliseconds. */
function livedWithLess(
  { containers, sinceMs }: ChangeTrial,
  { changedMs }: SeenPod,
  container: SeenContainer,
  { resource, ended }: EndFor,
): number | undefined {
  const life = ended(container);
  if (!life || life.finishedMs <= sinceMs) return undefined;
  const { from, to } = containers.get(container.name) ?? { from: {}, to: {} };
  const [was, next] = [from[resource], to[resource]];
  return was !== undefined && next !== undefined && next < was ? lifeUntilKill(life, changedMs) : undefined;
}

/** An end that came sooner than any before, or within a time that was lived through before. */
function endedSooner(
  trial: ChangeTrial,
  pod: SeenPod,
  container: SeenContainer,
  end: EndFor,
): Pick<Worse, 'beforeMs' | 'livedMs'> | undefined {
  const tried = trial.containers.get(container.name);
  const livedMs = livedWithLess(trial, pod, container, end);
  if (!tried || livedMs === undefined) return undefined;
  const { ranMs = 0 } = tried;
  const beforeMs = end.endedAfterMs(tried);
  if (beforeMs === undefined) return livedMs < ranMs ? { beforeMs: ranMs, livedMs } : undefined;
  return livedMs < beforeMs * SOONER ? { beforeMs, livedMs } : undefined;
}

/**
 * More than one end, in one pod or in several, of what never ended so before: what was young when it was changed
 * cannot end sooner than before, however often it ends.
 */
function endedAgain(trial: ChangeTrial, pods: readonly SeenPod[], end: EndFor): Again | undefined {
  return secondEnd(trial, pods, end, (pod, container) => {
    const tried = trial.containers.get(container.name);
    if (!tried || end.endedAfterMs(tried) !== undefined || hasFormerLimit(tried, container, end))
      return undefined;
    const livedMs = livedWithLess(trial, pod, container, end);
    return livedMs === undefined ? undefined : { how: end.again, livedMs };
  });
}

/** More than one end of a container is what makes it worse. */
type Again = Pick<Worse, 'how' | 'beforeMs' | 'livedMs' | 'container'>;

/** The second end that counts of a container, in one pod or in several. */
function secondEnd(
  trial: ChangeTrial,
  pods: readonly SeenPod[],
  end: EndFor,
  counted: (pod: SeenPod, container: SeenContainer) => Omit<Again, 'container'> | undefined,
): Again | undefined {
  const seen = new Set<string>();
  for (const pod of pods)
    for (const container of pod.containers) {
      const found = counted(pod, container);
      if (!found) continue;
      const { name } = container;
      if (seen.has(name) || isRestarted(trial, pod, container, end)) return { ...found, container: name };
      seen.add(name);
    }
  return undefined;
}

/** Whether it was killed at a limit that is no lower than before, which is no fault of a lower request. */
function hasFormerLimit(
  { ranAtLimit }: FormerLife,
  { memoryLimit }: SeenContainer,
  { resource }: EndFor,
): boolean {
  return (
    resource === 'memory' &&
    ranAtLimit !== undefined &&
    memoryLimit !== undefined &&
    memoryLimit >= ranAtLimit
  );
}

/** Whether a life came before the one that ended, both with what was tried. */
function isRestarted(
  { sinceMs }: ChangeTrial,
  { createdMs, changedMs }: SeenPod,
  container: SeenContainer,
  { ended }: EndFor,
): boolean {
  if (createdMs >= wholeSecond(sinceMs)) return (container.restarts ?? 0) > 1;
  return (ended(container)?.startedMs ?? 0) > changedMs;
}

/**
 * More memory, all that there is room for, and it is killed by its node as soon as before: what it requests keeps its
 * neighbours out, and helps nobody.
 */
function killedAsSoon(
  { containers, sinceMs }: ChangeTrial,
  { changedMs }: SeenPod,
  container: SeenContainer,
): Pick<Worse, 'beforeMs' | 'livedMs'> | undefined {
  const { name, killed } = container;
  const tried = containers.get(name);
  if (!hasAllThereIs(tried, container) || !killed || killed.finishedMs <= sinceMs) return undefined;
  const { to, killedAfterMs, killedAtLimit } = tried;
  if (killedAfterMs === undefined) return undefined;
  const livedMs = lifeUntilKill(killed, changedMs);
  // With a limit it had less: what grows lives longer in proportion, and is no better for it.
  const more = killedAtLimit ? Math.max(1, (to.memory ?? 0) / killedAtLimit) : 1;
  return livedMs !== undefined && livedMs <= killedAfterMs * AS_SOON * more
    ? { beforeMs: killedAfterMs, livedMs }
    : undefined;
}

/**
 * The same of more than one end, each within an hour: what fills any node lives a little longer with a larger request
 * only because its neighbours end in its place. The shortest life until then is a poor measure of how long it lived.
 */
function endedInVain(trial: ChangeTrial, pods: readonly SeenPod[]): Again | undefined {
  return secondEnd(trial, pods, OF_MEMORY, ({ changedMs }, container) => {
    const tried = trial.containers.get(container.name);
    const { killed } = container;
    if (!hasAllThereIs(tried, container) || !killed || killed.finishedMs <= trial.sinceMs) return undefined;
    const { killedAfterMs, ranMs } = tried;
    const livedMs = lifeUntilKill(killed, changedMs);
    const longestMs = Math.min(LIVED_WELL_MS, (killedAfterMs ?? Number.POSITIVE_INFINITY) * LITTLE_LONGER);
    if (livedMs === undefined || livedMs >= longestMs) return undefined;
    return { how: 'no-better', beforeMs: killedAfterMs ?? ranMs, livedMs };
  });
}

/** Whether it was given more memory, all that there is room for, and nothing but its node limits it. */
function hasAllThereIs(
  tried: (AttemptedChange & FormerLife) | undefined,
  { memoryLimit }: SeenContainer,
): tried is AttemptedChange & FormerLife {
  const { isAllThereIs, from, to } = tried ?? {};
  return isAllThereIs === true && memoryLimit === undefined && (to?.memory ?? 0) > (from?.memory ?? Infinity);
}

/** Whether it is throttled at a CPU limit that the change lowered, and was not before. */
function isHeldBack({ containers }: ChangeTrial, { name, cpuLimit, throttled }: SeenContainer): boolean {
  const tried = containers.get(name);
  if (!isThrottled(throttled) || cpuLimit === undefined || tried?.to.cpu === undefined) return false;
  const { throttled: before, cpuLimit: limitBefore } = tried;
  const isLowered = limitBefore !== undefined && cpuLimit < limitBefore;
  return isLowered && before !== undefined && !isThrottled(before);
}

/** Whether a pod with the former requests is throttled now as well: then it has another cause. */
function isThrottledBefore(trial: ChangeTrial, container: string, live: readonly SeenPod[]): boolean {
  return live.some(
    (pod) =>
      !carries(pod, trial) &&
      pod.containers.some(({ name, throttled }) => name === container && isThrottled(throttled)),
  );
}

/** The container that requests more than before. */
function grownIn({ containers }: ChangeTrial, pod: SeenPod): string | undefined {
  return pod.containers.find(({ name, requests }) => {
    const tried = containers.get(name);
    if (!tried) return false;
    return REQUESTED_RESOURCES.some(
      (resource) =>
        (tried.to[resource] ?? 0) > (tried.from[resource] ?? Infinity) &&
        isTried(requests[resource], resource, tried),
    );
  })?.name;
}

/** How holding amounts ends, if it does. */
export type Release =
  | { readonly kind: 'held' }
  /** Its time is over: the change is tried once more. */
  | { readonly kind: 'try-again' }
  /** The policy or the program is another, so what was learned no longer counts. */
  | { readonly kind: 'outdated'; readonly why: 'another-program' | 'policy-changed' }
  /** It goes no better with what was before, so the change was not the cause. */
  | { readonly kind: 'refuted' }
  /** There is no room any more for what was before: a pod that waits serves nobody. */
  | { readonly kind: 'no-room' };

type HoldSettings = Pick<FollowSettings, 'nowMs' | 'capacityWithinMs'> & { readonly undone: number };

/** Whether amounts are held on, by the pods of their workload as they are now. */
export function judgeHeld(
  held: HeldAmounts,
  pods: readonly SeenPod[],
  policy: string,
  { nowMs, undone, capacityWithinMs = CAPACITY_WITHIN_MS }: HoldSettings,
): Release {
  if (held.policy !== policy) return { kind: 'outdated', why: 'policy-changed' };
  const live = pods.filter(({ isTerminating }) => !isTerminating);
  if (live.some(({ program, createdMs }) => program !== held.program && createdMs > held.sinceMs))
    return { kind: 'outdated', why: 'another-program' };
  if (
    live.some((pod) => waitsWithHeld(held, pod) && nowMs - (pod.unscheduledMs ?? nowMs) >= capacityWithinMs)
  )
    return { kind: 'no-room' };
  const back = live.filter(
    (pod) => !carries(pod, held) && (held.how === 'pending' || isSince(pod, held.sinceMs)),
  );
  const mayRefute = held.how !== 'pending' || nowMs >= held.sinceMs + pauseAfter(undone);
  if (mayRefute && back.some((pod) => isRefutedBy(held, pod))) return { kind: 'refuted' };
  return nowMs >= held.untilMs ? { kind: 'try-again' } : { kind: 'held' };
}

/** Whether a pod finds no node with amounts that are held above what was tried. */
function waitsWithHeld({ containers }: HeldAmounts, pod: SeenPod): boolean {
  if (pod.unscheduledMs === undefined) return false;
  return pod.containers.some(({ name, requests }) => {
    const { from, to } = containers.get(name) ?? { from: {}, to: {} };
    return REQUESTED_RESOURCES.some((resource) => {
      const [kept, tried] = [from[resource], to[resource]];
      return kept !== undefined && tried !== undefined && kept > tried && requests[resource] === kept;
    });
  });
}

/**
 * How long amounts are held for which no node had room, before a kill with the former ones lets more be tried again: the
 * first time not at all, then ever longer, as it may go round in a circle.
 */
function pauseAfter(undone: number): number {
  return undone <= 1 ? 0 : backoffMs({ firstMs: PENDING_MS, longestMs: DAY_MS }, undone - 1);
}

function isRefutedBy({ how, sinceMs, containers, livedMs = 0 }: HeldAmounts, pod: SeenPod): boolean {
  // That it is killed with less as well is why more was tried.
  if (how === 'no-better') return false;
  if (how === 'crashing')
    return pod.containers.some(({ crashedMs = 0 }) => crashedMs > Math.max(sinceMs, pod.changedMs));
  if (how === 'throttled')
    return pod.containers.some(({ name, throttled }) => containers.has(name) && isThrottled(throttled));
  const { ended } = how === 'filled-sooner' || how === 'filled' ? OF_DISK : OF_MEMORY;
  return pod.containers.some((container) => {
    const life = ended(container);
    if (!life || life.finishedMs <= sinceMs || !containers.has(container.name)) return false;
    const afterMs = lifeUntilKill(life, pod.changedMs);
    if (afterMs === undefined) return false;
    // Too little memory burns, whatever its requests grew for.
    if (how === 'pending') return true;
    // A resize comes into force later than it is asked for: a life begun before it may have ended with what was tried.
    return !pod.isResizing && life.startedMs >= pod.changedMs && afterMs <= livedMs;
  });
}

function isSince({ changedMs }: SeenPod, ms: number): boolean {
  return changedMs >= wholeSecond(ms);
}

/** Creation times have whole seconds. */
function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** When the passing of time alone may change the verdict next. */
export function nextLookMs(
  { trial, held }: Pick<OutcomeState, 'trial' | 'held'>,
  pods: readonly SeenPod[],
  { nowMs, followedMs, capacityWithinMs = CAPACITY_WITHIN_MS }: FollowSettings,
): number {
  const times = [
    trial && trial.changedMs + followedMs,
    held?.untilMs,
    ...pods.flatMap(({ unscheduledMs }) =>
      unscheduledMs === undefined ? [] : [unscheduledMs + PENDING_MS, unscheduledMs + capacityWithinMs],
    ),
  ];
  return times.reduce<number>(
    (least, ms) => (ms !== undefined && ms > nowMs && ms < least ? ms : least),
    Number.POSITIVE_INFINITY,
  );
}
