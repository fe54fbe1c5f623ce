import { EPHEMERAL_STORAGE, RESOURCES, type RequestedResource, type Resource } from '../../objects/units';
import type { ReasonCode } from '../../words/reasons';
import type { ContainerChange } from './planned';
import type { PodFacts } from './pod-facts';
import type { Candidate, ChangeReason, Hold, PolicyScope, ProposedUpdate } from './policy';

/** A resource of a container that a change moves. */
export interface Moved {
  readonly container: string;
  readonly resource: Resource;
  /** Whether its request or its limit becomes less. */
  readonly lowers: boolean;
  /** What it requests, and would; undefined where the request stays. */
  readonly from?: number;
  readonly to?: number;
  /** Its limit, and what that would be; undefined where the limit stays. */
  readonly fromLimit?: number;
  readonly toLimit?: number;
}

/** Each resource that a change moves of what is sized; an init container that ends only follows a LimitRange. */
export function movesOf(facts: PodFacts, changes: readonly ContainerChange[]): Moved[] {
  return changes.flatMap(({ container, from, to, limits }) => {
    const sized = facts.stating.find(({ name }) => name === container);
    if (!sized) return [];
    const stated = sized.limits;
    return RESOURCES.flatMap((resource) => {
      const [was, next] = [from[resource], to[resource]];
      const [limit, nextLimit] = [stated[resource], limits[resource]];
      if (next === undefined && nextLimit === undefined) return [];
      const lowers = isLess(next, was) || isLess(nextLimit, limit);
      return [{ container, resource, lowers, from: was, to: next, fromLimit: limit, toLimit: nextLimit }];
    });
  });
}

function isLess(next: number | undefined, was: number | undefined): boolean {
  return next !== undefined && was !== undefined && next < was;
}

/** The change of these resources alone. */
export function keeping(
  changes: readonly ContainerChange[],
  isKept: (container: string, resource: RequestedResource) => boolean,
): ContainerChange[] {
  return changes.flatMap((change) => {
    const { container } = change;
    const kept = <T extends object>(amounts: T): T =>
      Object.fromEntries(
        Object.entries(amounts).filter(([resource]) => isKept(container, resource as RequestedResource)),
      ) as T;
    const [to, limits] = [kept(change.to), kept(change.limits)];
    return Object.keys(to).length + Object.keys(limits).length > 0 ? [{ ...change, to, limits }] : [];
  });
}

/** What asks for memory, and what for CPU; other reasons are about the whole pod. */
const OF_MEMORY: readonly ReasonCode[] = ['oom-killed', 'killed-below-target', 'stalled-below-target'];

function isDueBy({ reason }: ChangeReason, container: string, resource: RequestedResource): boolean {
  if (!('container' in reason) || reason.container !== container) return false;
  if ('resource' in reason) return reason.resource === resource;
  return OF_MEMORY.includes(reason.code) ? resource === 'memory' : resource === 'cpu';
}

const OF_ONE_RESOURCE: readonly ReasonCode[] = [
  ...OF_MEMORY,
  'outside-bounds',
  'request-missing',
  'throttled-below-target',
  'raise-after-lowering',
];

/**
 * The part of a change in place that its causes ask for: a resource that is within its bounds does not move with
 * another, and none by a step that is not worth it.
 */
export function duePart(
  { facts }: Candidate,
  changes: readonly ContainerChange[],
  causes: readonly ChangeReason[],
  { cluster }: PolicyScope,
): readonly ContainerChange[] {
  const { resourcesApart, podUpdateThreshold } = cluster.settings;
  // The containers of a pod that is sized as a whole depend on each other.
  if (!resourcesApart || facts.podLevel) return changes;
  if (causes.every(({ reason }) => OF_ONE_RESOURCE.includes(reason.code)))
    return keeping(changes, (container, resource) =>
      causes.some((cause) => isDueBy(cause, container, resource)),
    );
  if (
    !causes.every(
      ({ reason }) => reason.code === 'old-and-different' || OF_ONE_RESOURCE.includes(reason.code),
    )
  )
    return changes;
  const worthIt = movesOf(facts, changes).filter(({ from, to }) => isStep({ from, to }, podUpdateThreshold));
  return keeping(
    changes,
    (container, resource) =>
      causes.some((cause) => isDueBy(cause, container, resource)) ||
      worthIt.some((one) => one.container === container && one.resource === resource),
  );
}

/** Whether a request moves by so much of itself that it is worth a change. */
export function isStep({ from, to }: Pick<Moved, 'from' | 'to'>, threshold: number): boolean {
  return from === undefined || to === undefined || Math.abs(to - from) >= threshold * from;
}

/** Whether a change in place does nothing but raise requests that are below their lower bounds: that is always safe. */
export function onlyRaisesWhatIsShort(
  { way, facts, changes, breaches }: ProposedUpdate,
  { cluster }: PolicyScope,
): boolean {
  if (way !== 'resize' || !cluster.settings.resourcesApart || facts.podLevel) return false;
  const moves = movesOf(facts, changes);
  return moves.length > 0 && moves.every((one) => raisesWhatIsShort(one, breaches));
}

function raisesWhatIsShort(
  { container, resource, lowers, from, to }: Moved,
  breaches: Candidate['breaches'],
): boolean {
  if (lowers || from === undefined || to === undefined || to <= from) return false;
  return breaches.some(
    (breach) =>
      breach.container === container &&
      breach.resource === resource &&
      breach.lowerBound !== undefined &&
      from < breach.lowerBound,
  );
}

/** What keeps only what is lowered waiting. */
const OF_LOWERING: readonly ReasonCode[] = ['awaits-canary', 'too-early-to-lower'];
/** What admission does not lower either, so that a pod that is evicted gets the rest. */
const OF_ADMISSION: readonly ReasonCode[] = ['too-early-to-lower'];
/** What keeps all waiting but what is below its lower bound. */
const OF_PATIENCE: readonly ReasonCode[] = [
  'changed-often',
  'one-try',
  'low-confidence',
  'too-few-replicas',
  'tolerance-used-up',
];
/** Whether a move repeats what was taken back: raising what was deferred, or lowering memory that was in use. */
export function isOfWithdrawn(kind: 'deferred' | 'blocked', { lowers, resource }: Moved): boolean {
  return kind === 'blocked' ? lowers && resource === 'memory' : !lowers;
}

/** What keeps a resource waiting that grows. */
const OF_CAPACITY: readonly ReasonCode[] = [
  'exceeds-largest-node',
  'no-room-now',
  'exceeds-quota',
  'exceeds-limit-range',
];

/** The part of a change that these need not keep waiting; undefined if there is none. */
export function partDespite(
  { way, facts, changes, breaches }: ProposedUpdate,
  holds: readonly Hold[],
  { cluster }: PolicyScope,
): ContainerChange[] | undefined {
  if (!cluster.settings.resourcesApart || facts.podLevel) return undefined;
  const mayBePart =
    way === 'resize' || (way === 'evict' && holds.every(({ reason }) => OF_ADMISSION.includes(reason.code)));
  if (!mayBePart) return undefined;
  const moves = movesOf(facts, changes);
  const isHeld = (one: Moved, { reason }: Hold): boolean | undefined => {
    if (OF_LOWERING.includes(reason.code)) return one.lowers;
    if (reason.code === 'resize-withdrawn') return isOfWithdrawn(reason.kind, one);
    if (reason.code === 'node-needs-requests') return one.lowers && one.resource === 'memory';
    if (OF_PATIENCE.includes(reason.code)) return !raisesWhatIsShort(one, breaches);
    if (OF_CAPACITY.includes(reason.code) && 'resource' in reason)
      return one.resource === reason.resource && !one.lowers;
    return undefined;
  };
  const kept: Moved[] = [];
  for (const one of moves) {
    const verdicts = holds.map((hold) => isHeld(one, hold));
    if (verdicts.includes(undefined)) return undefined;
    if (!verdicts.includes(true)) kept.push(one);
  }
  if (kept.length === 0 || kept.length === moves.length) return undefined;
  return keeping(
    changes,
    (container, resource) =>
      resource === EPHEMERAL_STORAGE ||
      kept.some((one) => one.container === container && one.resource === resource),
  );
}
