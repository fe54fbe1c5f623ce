import type { Reason } from '../../words/reasons';
import { withRangeDefaults } from './changes';
import { keeping, type Moved, movesOf } from './part-of-change';
import type { PodFacts } from './pod-facts';
import { isUrgent } from './policies/urgent';
import type { ProposedUpdate } from './policy';
import { grantedTo } from './refused-part';
import type { PlanSettings } from './settings';

/** What of a change in place is asked for now, and what follows. */
interface FirstStep {
  readonly changes: ProposedUpdate['changes'];
  readonly notes: readonly Reason[];
}

/**
 * A kubelet grants a resize as a whole or not at all, so that a raise without room keeps what lowers waiting, in the same
 * resize and in later ones: what lowers goes first and alone, and what raises once it is granted. What burns is raised
 * first. Undefined if a change does only one of both.
 */
export function lowersFirst(
  proposal: ProposedUpdate,
  { resourcesApart }: Pick<PlanSettings, 'resourcesApart'>,
): FirstStep | undefined {
  const { way, facts, changes, reasons } = proposal;
  if (way !== 'resize' || !resourcesApart) return undefined;
  const moves = movesOf(facts, changes);
  // What a pod states as a whole bounds its containers, so that a resource that rises anywhere moves together.
  const isLater = (one: Moved) =>
    facts.podLevel ? moves.some((other) => other.resource === one.resource && isRaise(other)) : isRaise(one);
  const raises = moves.filter(isLater);
  const lowers = moves.filter((one) => one.lowers && !isLater(one) && !isGranted(one, facts));
  if (raises.length === 0 || lowers.length === 0) return undefined;
  const burns = isUrgent(reasons);
  const later = burns ? lowers : raises;
  const first = keeping(
    changes,
    (container, resource) => !later.some((one) => one.container === container && one.resource === resource),
  );
  const follow = raises.filter(isRaise).map(({ container, resource }) => ({ container, resource }));
  return {
    changes: withRangeDefaults(first, proposal),
    notes: burns ? [] : [{ code: 'lowered-first', raises: follow }],
  };
}

/** Whether a request only goes back to what the kubelet granted: that takes nothing from anyone. */
function isGranted({ container, resource, to }: Moved, facts: PodFacts): boolean {
  return to !== undefined && grantedTo(facts, container)?.requests[resource] === to;
}

/** What the API server fills in where nothing was stated is none. */
function isRaise({ lowers, from, to, fromLimit, toLimit }: Moved): boolean {
  return !lowers && (isMore(to, from) || isMore(toLimit, fromLimit));
}

function isMore(next: number | undefined, was: number | undefined): boolean {
  return next !== undefined && was !== undefined && next > was;
}
