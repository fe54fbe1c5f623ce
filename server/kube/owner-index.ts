import { ofKey } from '../lib/memo/of-key';
import { controllerOf } from '../objects/owners';
import type { KubeObject, OwnerReference } from '../objects/types';
import type { WatchCache } from './watch-cache';

/** Objects of one namespace that one controller owns directly and the same groups select, by name. */
export interface OwnedGroup<T> {
  readonly namespace: string;
  /** Absent for objects without a controller, which are only kept if groups select them. */
  readonly owner?: OwnerReference;
  /** The names of the groups that select them. */
  readonly selected: readonly string[];
  readonly members: ReadonlyMap<string, T>;
}

/** Receives every change of a group; `object` is absent for one that left, `former` for one that came. */
interface GroupListener<T> {
  began(group: OwnedGroup<T>): void;
  changed(group: OwnedGroup<T>, former: T | undefined, object: T | undefined): void;
  ended(group: OwnedGroup<T>): void;
}

interface Place<T> {
  readonly group: OwnedGroup<T>;
  readonly members: Map<string, T>;
}

type Selecting<T> = (object: T) => readonly string[];

const NONE: readonly never[] = [];

/** Objects by their controlling owner and by what selects them, kept up to date by the cache it follows. */
export class OwnerIndex<T extends KubeObject> {
  /** By namespace and owner, then by what selects them. */
  private readonly owners = new Map<string, Map<string, Place<T>>>();
  /** Where objects are that something selects, by namespace and name; all others are with their owner. */
  private readonly selected = new Map<string, Place<T>>();

  /** @param selecting the names of the groups that select an object, sorted */
  constructor(
    private readonly listener: GroupListener<T>,
    private readonly selecting: Selecting<T> = () => NONE,
  ) {}

  /** @returns a function that ends the subscription. */
  follow(cache: Pick<WatchCache<T>, 'subscribe'>): () => void {
    return cache.subscribe({
      added: (object) => this.put(undefined, object),
      updated: (former, object) => this.put(former, object),
      deleted: (object) => this.remove(object),
    });
  }

  /** The objects of an owner: one group for each way they are selected. */
  of(namespace: string, uid: string): readonly OwnedGroup<T>[] {
    const places = this.owners.get(keyOf(namespace, uid));
    return places ? [...places.values()].map(({ group }) => group) : NONE;
  }

  /** The group of an object of the cache. */
  groupOf(object: T): OwnedGroup<T> | undefined {
    return this.placeOf(object)?.group;
  }

  /** Moves an object if other groups select it now. */
  review(object: T): void {
    const selected = this.selecting(object);
    if (textOf(this.placeOf(object)?.group.selected ?? NONE) !== textOf(selected)) this.put(object, object);
  }

  private put(former: T | undefined, object: T): void {
    const { namespace = '', name, ownerReferences } = object.metadata;
    const owner = controllerOf(ownerReferences);
    const selected = this.selecting(object);
    const before = former && this.placeOf(former);
    const stays =
      before !== undefined &&
      before.group.owner?.uid === owner?.uid &&
      textOf(before.group.selected) === textOf(selected);
    if (before && !stays) this.remove(object, before);
    if (!owner && selected.length === 0) return;
    const place = stays ? before : this.placeFor(namespace, owner, selected);
    if (selected.length > 0) this.selected.set(keyOf(namespace, name), place);
    place.members.set(name, object);
    this.listener.changed(place.group, stays ? former : undefined, object);
  }

  private placeFor(
    namespace: string,
    owner: OwnerReference | undefined,
    selected: readonly string[],
  ): Place<T> {
    const key = keyOf(namespace, owner?.uid ?? '');
    const places = ofKey(this.owners, key, () => new Map<string, Place<T>>());
    let place = places.get(textOf(selected));
    if (!place) {
      const members = new Map<string, T>();
      place = { group: { namespace, owner, selected, members }, members };
      places.set(textOf(selected), place);
      this.listener.began(place.group);
    }
    return place;
  }

  private placeOf({ metadata }: T): Place<T> | undefined {
    const { namespace = '', name, ownerReferences } = metadata;
    const selected = this.selected.get(keyOf(namespace, name));
    if (selected) return selected;
    const uid = controllerOf(ownerReferences)?.uid;
    return uid === undefined ? undefined : this.owners.get(keyOf(namespace, uid))?.get('');
  }

  private remove(object: T, place = this.placeOf(object)): void {
    const { namespace = '', name } = object.metadata;
    const former = place?.members.get(name);
    if (!place || !former) return;
    place.members.delete(name);
    this.selected.delete(keyOf(namespace, name));
    this.listener.changed(place.group, former, undefined);
    if (place.members.size > 0) return;
    const key = keyOf(namespace, place.group.owner?.uid ?? '');
    const places = this.owners.get(key);
    places?.delete(textOf(place.group.selected));
    if (places?.size === 0) this.owners.delete(key);
    this.listener.ended(place.group);
  }
}

function keyOf(namespace: string, uid: string): string {
  return `${namespace}/${uid}`;
}

/** Names hold no space. */
function textOf(selected: readonly string[]): string {
  return selected.length === 0 ? '' : selected.join(' ');
}
