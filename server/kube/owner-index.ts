import type { KubeObject, OwnerReference } from './types';
import type { WatchCache } from './watch-cache';

/** The owner that manages an object: at most one owner reference has `controller: true`. */
export function controllerOf(owners: readonly OwnerReference[] | undefined): OwnerReference | undefined {
  return Array.isArray(owners) ? owners.find((owner) => owner?.controller === true) : undefined;
}

/** The objects of one namespace that one controller owns directly, by name. */
export interface OwnedGroup<T> {
  readonly namespace: string;
  readonly owner: OwnerReference;
  readonly members: ReadonlyMap<string, T>;
}

/** Receives every change of a group; `object` is absent for one that left, `former` for one that came. */
interface GroupListener<T> {
  began(group: OwnedGroup<T>): void;
  changed(group: OwnedGroup<T>, former: T | undefined, object: T | undefined): void;
  ended(group: OwnedGroup<T>): void;
}

/** Objects by their controlling owner, kept up to date by the cache it follows. */
export class OwnerIndex<T extends KubeObject> {
  private readonly groups = new Map<string, { group: OwnedGroup<T>; members: Map<string, T> }>();

  constructor(private readonly listener: GroupListener<T>) {}

  /** @returns a function that ends the subscription. */
  follow(cache: Pick<WatchCache<T>, 'subscribe'>): () => void {
    return cache.subscribe({
      added: (object) => this.put(undefined, object),
      updated: (former, object) => this.put(former, object),
      deleted: (object) => this.remove(object),
    });
  }

  of(namespace: string, uid: string): OwnedGroup<T> | undefined {
    return this.groups.get(keyOf(namespace, uid))?.group;
  }

  private put(former: T | undefined, object: T): void {
    const { namespace = '', name, ownerReferences } = object.metadata;
    const owner = controllerOf(ownerReferences);
    const formerUid = former && controllerOf(former.metadata.ownerReferences)?.uid;
    const stays = owner !== undefined && formerUid === owner.uid;
    if (former && !stays) this.remove(former);
    if (!owner) return;
    const key = keyOf(namespace, owner.uid);
    let known = this.groups.get(key);
    if (!known) {
      const members = new Map<string, T>();
      known = { group: { namespace, owner, members }, members };
      this.groups.set(key, known);
      this.listener.began(known.group);
    }
    known.members.set(name, object);
    this.listener.changed(known.group, stays ? former : undefined, object);
  }

  private remove(object: T): void {
    const { namespace = '', name, ownerReferences } = object.metadata;
    const uid = controllerOf(ownerReferences)?.uid;
    const key = keyOf(namespace, uid ?? '');
    const known = uid === undefined ? undefined : this.groups.get(key);
    if (!known?.members.delete(name)) return;
    this.listener.changed(known.group, object, undefined);
    if (known.members.size > 0) return;
    this.groups.delete(key);
    this.listener.ended(known.group);
  }
}

function keyOf(namespace: string, uid: string): string {
  return `${namespace}/${uid}`;
}
