import { ofKey } from '../lib/memo/of-key';
import type { KubeObject } from '../objects/types';

/** Changes to the objects of a kind, in order; each change once. */
export interface ObjectListener<T> {
  added?(object: T): void;
  updated?(former: T, object: T): void;
  deleted?(object: T): void;
}

/** Positive if `a` is younger than `b`, 0 if they are the same or cannot be compared. */
export function compareResourceVersions(a: string | undefined, b: string | undefined): number {
  const difference = Number(a) - Number(b);
  return Number.isNaN(difference) ? 0 : difference;
}

/** The objects of one kind by namespace and name; turns whole objects into changes and drops repetitions. */
export class ObjectStore<T extends KubeObject> {
  private readonly byNamespace = new Map<string, Map<string, T>>();
  private count = 0;
  /** How often an object was added, replaced or removed, since the start. */
  changes = 0;

  constructor(private readonly listener: Required<ObjectListener<T>>) {}

  get size(): number {
    return this.count;
  }

  sizeOf(namespace: string): number {
    return this.byNamespace.get(namespace)?.size ?? 0;
  }

  get(namespace: string, name: string): T | undefined {
    return this.byNamespace.get(namespace)?.get(name);
  }

  /** Those that have objects. */
  namespaces(): IterableIterator<string> {
    return this.byNamespace.keys();
  }

  *values(namespace?: string): IterableIterator<T> {
    if (namespace !== undefined) {
      yield* this.byNamespace.get(namespace)?.values() ?? [];
      return;
    }
    for (const objects of this.byNamespace.values()) yield* objects.values();
  }

  /**
   * Takes an object of a list, which is the current state: it replaces whatever differs. An object with the
   * same name and another uid counts as deleted and added.
   */
  putListed(object: T): void {
    const { namespace = '', name, uid, resourceVersion } = object.metadata;
    const former = this.get(namespace, name);
    if (former && former.metadata.uid === uid && former.metadata.resourceVersion === resourceVersion) return;
    this.replace(former, object);
  }

  /**
   * Takes an object of a watch event: like `putListed`, but an object no younger than the known one is a
   * repetition.
   */
  putWatched(object: T): void {
    const { namespace = '', name, resourceVersion } = object.metadata;
    const former = this.get(namespace, name);
    if (former && compareResourceVersions(resourceVersion, former.metadata.resourceVersion) < 0) return;
    this.putListed(object);
  }

  /** Takes a deletion from a watch; ignores an object that is unknown or has another uid. */
  delete(object: KubeObject): void {
    const { namespace = '', name, uid } = object.metadata;
    const former = this.get(namespace, name);
    if (former && former.metadata.uid === uid) this.remove(former);
  }

  /** Deletes every object for which `isAlive` is false, as after a whole list. */
  sweep(isAlive: (object: T) => boolean): void {
    for (const object of [...this.values()]) if (!isAlive(object)) this.remove(object);
  }

  private replace(former: T | undefined, object: T): void {
    const { namespace = '', name, uid } = object.metadata;
    if (former && former.metadata.uid !== uid) {
      this.remove(former);
      former = undefined;
    }
    const objects = ofKey(this.byNamespace, namespace, () => new Map());
    objects.set(name, object);
    this.changes++;
    if (former) {
      this.listener.updated(former, object);
      return;
    }
    this.count++;
    this.listener.added(object);
  }

  private remove(object: T): void {
    const { namespace = '', name } = object.metadata;
    const objects = this.byNamespace.get(namespace);
    if (!objects?.delete(name)) return;
    if (objects.size === 0) this.byNamespace.delete(namespace);
    this.count--;
    this.changes++;
    this.listener.deleted(object);
  }
}
