import type { Logger } from '../log';
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

  constructor(
    private readonly resource: KubeResource,
    private readonly options: { keep?: (object: T) => T; log: Logger },
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
    this.store.putListed(this.kept(object));
  }

  /** All current objects have been read. */
  endAll(): void {
    this.store.sweep((object) => this.alive.has(keyOf(object)));
    this.alive.clear();
  }

  changed(object: T): void {
    this.store.putWatched(this.kept(object));
  }

  deleted(object: T): void {
    this.alive.delete(keyOf(object));
    this.store.delete(object);
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
