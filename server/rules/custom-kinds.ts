import type { ServedKind } from '../kube/discovery';
import type { FollowedKind, MetadataWatches } from '../kube/metadata-watches';
import type { ObjectListener } from '../kube/object-store';
import { ofKey } from '../lib/memo/of-key';
import type { OwnerRef } from '../objects/owners';
import { groupResource } from '../objects/resources';
import type { KubeObject } from '../objects/types';
import { type CustomKind, kindText, namesOf } from './rule-kind';

export interface CustomKindSources {
  readonly watches: Pick<MetadataWatches, 'of' | 'follow' | 'stateOf'>;
  /** How the API server serves a kind; undefined if it does not, or does not say. */
  servedAs(ref: OwnerRef): Promise<ServedKind | undefined>;
}

/** Told of the objects of a kind, and whether it can be followed. */
export interface CustomKindListener {
  objects(kind: CustomKind): ObjectListener<KubeObject>;
  stateChanged(): void;
  /** What keeps the kind from being followed; undefined once nothing does. */
  fault(kind: CustomKind, fault: string | undefined): void;
}

interface Place {
  cache?: object;
  ends: (() => void)[];
  asking?: Promise<void> | undefined;
}

/** Follows kinds that have no cache of their own, found by discovery. */
export class CustomKinds {
  private readonly places = new Map<CustomKind, Place>();

  constructor(
    private readonly sources: CustomKindSources,
    private readonly listener: CustomKindListener,
  ) {}

  /** Follows it from now on; to be called again and again, since a kind may be installed or granted at any time. */
  follow(kind: CustomKind): void {
    const place = ofKey(this.places, kind, () => ({ ends: [] }));
    const own = place;
    own.asking ??= this.ask(kind, own).finally(() => {
      own.asking = undefined;
    });
  }

  /** Whether a whole list was read, so that an object that is not there is gone. */
  isKnown(kind: CustomKind): boolean {
    const { apiVersion, kindName } = namesOf(kind);
    return this.sources.watches.of(apiVersion, kindName) !== undefined;
  }

  async settled(kinds: Iterable<CustomKind>): Promise<void> {
    await Promise.all([...kinds].map((kind) => this.places.get(kind)?.asking));
  }

  stop(): void {
    for (const { ends } of this.places.values()) for (const end of ends.splice(0)) end();
  }

  /** Never rejects: what the API server does not say counts as not served. */
  private async ask(kind: CustomKind, place: Place): Promise<void> {
    const { apiVersion, kindName } = namesOf(kind);
    const { watches } = this.sources;
    // While it is followed, nothing is asked: an API server that does not answer now changes nothing.
    const followed = watches.of(apiVersion, kindName) ?? (await this.begin(kind));
    if (!followed) return;
    if (place.cache !== followed.cache) {
      for (const end of place.ends.splice(0)) end();
      place.cache = followed.cache;
      place.ends.push(
        followed.cache.subscribe(this.listener.objects(kind)),
        followed.cache.onState(() => this.listener.stateChanged()),
      );
      this.listener.stateChanged();
    }
    this.tell(kind, undefined);
  }

  /** Undefined, and told why, if it cannot be followed. */
  private async begin(kind: CustomKind): Promise<FollowedKind | undefined> {
    const { apiVersion, kindName } = namesOf(kind);
    const { watches } = this.sources;
    const served = await this.sources.servedAs({ apiVersion, kind: kindName, namespace: '', name: '' });
    if (!isFit(served)) {
      this.tell(kind, unfitness(served));
      return undefined;
    }
    const followed = await watches.follow(served);
    if (!followed) this.tell(kind, notFollowed(served, watches.stateOf(apiVersion, kindName)?.kind));
    return followed;
  }

  private tell(kind: CustomKind, why: string | undefined): void {
    this.listener.fault(kind, why === undefined ? undefined : `spec.kinds: ${kindText(kind)} ${why}`);
  }
}

function isFit(served: ServedKind | undefined): served is ServedKind {
  return served?.scalable === true && served.resource.namespaced;
}

function unfitness(served: ServedKind | undefined): string {
  if (!served) return 'is not served by the API server; install its definition, or correct its name';
  return served.resource.namespaced
    ? 'has no scale subresource, by which a VPA finds its pods'
    : 'has no namespace, and a VPA targets only what is in its own';
}

function notFollowed({ resource }: ServedKind, state: string | undefined): string {
  if (state === undefined) return 'is one kind too many to follow; name fewer kinds';
  if (state !== 'forbidden') return 'cannot be listed now; it is tried again';
  return `may not be listed; grant get, list and watch on ${groupResource(resource)} to Plumbline`;
}
