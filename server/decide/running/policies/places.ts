import type { NodeIndex } from '../../places/node-index';
import { PodPlaces, type Shortage } from '../../places/places';
import { needAfter } from '../need-after';
import type { Hold, ProposedUpdate, SharedRestraint } from '../policy';

/**
 * A pod is only taken away once its successor surely finds a node, and only grows in place where its node has room.
 * A resize for which only another node has room may be asked for if the VPA lets it become an eviction.
 */
export function placesOn(book: NodeIndex, nodesCome: boolean): SharedRestraint {
  const places = new PodPlaces(book, nodesCome);
  return {
    name: 'places',
    review: (proposal) => placeHold(places, proposal),
    choose: (proposal) => takePlace(places, proposal),
  };
}

/** Why there is no place for what is proposed; undefined if there is one. */
export function placeHold(places: PodPlaces, proposal: ProposedUpdate): Hold | undefined {
  const { way, facts } = proposal;
  if (way === 'unboost') return undefined;
  const move = { pod: facts.pod, need: needAfter(proposal) };
  if (way === 'evict') return holdFor(places.forSuccessor(move), 'evict');
  const short = places.inPlace(move);
  const mayMove = proposal.workload.vpa.mode === 'InPlaceOrRecreate';
  return short && mayMove && !places.forSuccessor(move) ? undefined : holdFor(short, 'resize');
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

function holdFor(shortage: Shortage | undefined, way: 'evict' | 'resize'): Hold | undefined {
  return (
    shortage && { kind: 'hold', reason: { code: 'no-room-now', way, ...shortage }, awaits: 'room-freed' }
  );
}
