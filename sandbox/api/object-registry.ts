import type { AdmissionAttributes, AdmissionChain } from '@/sandbox/api/admission/chain';
import { alreadyExists, notFound } from '@/sandbox/api/api-error';
import { cloneJson, type JsonObject } from '@/sandbox/api/json';
import type { Catalog } from '@/sandbox/api/kinds/catalog';
import { isNamespace, isPod, type Kind, kindKey } from '@/sandbox/api/kinds/kind';
import type {
  DeleteOptions,
  Registry,
  RegistryEvent,
  ResourceKey,
  ScalePaths,
  UpdateOptions,
  VirtualResource,
  WriteOptions,
} from '@/sandbox/api/registry';
import type { Storage } from '@/sandbox/api/storage/storage';
import { namespaceFinalizers, planDelete } from '@/sandbox/api/write/delete-plan';
import { nameFrom, prepareNew, validateNew } from '@/sandbox/api/write/prepare-create';
import { prepareUpdate } from '@/sandbox/api/write/prepare-update';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

interface RegistryParts {
  clock: Clock;
  log: Logger;
  storage: Storage;
  catalog: Catalog;
  admission: AdmissionChain;
}

/** The registry over an in-memory store; every write, also over HTTP, goes through it. */
export class ObjectRegistry implements Registry {
  readonly storage: Storage;
  readonly catalog: Catalog;
  private readonly clock: Clock;
  private readonly admission: AdmissionChain;

  constructor(parts: RegistryParts) {
    this.clock = parts.clock;
    this.storage = parts.storage;
    this.catalog = parts.catalog;
    this.admission = parts.admission;
  }

  get<T extends KubeObject>(
    resource: ResourceKey,
    namespace: string | undefined,
    name: string,
  ): T | undefined {
    const kind = this.catalog.require(resource);
    if (kind.virtual) return kind.virtual.get(namespace, name) as T | undefined;
    return this.storage.store(resource).get(kind.namespaced ? (namespace ?? '') : '', name) as T | undefined;
  }

  list<T extends KubeObject>(resource: ResourceKey, namespace?: string): T[] {
    const kind = this.catalog.require(resource);
    if (kind.virtual) return [...kind.virtual.list(namespace)] as T[];
    return this.storage.store(resource).list(namespace) as T[];
  }

  *ownedBy<T extends KubeObject>(resource: ResourceKey, ownerUid: string): Iterable<T> {
    for (const address of this.storage.dependents.of(ownerUid)) {
      if (address.resource !== resource) continue;
      const object = this.storage.store(resource).get(address.namespace, address.name);
      if (object) yield object as T;
    }
  }

  count(resource: ResourceKey, namespace?: string): number {
    return this.storage.store(resource).count(namespace);
  }

  async create<T extends KubeObject>(
    resource: ResourceKey,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    const kind = this.catalog.require(resource);
    let draft = prepareNew(kind, object, this.clock.now());
    this.refuseDuplicate(kind, draft);
    const request = { kind, operation: 'CREATE' as const, options };
    this.admission.mutate({ ...request, object: draft });
    if (this.admission.hasWebhooks({ ...request, object: draft })) {
      draft = await this.admission.callWebhooks({ ...request, object: draft });
    }
    nameFrom(draft);
    validateNew(kind, draft);
    await this.admission.callValidators({ ...request, object: draft });
    this.admission.validate({ ...request, object: draft });
    this.refuseDuplicate(kind, draft);
    if (options.dryRun) {
      const { resourceVersion: _none, ...metadata } = draft.metadata;
      return { ...draft, metadata } as T;
    }
    this.storage.put(resource, draft, undefined);
    return draft as T;
  }

  update<T extends KubeObject>(resource: ResourceKey, object: T, options: UpdateOptions = {}): T {
    const { kind, old } = this.existing(resource, object.metadata.namespace, object.metadata.name);
    return this.commitUpdate(kind, old, cloneJson(object), options) as T;
  }

  mutate<T extends KubeObject>(
    resource: ResourceKey,
    namespace: string | undefined,
    name: string,
    change: (draft: T) => void,
    options: UpdateOptions = {},
  ): T {
    const { kind, old } = this.existing(resource, namespace, name);
    const draft = cloneJson(old);
    change(draft as T);
    return this.commitUpdate(kind, old, draft, options) as T;
  }

  /** Like `update`, after the webhooks for this update. */
  async updateThroughWebhooks(kind: Kind, object: KubeObject, options: UpdateOptions): Promise<KubeObject> {
    const { old } = this.existing(kindKey(kind), object.metadata.namespace, object.metadata.name);
    const draft = cloneJson(object);
    const { subresource } = options;
    const request = { kind, operation: 'UPDATE' as const, old, options, ...(subresource && { subresource }) };
    if (this.admission.hasWebhooks({ ...request, object: draft })) {
      if (subresource === 'resize') this.fillResize(kind, old, draft, options);
      const prepared = subresource === 'resize' ? draft : prepareUpdate(kind, old, draft, subresource);
      const admitted = await this.admission.callWebhooks({ ...request, object: prepared });
      const stored = prepareUpdate(kind, old, cloneJson(admitted), subresource);
      await this.admission.callValidators({ ...request, object: stored });
      const { old: current } = this.existing(kindKey(kind), object.metadata.namespace, object.metadata.name);
      return this.commitUpdate(kind, current, admitted, options);
    }
    return this.commitUpdate(kind, old, draft, options);
  }

  /** Asks the webhooks about what is created at a subresource of an object, as an Eviction. */
  async admitSubresource(
    request: Required<
      Pick<AdmissionAttributes, 'kind' | 'subresource' | 'object' | 'objectKind' | 'options'>
    >,
  ): Promise<void> {
    const created = { ...request, operation: 'CREATE' as const };
    if (!this.admission.hasWebhooks(created)) return;
    const object = await this.admission.callWebhooks(created);
    await this.admission.callValidators({ ...created, object });
  }

  delete(
    resource: ResourceKey,
    namespace: string | undefined,
    name: string,
    options: DeleteOptions = {},
  ): void {
    this.remove(resource, namespace, name, options);
  }

  /** Like `delete`; returns whether the object is gone and its last state. */
  remove(
    resource: ResourceKey,
    namespace: string | undefined,
    name: string,
    options: DeleteOptions,
  ): { object: KubeObject; gone: boolean } {
    const { kind, old } = this.existing(resource, namespace, name);
    const dependents = this.storage.dependents.of(old.metadata.uid ?? '').length > 0;
    const plan = planDelete(kind, old, options, dependents, this.clock.now());
    if (options.dryRun || plan.action === 'nothing')
      return { object: plan.object, gone: plan.action === 'remove' };
    if (plan.action === 'mark' || isPod(kind)) this.storage.put(resource, plan.object, old);
    if (plan.action === 'remove') this.removeMarked(resource, plan.object);
    return { object: plan.object, gone: plan.action === 'remove' };
  }

  watch<T extends KubeObject>(
    resource: ResourceKey,
    listener: (event: RegistryEvent<T>) => void,
    options: { replay?: boolean } = {},
  ): () => void {
    if (options.replay) {
      for (const object of this.storage.store(resource).list())
        listener({ type: 'ADDED', object: object as T });
    }
    return this.storage.subscribe(resource, (event) => listener(event as RegistryEvent as RegistryEvent<T>));
  }

  scalable(apiVersion: string, kindName: string): { resource: ResourceKey; paths?: ScalePaths } | undefined {
    const [version = '', group = ''] = apiVersion.split('/').reverse();
    const named = this.catalog.byKind(group, kindName);
    const kind = named && this.catalog.at(group, version, named.plural);
    return kind && { resource: kindKey(kind), ...(kind.scale && { paths: kind.scale }) };
  }

  addVirtual(virtual: VirtualResource): void {
    this.catalog.set({
      ...virtual,
      listKind: `${virtual.kind}List`,
      verbs: ['get', 'list'],
      generation: false,
      status: false,
      subresources: [],
      virtual,
    });
  }

  private commitUpdate(kind: Kind, old: KubeObject, draft: KubeObject, options: UpdateOptions): KubeObject {
    const resource = kindKey(kind);
    if (options.subresource === 'resize') this.fillResize(kind, old, draft, options);
    const next = prepareUpdate(kind, old, draft, options.subresource);
    if (next === old) return old;
    this.admission.validate({
      kind,
      operation: 'UPDATE',
      object: next,
      old,
      options,
      ...(options.subresource ? { subresource: options.subresource } : {}),
    });
    if (options.dryRun) return next;
    const released = next.metadata.deletionTimestamp !== undefined && isReleased(kind, next);
    if (released) this.storage.remove(resource, old, next);
    else this.storage.put(resource, next, old);
    return next;
  }

  /** What a LimitRange made later gives by default is given at a resize too. */
  private fillResize(kind: Kind, old: KubeObject, draft: KubeObject, options: UpdateOptions): void {
    kind.complete?.(draft as KubeObject & JsonObject, { creating: false });
    this.admission.mutate({ kind, operation: 'UPDATE', object: draft, old, options, subresource: 'resize' });
  }

  /** Removes an object just marked, unless a listener has removed it already. */
  private removeMarked(resource: ResourceKey, marked: KubeObject): void {
    const { namespace = '', name, uid } = marked.metadata;
    const stored = this.storage.store(resource).get(namespace, name);
    if (stored && stored.metadata.uid === uid) this.storage.remove(resource, stored, marked);
  }

  private existing(
    resource: ResourceKey,
    namespace: string | undefined,
    name: string,
  ): { kind: Kind; old: KubeObject } {
    const kind = this.catalog.require(resource);
    const old = this.storage.store(resource).get(kind.namespaced ? (namespace ?? '') : '', name);
    if (!old) throw notFound(kind, name);
    return { kind, old };
  }

  private refuseDuplicate(kind: Kind, draft: KubeObject): void {
    const { name, namespace } = draft.metadata;
    if (name && this.storage.store(kindKey(kind)).get(namespace ?? '', name)) throw alreadyExists(kind, name);
  }
}

/** Whether nothing keeps an object marked for deletion any more. */
function isReleased(kind: Kind, object: KubeObject): boolean {
  if ((object.metadata.finalizers ?? []).length > 0) return false;
  if (isPod(kind)) return object.metadata.deletionGracePeriodSeconds === 0;
  if (isNamespace(kind)) return namespaceFinalizers(object).length === 0;
  return true;
}
