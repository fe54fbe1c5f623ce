import type { NodeIndex } from '../../decide/places/node-index';
import { PodPlaces } from '../../decide/places/places';
import { podNeed } from '../../decide/places/pod-need';
import { criticalHold, placeHold, takePlace } from '../../decide/running/policies/places';
import type { Hold, ProposedUpdate } from '../../decide/running/policy';
import { isWithdrawal } from '../../decide/running/withdrawal';
import type { Clock } from '../../lib/time/clock';
import { controllerOf } from '../../objects/owners';
import type { Pod } from '../../objects/types';

interface Sources {
  /** What fits on which node now; undefined if that does not matter. */
  readonly capacity: NodeIndex | undefined;
  /** The same, whatever the settings, for critical pods. */
  readonly nodes: NodeIndex;
  nodesCome(): boolean;
  /** Whether a resize is asked for that only another node has room for. */
  readonly asksForCapacity: boolean;
  /** The pods of a controller now. */
  ownedBy(namespace: string, uid: string): Iterable<Pod>;
  readonly wallClock: Pick<Clock, 'steady'>;
}

/** A pod that was evicted or resized lately. */
interface Done {
  readonly proposal: ProposedUpdate;
  readonly owner: string;
  readonly atMs: number;
  /** What came in its place, once it is seen. */
  successor?: Pod;
}

/** After so long the watches show what was done, or its successor does not come; in real time. */
const SHOWN_WITHIN_MS = 30_000;

/**
 * The places that are left just before a pod is changed: as the watches have the cluster then, with what was done
 * lately and they do not show yet. Between the plan and an action, others may have taken the room.
 */
export class PlacesLeft {
  private done: Done[] = [];
  /** By controller of pods that were evicted: its pods before that, and the successors that are seen. */
  private readonly known = new Map<string, Set<string>>();

  constructor(private readonly sources: Sources) {}

  /** Counts what is proposed as done if it has a place now; else says why not. */
  take(proposal: ProposedUpdate): Hold | undefined {
    const { capacity, nodes, wallClock } = this.sources;
    if (proposal.way === 'unboost') return undefined;
    const nowMs = wallClock.steady();
    this.update(nowMs);
    const places = new PodPlaces(nodes, this.sources.nodesCome());
    for (const { proposal: former, successor } of this.done)
      if (successor) places.replacedBy(former.facts.pod, { pod: successor, need: podNeed(successor) });
      else takePlace(places, former);
    const hold =
      criticalHold(places, proposal) ??
      (capacity?.hasNodes && !isWithdrawal(proposal.reasons)
        ? placeHold(places, proposal, this.sources)
        : undefined);
    if (hold) return hold;
    const { metadata } = proposal.facts.pod;
    const owner = controllerOf(metadata.ownerReferences)?.uid ?? '';
    if (proposal.way === 'evict' && !this.known.has(owner))
      this.known.set(owner, new Set(this.ownedBy(proposal, owner).map(uidOf)));
    this.done.push({ proposal, owner, atMs: nowMs });
    return undefined;
  }

  /** It was not done after all. */
  giveBack({ facts }: Pick<ProposedUpdate, 'facts'>): void {
    this.done = this.done.filter(({ proposal }) => proposal.facts.uid !== facts.uid);
  }

  /** Finds the successors that came, and forgets what the watches show by now. */
  private update(nowMs: number): void {
    this.done = this.done.filter(({ atMs }) => nowMs - atMs < SHOWN_WITHIN_MS);
    const coming = new Map<string, Done[]>();
    for (const one of this.done)
      if (one.proposal.way === 'evict') coming.set(one.owner, [...(coming.get(one.owner) ?? []), one]);
    for (const owner of this.known.keys()) if (!coming.has(owner)) this.known.delete(owner);
    for (const [owner, all] of coming) this.match(owner, all);
  }

  private match(owner: string, all: readonly Done[]): void {
    const [first] = all;
    const known = this.known.get(owner);
    if (!first || !known) return;
    const now = new Map(this.ownedBy(first.proposal, owner).map((pod) => [uidOf(pod), pod]));
    const arrived = [...now.values()].filter((pod) => !known.has(uidOf(pod)));
    for (const one of all) {
      one.successor = one.successor ? (now.get(uidOf(one.successor)) ?? one.successor) : arrived.shift();
      if (one.successor) known.add(uidOf(one.successor));
    }
  }

  private ownedBy({ facts }: ProposedUpdate, owner: string): Pod[] {
    return owner === '' ? [] : [...this.sources.ownedBy(facts.pod.metadata.namespace ?? '', owner)];
  }
}

function uidOf({ metadata }: Pod): string {
  return metadata.uid ?? '';
}
