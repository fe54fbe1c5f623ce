import { ofKey } from '../lib/memo/of-key';
import { keyOf } from '../objects/object-key';
import type { OwnerRef } from '../objects/owners';
import { ownerKey, targetOfHpa, targetOfVpa } from '../objects/target-key';
import type { HorizontalPodAutoscaler, KubeObject } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { WatchCache } from './watch-cache';

const NONE: readonly never[] = [];

/**
 * Objects by the object they target, kept up to date by the cache it follows. A list is never changed but
 * replaced, so a caller that keeps one can tell.
 */
class TargetIndex<T extends KubeObject> {
  /** By namespace, then by target. */
  private readonly namespaces = new Map<string, Map<string, readonly T[]>>();
  private readonly targetOfObject = new Map<string, string>();

  constructor(private readonly targetOf: (object: T) => OwnerRef | undefined) {}

  /** @returns a function that ends the subscription. */
  follow(cache: Pick<WatchCache<T>, 'subscribe'>): () => void {
    return cache.subscribe({
      added: (object) => this.set(object),
      updated: (_former, object) => this.set(object),
      deleted: (object) => this.delete(object),
    });
  }

  /** Takes the current state of an object; one without a target is not listed. */
  set(object: T): void {
    const target = this.targetOf(object);
    const key = target && ownerKey(target);
    const former = this.targetOfObject.get(keyOf(object.metadata));
    if (former !== undefined && former !== key) this.delete(object);
    if (key === undefined) return;
    const { namespace = '', name } = object.metadata;
    const targets = ofKey(this.namespaces, namespace, () => new Map<string, readonly T[]>());
    const others = targets.get(key)?.filter((other) => other.metadata.name !== name) ?? [];
    targets.set(key, [...others, object]);
    this.targetOfObject.set(keyOf(object.metadata), key);
  }

  delete(object: T): void {
    const { namespace = '', name } = object.metadata;
    const key = this.targetOfObject.get(keyOf(object.metadata));
    const targets = this.namespaces.get(namespace);
    if (key === undefined || !targets) return;
    this.targetOfObject.delete(keyOf(object.metadata));
    const rest = targets.get(key)?.filter((other) => other.metadata.name !== name) ?? [];
    if (rest.length > 0) targets.set(key, rest);
    else targets.delete(key);
    if (targets.size === 0) this.namespaces.delete(namespace);
  }

  /** The objects with this target, in no order. */
  targeting(target: Omit<OwnerRef, 'uid'>): readonly T[] {
    return this.namespaces.get(target.namespace)?.get(ownerKey(target)) ?? NONE;
  }

  /** The same by the `ownerKey` of the target. */
  targetingKey(namespace: string, key: string): readonly T[] {
    return this.namespaces.get(namespace)?.get(key) ?? NONE;
  }

  /** Every target by its `ownerKey`, with the objects that name it; of one namespace or of all. */
  *targets(namespace?: string): IterableIterator<readonly [string, readonly T[]]> {
    if (namespace !== undefined) {
      yield* this.namespaces.get(namespace) ?? [];
      return;
    }
    for (const targets of this.namespaces.values()) yield* targets;
  }

  has(namespace: string): boolean {
    return this.namespaces.has(namespace);
  }
}

/** VPAs by the object they target. `decide/pods/controlling-vpa` says which of them controls its pods. */
export class VpaIndex extends TargetIndex<VerticalPodAutoscaler> {
  constructor() {
    super(targetOfVpa);
  }
}

/** HPAs by the object they scale. */
export class HpaIndex extends TargetIndex<HorizontalPodAutoscaler> {
  constructor() {
    super(targetOfHpa);
  }
}
