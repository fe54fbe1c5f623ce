import { kindKey } from '@/sandbox/api/kinds/kind';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import { type ObjectAddress, objectAddress } from '@/sandbox/api/storage/dependents';
import type { LoggedEvent } from '@/sandbox/api/storage/storage';
import type { Logger } from '@/server/lib/report/log';
import type { KubeObject, OwnerReference } from '@/server/objects/types';

const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

/**
 * Deletes objects whose last owner is gone, and carries out foreground and orphaning deletions. Runs shortly
 * after each change, never within it.
 */
export class GarbageCollector {
  private readonly queue: (() => void)[] = [];
  private scheduled = false;

  constructor(
    private readonly registry: ObjectRegistry,
    private readonly log: Logger,
  ) {
    registry.storage.subscribeAll((resource, event) => this.observe(resource, event));
  }

  private observe(resource: string, event: LoggedEvent): void {
    const { object } = event;
    const { uid, ownerReferences, finalizers, deletionTimestamp } = object.metadata;
    if (event.type === 'DELETED') {
      if (uid && this.registry.storage.dependents.of(uid).length > 0) {
        this.later(() => this.ownerGone(uid));
      }
      if (ownerReferences) this.later(() => this.dependentGone(ownerReferences, object));
      return;
    }
    if (deletionTimestamp && finalizers?.includes(ORPHAN))
      this.later(() => this.orphanDependents(resource, object));
    if (deletionTimestamp && finalizers?.includes(FOREGROUND))
      this.later(() => this.deleteForeground(resource, object));
    if (event.type === 'ADDED' && ownerReferences && !this.hasLiveOwner(object)) {
      this.later(() => this.collect(objectAddress(resource, object)));
    }
  }

  private later(task: () => void): void {
    this.queue.push(task);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      for (const next of this.queue.splice(0)) {
        try {
          next();
        } catch (error) {
          this.log.warn({ err: error }, 'Garbage collection of an object failed');
        }
      }
    });
  }

  private ownerGone(uid: string): void {
    for (const address of this.registry.storage.dependents.of(uid)) this.collect(address);
  }

  /** Deletes the object unless one of its owners still exists. */
  private collect(address: ObjectAddress): void {
    const object = this.find(address);
    if (!object || object.metadata.deletionTimestamp || this.hasLiveOwner(object)) return;
    this.registry.delete(address.resource, address.namespace, address.name, {
      ...(object.metadata.uid ? { uid: object.metadata.uid } : {}),
      propagationPolicy: 'Background',
    });
  }

  private hasLiveOwner(object: KubeObject): boolean {
    return (object.metadata.ownerReferences ?? []).some((owner) => this.ownerOf(object, owner) !== undefined);
  }

  private ownerOf(object: KubeObject, owner: OwnerReference): KubeObject | undefined {
    const group = owner.apiVersion.includes('/') ? (owner.apiVersion.split('/')[0] ?? '') : '';
    const kind = this.registry.catalog.byKind(group, owner.kind);
    if (!kind) return undefined;
    const namespace = kind.namespaced ? (object.metadata.namespace ?? '') : '';
    const found = this.registry.storage.store(kindKey(kind)).get(namespace, owner.name);
    return found?.metadata.uid === owner.uid ? found : undefined;
  }

  private orphanDependents(resource: string, owner: KubeObject): void {
    const { uid } = owner.metadata;
    for (const address of this.registry.storage.dependents.of(uid ?? '')) {
      this.registry.mutate(address.resource, address.namespace, address.name, (draft) => {
        draft.metadata.ownerReferences = draft.metadata.ownerReferences?.filter((each) => each.uid !== uid);
      });
    }
    this.letGo(resource, owner, ORPHAN);
  }

  private deleteForeground(resource: string, owner: KubeObject): void {
    const blocking = this.registry.storage.dependents.of(owner.metadata.uid ?? '');
    for (const address of blocking) {
      const dependent = this.find(address);
      if (!dependent || dependent.metadata.deletionTimestamp) continue;
      this.registry.delete(address.resource, address.namespace, address.name, {
        propagationPolicy: 'Foreground',
      });
    }
    if (this.blockers(owner).length === 0) this.letGo(resource, owner, FOREGROUND);
  }

  /** A dependent is gone: an owner that waited for it in the foreground may be deleted too. */
  private dependentGone(owners: OwnerReference[], dependent: KubeObject): void {
    for (const reference of owners) {
      const owner = this.ownerOf(dependent, reference);
      if (!owner?.metadata.finalizers?.includes(FOREGROUND) || this.blockers(owner).length > 0) continue;
      const group = reference.apiVersion.includes('/') ? (reference.apiVersion.split('/')[0] ?? '') : '';
      const kind = this.registry.catalog.byKind(group, reference.kind);
      if (kind) this.letGo(kindKey(kind), owner, FOREGROUND);
    }
  }

  private blockers(owner: KubeObject): ObjectAddress[] {
    const { uid } = owner.metadata;
    return this.registry.storage.dependents.of(uid ?? '').filter((address) => {
      const references = this.find(address)?.metadata.ownerReferences ?? [];
      return references.some((each) => each.uid === uid && each.blockOwnerDeletion === true);
    });
  }

  private letGo(resource: string, owner: KubeObject, finalizer: string): void {
    const address = objectAddress(resource, owner);
    const current = this.find(address);
    if (!current || current.metadata.uid !== owner.metadata.uid) return;
    this.registry.mutate(resource, address.namespace, address.name, (draft) => {
      draft.metadata.finalizers = draft.metadata.finalizers?.filter((each) => each !== finalizer);
    });
  }

  private find(address: ObjectAddress): KubeObject | undefined {
    return this.registry.storage.store(address.resource).get(address.namespace, address.name);
  }
}
