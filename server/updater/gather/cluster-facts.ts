import { nodeCapacity } from '../../cluster/node-capacity';
import type { NodeSupply } from '../../cluster/node-supply';
import { traitsOf } from '../../decide/places/node-traits';
import { mayUseOtherKind } from '../../decide/places/other-kinds';
import { PodPlaces } from '../../decide/places/places';
import { podNeed } from '../../decide/places/pod-need';
import type { ClusterFacts, LeaseFacts } from '../../decide/running/plan-input';
import type { ClusterCaches } from '../../kube/caches';
import type { UpdaterSettings } from '../settings';
import { UPDATER_KINDS } from './kinds';
import { isShallowEqual } from './same-input';

export interface ClusterSources {
  config: UpdaterSettings;
  caches: ClusterCaches;
  /** Whether this process would hear of a stop pressed in another. */
  hearsStops(): boolean;
  lease(): LeaseFacts;
  /** Whether nodes come by themselves, and the largest of them; by default none does. */
  readonly supply?: Pick<NodeSupply, 'comes' | 'coming'>;
  readonly memoryPeakOf?: ClusterFacts['memoryPeakOf'];
}

type Nodes = ClusterCaches['nodes'];
const readers = new WeakMap<Nodes, NonNullable<ClusterFacts['traitsOf']>>();

/** The same function for the same nodes. */
function traitsIn(nodes: Nodes): NonNullable<ClusterFacts['traitsOf']> {
  const known = readers.get(nodes);
  if (known) return known;
  const read = (name: string) => {
    const node = nodes.get('', name);
    return node && traitsOf(node);
  };
  readers.set(nodes, read);
  return read;
}

const otherKinds = new WeakMap<Nodes, NonNullable<ClusterFacts['mayUseOtherKind']>>();

function otherKindsIn(caches: ClusterCaches): NonNullable<ClusterFacts['mayUseOtherKind']> {
  const known = otherKinds.get(caches.nodes);
  if (known) return known;
  const read: NonNullable<ClusterFacts['mayUseOtherKind']> = (pod, part) =>
    mayUseOtherKind(pod, part, nodeCapacity(caches), traitsIn(caches.nodes));
  otherKinds.set(caches.nodes, read);
  return read;
}

const places = new WeakMap<Nodes, NonNullable<ClusterFacts['hasPlaceFor']>>();

function placesIn(caches: ClusterCaches): NonNullable<ClusterFacts['hasPlaceFor']> {
  const known = places.get(caches.nodes);
  if (known) return known;
  const read: NonNullable<ClusterFacts['hasPlaceFor']> = (pod) => {
    const need = podNeed({ ...pod, status: undefined });
    return new PodPlaces(nodeCapacity(caches)).forSuccessor({ pod, need }) === undefined;
  };
  places.set(caches.nodes, read);
  return read;
}

/** What is the same for every VPA; the same object while nothing about it changes. */
export class ClusterFollower {
  private known: ClusterFacts | undefined;

  constructor(private readonly sources: ClusterSources) {}

  facts(): ClusterFacts {
    const { config, lease } = this.sources;
    const next: ClusterFacts = {
      settings: config,
      lease: lease(),
      nodesCome: this.sources.supply?.comes ?? false,
      traitsOf: traitsIn(this.sources.caches.nodes),
      hasPlaceFor: placesIn(this.sources.caches),
      mayUseOtherKind: otherKindsIn(this.sources.caches),
      memoryPeakOf: this.sources.memoryPeakOf,
      unfollowed: this.unfollowed().join(', ') || undefined,
    };
    const { known } = this;
    const isSame =
      known &&
      known.unfollowed === next.unfollowed &&
      known.nodesCome === next.nodesCome &&
      isShallowEqual(known.lease, next.lease);
    if (!isSame) this.known = next;
    return this.known ?? next;
  }

  /** Kinds whose watch is broken, so that their data may be old. */
  private unfollowed(): string[] {
    const { caches, hearsStops } = this.sources;
    const kinds: string[] = UPDATER_KINDS.filter((kind) => caches[kind].state.kind === 'failing');
    return hearsStops() ? kinds : [...kinds, 'stops'];
  }
}
