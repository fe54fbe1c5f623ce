import type { KubeObject } from '@/server/objects/types';

/** Where a scale subresource reads and writes, as paths of keys. */
export interface ScalePaths {
  specReplicas: string[];
  statusReplicas: string[];
  /** The path of a LabelSelector of a builtin, or of a selector string of a custom resource. */
  selector?: string[];
}

/**
 * Names a kind of resource: the plural for the core group ("pods"), else plural and group
 * ("deployments.apps", "verticalpodautoscalers.autoscaling.k8s.io").
 */
export type ResourceKey = string;

/** The part of an object that a write changes; by default everything except the status. */
export type Subresource = 'status' | 'scale' | 'binding' | 'resize' | 'eviction' | 'finalize';

export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

/** A change as a subscriber sees it; `old` is the object before a MODIFIED or DELETED. */
export interface RegistryEvent<T extends KubeObject = KubeObject> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: T;
  old?: T;
}

export interface UserInfo {
  username: string;
  uid?: string;
  groups: string[];
  extra?: Record<string, string[]>;
}

export interface WriteOptions {
  /** The user, passed to webhooks; by default the control plane itself. */
  user?: UserInfo;
  dryRun?: boolean;
  /** Receives the webhooks' warnings for the writer. */
  onWarning?(text: string): void;
}

export interface UpdateOptions extends WriteOptions {
  subresource?: Subresource;
}

export interface DeleteOptions extends WriteOptions {
  /** Grace period in seconds; 0 removes the pod at once, which is how a kubelet confirms. */
  gracePeriodSeconds?: number;
  propagationPolicy?: PropagationPolicy;
  /** Refuses with 409 if the stored object has another uid. */
  uid?: string;
  resourceVersion?: string;
}

/** A resource whose objects are computed on request and never stored, such as metrics.k8s.io pods. */
export interface VirtualResource<T extends KubeObject = KubeObject> {
  group: string;
  version: string;
  plural: string;
  singular: string;
  kind: string;
  namespaced: boolean;
  shortNames?: string[];
  list(namespace: string | undefined): Iterable<T>;
  get(namespace: string | undefined, name: string): T | undefined;
}

/**
 * Every object of the embedded cluster, in process, with the same defaults, validation, admission and
 * bookkeeping (uid, resourceVersion, generation, finalizers, garbage collection) as over HTTP. Returned
 * objects are shared and must not be mutated. Refusals are thrown as `ApiError`. Only `create` calls mutating
 * webhooks: `update` and `mutate`, the control plane's own writes, finish synchronously.
 */
export interface Registry {
  get<T extends KubeObject>(
    resource: ResourceKey,
    namespace: string | undefined,
    name: string,
  ): T | undefined;
  /** Ordered by namespace, then name. */
  list<T extends KubeObject>(resource: ResourceKey, namespace?: string): Iterable<T>;
  /** The objects of `resource` with `ownerUid` in their owner references. */
  ownedBy<T extends KubeObject>(resource: ResourceKey, ownerUid: string): Iterable<T>;
  count(resource: ResourceKey, namespace?: string): number;
  create<T extends KubeObject>(resource: ResourceKey, object: T, options?: WriteOptions): Promise<T>;
  /** Replaces the object; if it has a `resourceVersion`, only that version (409 otherwise). */
  update<T extends KubeObject>(resource: ResourceKey, object: T, options?: UpdateOptions): T;
  /** Reads, lets `change` modify a private copy, writes; does nothing if nothing changed. */
  mutate<T extends KubeObject>(
    resource: ResourceKey,
    namespace: string | undefined,
    name: string,
    change: (draft: T) => void,
    options?: UpdateOptions,
  ): T;
  delete(resource: ResourceKey, namespace: string | undefined, name: string, options?: DeleteOptions): void;
  /**
   * Calls `listener` for every change from now on, in commit order; with `replay`, first with every existing
   * object as ADDED. Listeners run right after the commit and may write; their changes are delivered
   * afterwards.
   */
  watch<T extends KubeObject>(
    resource: ResourceKey,
    listener: (event: RegistryEvent<T>) => void,
    options?: { replay?: boolean },
  ): () => void;
  /** How the kind that an apiVersion and a kind name is scaled; undefined if it is not served. */
  scalable(apiVersion: string, kindName: string): { resource: ResourceKey; paths?: ScalePaths } | undefined;
  /** Serves a computed resource in discovery, get and list. */
  addVirtual(resource: VirtualResource): void;
}
