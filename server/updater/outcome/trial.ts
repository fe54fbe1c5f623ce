import { isTried } from '../../decide/pods/outcome/hold';
import type { AttemptedChange, ChangeTrial, FormerLife } from '../../decide/pods/outcome/state';
import type { ContainerChange } from '../../decide/running/planned';
import { type Amounts, REQUESTED_RESOURCES } from '../../objects/units';
import type { EndedLife, SeenPod } from './seen-pod';

/** A request that moves by less is no change to blame. */
const LEAST_MOVE = 0.02;
/** Having lived so long with a change, a pod is what the next change is compared with, and goes back to. */
export const LIVED_WELL_MS = 3_600_000;

/** A change of a pod that is about to be made, or was found made. */
export interface Changing {
  readonly pod: SeenPod;
  readonly changes: readonly Pick<ContainerChange, 'container' | 'from' | 'to'>[];
  /** All pods of the workload before the change. */
  readonly pods: readonly SeenPod[];
  /** The containers that get all the memory that there is room for, and need more. */
  readonly allThereIs?: ReadonlySet<string>;
  /** When it was found made, if it was: since when the pod that shows it lives. */
  readonly madeMs?: number;
}

/** What becomes of the change that is followed when another pod is changed. */
export type FollowedChange =
  /** There was nothing that lived well before, or nothing moves. */
  | { readonly kind: 'none' }
  | { readonly kind: 'began'; readonly trial: ChangeTrial; readonly isFormerKept: boolean }
  | { readonly kind: 'joined'; readonly trial: ChangeTrial };

/** Begins to follow a change, or adds it to the one that is followed. */
export function changing(
  former: ChangeTrial | undefined,
  { pod, changes, pods, allThereIs, madeMs }: Changing,
  nowMs: number,
): FollowedChange {
  const asked = movedBy(changes);
  const proven = former && provenBy(former, asked, { pod, pods }, nowMs);
  if (former?.program === pod.program && !proven) {
    const trial = { ...former, changedMs: nowMs, containers: bounded(joined(former, asked), allThereIs) };
    return { kind: 'joined', trial };
  }
  // What it goes back to is what was lived well with last, whichever pod that was.
  const moved = proven ? movedFrom(proven, asked) : asked;
  const lived = pods.filter(
    (one) => one.program === pod.program && hasLived(one) && !carries(one, { containers: moved }),
  );
  if (moved.size === 0 || lived.length === 0) return { kind: 'none' };
  const containers = new Map<string, AttemptedChange & FormerLife>();
  for (const [name, tried] of moved) containers.set(name, { ...tried, ...lifeOf(name, lived, nowMs) });
  const crashed = lived.some(isCrashing);
  const { program } = pod;
  const trial = {
    sinceMs: madeMs ?? nowMs,
    changedMs: nowMs,
    program,
    containers: bounded(containers, allThereIs),
    crashed,
  };
  return { kind: 'began', trial, isFormerKept: former?.program === program };
}

/**
 * The pod that lived well with the change that is followed, if this is another change: that pod itself, or one beside
 * it that was changed before. It is ready, and lost no container lately.
 */
function provenBy(
  former: ChangeTrial,
  asked: ReadonlyMap<string, AttemptedChange>,
  { pod, pods }: Pick<Changing, 'pod' | 'pods'>,
  nowMs: number,
): SeenPod | undefined {
  const livedWell = (one: SeenPod) =>
    one.program === former.program &&
    carries(one, former) &&
    nowMs - Math.max(former.sinceMs, one.changedMs) >= LIVED_WELL_MS;
  if (livedWell(pod)) return pod;
  if (carries(pod, former) || !isAnother(former, asked)) return undefined;
  return pods.find((one) => livedWell(one) && one.isReady && !one.isTerminating && !wasKilled(one));
}

/** Whether a change goes elsewhere than the one that is followed, by enough to be blamed. */
function isAnother({ containers }: ChangeTrial, asked: ReadonlyMap<string, AttemptedChange>): boolean {
  return [...asked].some(([name, { to }]) =>
    REQUESTED_RESOURCES.some((resource) => {
      const [tried, next] = [containers.get(name)?.to[resource], to[resource]];
      return tried !== undefined && next !== undefined && Math.abs(next - tried) > LEAST_MOVE * tried;
    }),
  );
}

/** The change as it is from what that pod requests. */
function movedFrom(
  { containers }: SeenPod,
  asked: ReadonlyMap<string, AttemptedChange>,
): Map<string, AttemptedChange> {
  return movedBy(
    [...asked].map(([container, { from, to }]) => ({
      container,
      from: { ...from, ...containers.find(({ name }) => name === container)?.requests },
      to,
    })),
  );
}

function wasKilled({ containers, changedMs }: SeenPod): boolean {
  return containers.some(({ killed, filled }) =>
    [killed, filled].some((life) => life && life.finishedMs > changedMs),
  );
}

/** The same containers, with a mark on those that get all that there is. */
export function bounded(
  containers: ChangeTrial['containers'],
  allThereIs: ReadonlySet<string> | undefined,
): ChangeTrial['containers'] {
  if (!allThereIs || allThereIs.size === 0) return containers;
  return new Map(
    [...containers].map(([name, tried]) => [
      name,
      allThereIs.has(name) ? { ...tried, isAllThereIs: true as const } : tried,
    ]),
  );
}

/** The requests that a change moves by enough to be blamed. */
function movedBy(changes: Changing['changes']): Map<string, AttemptedChange> {
  const moved = new Map<string, AttemptedChange>();
  for (const { container, from, to } of changes) {
    const tried: { from: Amounts; to: Amounts } = { from: {}, to: {} };
    for (const resource of REQUESTED_RESOURCES) {
      const [was, next] = [from[resource], to[resource]];
      if (was === undefined || next === undefined || Math.abs(next - was) <= LEAST_MOVE * was) continue;
      Object.assign(tried.from, { [resource]: was });
      Object.assign(tried.to, { [resource]: next });
    }
    if (Object.keys(tried.to).length > 0) moved.set(container, tried);
  }
  return moved;
}

/** What was before stays what the first pod had; what is tried is what the last one gets. */
function joined(
  { containers }: ChangeTrial,
  moved: ReadonlyMap<string, AttemptedChange>,
): ChangeTrial['containers'] {
  const next = new Map(containers);
  for (const [name, { from, to }] of moved) {
    const known = next.get(name);
    next.set(
      name,
      known ? { ...known, from: { ...from, ...known.from }, to: { ...known.to, ...to } } : { from, to },
    );
  }
  return next;
}

/** Whether a pod has what is tried rather than what was before. */
export function carries(
  { containers }: SeenPod,
  { containers: tried }: { readonly containers: ReadonlyMap<string, AttemptedChange> },
): boolean {
  return containers.some(({ name, requests }) => {
    const own = tried.get(name);
    return (
      own !== undefined && REQUESTED_RESOURCES.some((resource) => isTried(requests[resource], resource, own))
    );
  });
}

/** Whether it ever ran: what never did is nothing to go back to. */
function hasLived({ isReady, containers }: SeenPod): boolean {
  return (
    isReady ||
    containers.some(({ runningMs, killed, filled, crashedMs }) => runningMs ?? killed ?? filled ?? crashedMs)
  );
}

export function isCrashing({ containers }: SeenPod): boolean {
  return containers.some(({ crashedMs }) => crashedMs !== undefined);
}

function lifeOf(name: string, pods: readonly SeenPod[], nowMs: number): FormerLife {
  let ranMs: number | undefined;
  let killedAfterMs: number | undefined;
  let filledAfterMs: number | undefined;
  let throttled: number | undefined;
  let cpuLimit: number | undefined;
  let killedAtLimit: number | undefined;
  let ranAtLimit: number | undefined;
  for (const { containers, changedMs } of pods) {
    const own = containers.find((one) => one.name === name);
    if (own?.runningMs !== undefined)
      ranMs = Math.max(ranMs ?? 0, nowMs - Math.max(own.runningMs, changedMs));
    if (own) ranAtLimit = Math.max(ranAtLimit ?? 0, own.memoryLimit ?? Infinity);
    const filledMs = own?.filled && lifeUntilKill(own.filled, changedMs);
    if (filledMs !== undefined) filledAfterMs = Math.min(filledAfterMs ?? Infinity, filledMs);
    const afterMs = own?.killed && lifeUntilKill(own.killed, changedMs);
    if (own?.throttled !== undefined) throttled = Math.max(throttled ?? 0, own.throttled);
    if (own?.cpuLimit !== undefined) cpuLimit = Math.min(cpuLimit ?? Infinity, own.cpuLimit);
    if (afterMs === undefined || afterMs >= (killedAfterMs ?? Infinity)) continue;
    killedAfterMs = afterMs;
    killedAtLimit = own?.memoryLimit;
  }
  return {
    ...(ranMs !== undefined && { ranMs }),
    ...(killedAfterMs !== undefined && { killedAfterMs }),
    ...(killedAtLimit !== undefined && { killedAtLimit }),
    ...(ranAtLimit !== undefined && Number.isFinite(ranAtLimit) && { ranAtLimit }),
    ...(filledAfterMs !== undefined && { filledAfterMs }),
    ...(throttled !== undefined && { throttled }),
    ...(cpuLimit !== undefined && { cpuLimit }),
  };
}

/** How long a container lived with what its pod requests; undefined if it was killed before that. */
export function lifeUntilKill({ startedMs, finishedMs }: EndedLife, changedMs: number): number | undefined {
  return finishedMs > changedMs ? finishedMs - Math.max(startedMs, changedMs) : undefined;
}
