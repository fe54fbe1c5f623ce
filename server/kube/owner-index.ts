import type { KubeObject, OwnerReference } from './types';
import type { WatchCache } from './watch-cache';

/** The owner that manages an object: at most one of its owner references says `controller: true`. */
export function controllerOf(owners: readonly OwnerReference[] | undefined): OwnerReference | undefined {
  return owners?.find((owner) => owner.controller === true);
}

const NONE: ReadonlySet<never> = new Set();

/** Objects by the uid of their controlling owner, kept up by the cache it follows. */
export class OwnerIndex<T extends KubeObject> {
  private readonly byOwner = new Map<string, Set<T>>();

  /** @returns a function that ends the subscription. */
  follow(cache: Pick<WatchCache<T>, 'subscribe'>): () => void {
    return cache.subscribe({
      added: (object) => this.add(object),
      updated: (former, object) => {
        this.remove(former);
        this.add(object);
      },
      deleted: (object) => this.remove(object),
    });
  }

  of(uid: string): ReadonlySet<T> {
    return this.byOwner.get(uid) ?? NONE;
  }

  private add(object: T): void {
    const uid = controllerOf(object.metadata.ownerReferences)?.uid;
    if (uid === undefined) return;
    const owned = this.byOwner.get(uid);
    if (owned) owned.add(object);
    else this.byOwner.set(uid, new Set([object]));
  }

  private remove(object: T): void {
    const uid = controllerOf(object.metadata.ownerReferences)?.uid;
    const owned = uid === undefined ? undefined : this.byOwner.get(uid);
    if (uid === undefined || !owned?.delete(object)) return;
    if (owned.size === 0) this.byOwner.delete(uid);
  }
}
