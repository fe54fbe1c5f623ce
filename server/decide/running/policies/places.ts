import type { NodeIndex } from '../../places/node-index';
import { PodPlaces, type Shortage } from '../../places/places';
import { isStatic } from '../../places/pod-shape';
import { needAfter } from '../need-after';
import type { Hold, ProposedUpdate, SharedRestraint } from '../policy';

/**
 * A pod is only taken away once its successor surely finds a node, and only grows in place where its node has room.
 */
export function placesOn(nodeIndex: NodeIndex, nodesCome: boolean): SharedRestraint {
  const places = new PodPlaces(nodeIndex, nodesCome);
  return {
    name: 'places',
    review: (proposal, { cluster }) =>
      placeHold(places, proposal, { asksForCapacity: cluster.settings.deferredResizeHeldMs === 0 }),
    choose: (proposal) => takePlace(places, proposal),
  };
}

/** From this priority on a pod is critical: to make room for it a kubelet ends other pods (kubelet 1.37, types/pod_update.go). */
export const CRITICAL_FROM = 2_000_000_000;

/**
 * A critical pod grows in place only within what its node has free: for what is missing the kubelet ends its neighbours at
 * once, without asking a budget. No setting changes that.
 */
export function criticalOn(nodeIndex: NodeIndex): SharedRestraint {
  const places = new PodPlaces(nodeIndex);
  return {
    name: 'critical',
    review: (proposal) => criticalHold(places, proposal),
    choose: (proposal) => takePlace(places, proposal),
  };
}

export function criticalHold(
  places: PodPlaces,
  proposal: Pick<ProposedUpdate, 'way' | 'facts' | 'changes'>,
): Hold | undefined {
  const { pod } = proposal.facts;
  const { priority = 0 } = pod.spec;
  if (proposal.way !== 'resize' || !(priority >= CRITICAL_FROM || isStatic(pod))) return undefined;
  const short = places.beyondFree({ pod, need: needAfter(proposal) });
  return (
    short && {
      kind: 'hold',
      reason: { code: 'would-end-neighbours', priority, ...short },
      awaits: 'room-freed',
    }
  );
}

/**
 * Why there is no place for what is proposed; undefined if there is one.
 * @param asksForRoom whether a resize is asked for that its node has no room for, and another has
 */
export function placeHold(
  places: PodPlaces,
  proposal: ProposedUpdate,
  { asksForCapacity }: { asksForCapacity: boolean },
): Hold | undefined {
  const { way, facts } = proposal;
  if (way === 'unboost') return undefined;
  const move = { pod: facts.pod, need: needAfter(proposal) };
  if (way === 'evict') return holdFor(places.forSuccessor(move), 'evict');
  const short = places.inPlace(move);
  const mayMove = proposal.workload.vpa.mode === 'InPlaceOrRecreate';
  if (!short || !mayMove || places.forSuccessor(move)) return holdFor(short, 'resize');
  if (asksForCapacity) return undefined;
  const sinceMs = proposal.workload.shortSince?.get(facts.uid);
  return holdFor({ ...short, elsewhere: true, ...(sinceMs !== undefined && { sinceMs }) }, 'resize');
}

/** Counts that it is done. */
export function takePlace(
  places: PodPlaces,
  proposal: Pick<ProposedUpdate, 'way' | 'facts' | 'changes'>,
): void {
  const { way, facts } = proposal;
  if (way === 'unboost') return;
  const move = { pod: facts.pod, need: needAfter(proposal) };
  if (way === 'evict') places.replace(move);
  else places.grow(move);
}

function holdFor(
  shortage: (Shortage & { elsewhere?: true; sinceMs?: number }) | undefined,
  way: 'evict' | 'resize',
): Hold | undefined {
  return (
    shortage && { kind: 'hold', reason: { code: 'no-room-now', way, ...shortage }, awaits: 'room-freed' }
  );
}
