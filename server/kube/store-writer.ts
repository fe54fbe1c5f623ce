import type { Logger } from '../lib/report/log';
import { keyOf } from '../objects/object-key';
import { apiVersionOf, type KubeResource } from '../objects/resources';
import type { KubeObject } from '../objects/types';
import { BYTES_PER_OBJECT, type Holdings } from './holdings';
import { bytesOf, LARGEST_OBJECT_BYTES } from './object-size';
import type { ObjectStore } from './object-store';

function isNamedObject(object: Partial<KubeObject> | null | undefined): boolean {
  const { name, namespace = '' } = (object?.metadata ?? {}) as { name?: unknown; namespace?: unknown };
  return typeof name === 'string' && typeof namespace === 'string';
}

/** An object that is left out, by its names alone. */
interface LeftOut {
  readonly object: KubeObject;
  /** Too large in itself, or more than its namespace may hold. */
  readonly why: 'too-large' | 'no-room';
}

/** Writes what the API server sends of one kind into a store. */
export class StoreWriter<T extends KubeObject> {
  private readonly alive = new Set<string>();
  private readonly leftOut = new Map<string, LeftOut>();
  /** How many objects each namespace has no room for. */
  private readonly crowdedOut = new Map<string, number>();
  /** What each object in the store takes. */
  private readonly stored = new Map<string, { readonly namespace: string; readonly bytes: number }>();

  constructor(
    private readonly resource: KubeResource,
    private readonly options: {
      keep?: (object: T) => T;
      /** What is kept even where its namespace has no room for more; undefined if nothing is. */
      least?: (object: T) => T | undefined;
      log: Logger;
      holdings: Holdings;
      tooLarge?: (object: KubeObject, isSo: boolean) => void;
    },
    private readonly store: ObjectStore<T>,
  ) {}

  /** Whether a namespace has room again for what was left out of it, which only a new list brings. */
  get hasSpaceAgain(): boolean {
    for (const namespace of this.crowdedOut.keys())
      if (this.options.holdings.hasSpaceAgain(namespace)) return true;
    return false;
  }

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
    this.alive.add(keyOf(object.metadata));
    const fitting = this.fitting(this.kept(object));
    if (fitting) this.store.putListed(fitting);
  }

  /** All current objects have been read. */
  endAll(): void {
    this.store.sweep((object) => this.alive.has(keyOf(object.metadata)));
    for (const key of this.stored.keys()) if (!this.alive.has(key)) this.giveBack(key);
    for (const key of this.leftOut.keys()) if (!this.alive.has(key)) this.takeBack(key);
    this.alive.clear();
  }

  changed(object: T): void {
    const fitting = this.fitting(this.kept(object));
    if (fitting) this.store.putWatched(fitting);
  }

  deleted(object: T): void {
    const key = keyOf(object.metadata);
    this.alive.delete(key);
    this.takeBack(key);
    this.giveBack(key);
    this.store.delete(object);
  }

  /** What of it may be kept; without anything, it is left out as if it were not there. */
  private fitting(object: T): T | undefined {
    const key = keyOf(object.metadata);
    const { namespace = '' } = object.metadata;
    const bytes = bytesOf(object, LARGEST_OBJECT_BYTES);
    if (bytes <= LARGEST_OBJECT_BYTES) {
      const taken = BYTES_PER_OBJECT + bytes;
      if (this.options.holdings.take(namespace, taken, this.stored.get(key)?.bytes ?? 0)) {
        this.stored.set(key, { namespace, bytes: taken });
        this.takeBack(key);
        return object;
      }
    }
    this.leaveOut(object, bytes > LARGEST_OBJECT_BYTES ? 'too-large' : 'no-room');
    const least = this.options.least?.(object);
    if (least) return least;
    const former = this.store.get(namespace, object.metadata.name);
    if (former) this.store.delete(former);
    return undefined;
  }

  private leaveOut(object: T, why: LeftOut['why']): void {
    const key = keyOf(object.metadata);
    const { namespace = '', name, uid, resourceVersion } = object.metadata;
    this.giveBack(key);
    if (this.leftOut.get(key)?.why === why) return;
    this.takeBack(key);
    const { apiVersion, kind } = object;
    const named = { apiVersion, kind, metadata: { namespace, name, uid, resourceVersion } };
    this.leftOut.set(key, { object: named, why });
    if (why === 'too-large') {
      this.options.log.warn({ kind, namespace, name }, 'An object that is too large was left out');
      this.options.tooLarge?.(named, true);
    } else this.crowd(namespace, 1);
  }

  private takeBack(key: string): void {
    const leftOut = this.leftOut.get(key);
    if (!leftOut) return;
    this.leftOut.delete(key);
    const { why, object } = leftOut;
    if (why === 'too-large') this.options.tooLarge?.(object, false);
    else this.crowd(object.metadata.namespace ?? '', -1);
  }

  private crowd(namespace: string, change: 1 | -1): void {
    const count = (this.crowdedOut.get(namespace) ?? 0) + change;
    if (count > 0) this.crowdedOut.set(namespace, count);
    else this.crowdedOut.delete(namespace);
    this.options.holdings.leftOut(namespace, change);
  }

  private giveBack(key: string): void {
    const stored = this.stored.get(key);
    if (!stored) return;
    this.stored.delete(key);
    this.options.holdings.giveBack(stored.namespace, stored.bytes);
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
