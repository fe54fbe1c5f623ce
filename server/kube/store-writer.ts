import type { Logger } from '../log';
import { isLargerThan, LARGEST_OBJECT_BYTES } from './object-size';
import type { ObjectStore } from './object-store';
import { apiVersionOf, type KubeResource } from './resources';
import type { KubeObject } from './types';

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function isNamedObject(object: Partial<KubeObject> | null | undefined): boolean {
  const { name, namespace = '' } = (object?.metadata ?? {}) as { name?: unknown; namespace?: unknown };
  return typeof name === 'string' && typeof namespace === 'string';
}

/** Writes what the API server sends of one kind into a store. */
export class StoreWriter<T extends KubeObject> {
  private readonly alive = new Set<string>();
  /** What is too large, by its names alone. */
  private readonly leftOut = new Map<string, KubeObject>();

  constructor(
    private readonly resource: KubeResource,
    private readonly options: {
      keep?: (object: T) => T;
      log: Logger;
      tooLarge?: (object: KubeObject, isSo: boolean) => void;
    },
    private readonly store: ObjectStore<T>,
  ) {}

  /** Whether it can be written at all; check this first. */
  isUsable(object: T): boolean {
    const isNamed = isNamedObject(object);
    if (!isNamed)
      this.options.log.warn({ kind: this.resource.kind, object }, 'An object without a name was left out');
    return isNamed;
  }

  /** Begins to read all current objects; what is not among them is removed at the end. */
  beginAll(): void {
    this.alive.clear();
  }

  /** One of all current objects. */
  present(object: T): void {
    this.alive.add(keyOf(object));
    const kept = this.kept(object);
    if (this.fits(kept)) this.store.putListed(kept);
  }

  /** All current objects have been read. */
  endAll(): void {
    this.store.sweep((object) => this.alive.has(keyOf(object)));
    for (const [key, object] of this.leftOut) if (!this.alive.has(key)) this.takeBack(object);
    this.alive.clear();
  }

  changed(object: T): void {
    const kept = this.kept(object);
    if (this.fits(kept)) this.store.putWatched(kept);
  }

  deleted(object: T): void {
    this.alive.delete(keyOf(object));
    this.takeBack(object);
    this.store.delete(object);
  }

  /** One that is too large is left out, as if it were not there. */
  private fits(object: T): boolean {
    if (!isLargerThan(object, LARGEST_OBJECT_BYTES)) {
      this.takeBack(object);
      return true;
    }
    const { namespace = '', name, uid, resourceVersion } = object.metadata;
    const former = this.store.get(namespace, name);
    if (former) this.store.delete(former);
    if (!this.leftOut.has(keyOf(object)))
      this.options.log.warn(
        { kind: object.kind, namespace, name },
        'An object that is too large was left out',
      );
    const metadata = { namespace, name, uid, resourceVersion };
    this.leftOut.set(keyOf(object), { apiVersion: object.apiVersion, kind: object.kind, metadata });
    this.options.tooLarge?.(object, true);
    return false;
  }

  private takeBack(object: KubeObject): void {
    if (this.leftOut.delete(keyOf(object))) this.options.tooLarge?.(object, false);
  }

  private kept(object: T): T {
    // List items lack the two fields that every watch event has.
    object.apiVersion ??= apiVersionOf(this.resource);
    object.kind ??= this.resource.kind;
    try {
      return this.options.keep ? this.options.keep(object) : object;
    } catch {
      // The rooms that use the object report what is wrong with it.
      return object;
    }
  }
}
