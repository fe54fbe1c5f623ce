import { LRUCache } from 'lru-cache';
import { parseSelector } from '../model/selector';
import type { ClusterCaches } from './caches';
import { isKubeError, type KubeClient } from './client';
import { Discovery, type ServedKind } from './discovery';
import { API_RESOURCES, pathOf } from './resources';
import type { KubeObject, OwnerReference, Scale, Workload } from './types';
import { type SelectorFinding, selectorOfWorkload, workloadKindOf } from './workload-kinds';

/** An object by what names it; `uid` where it is known. */
export interface OwnerRef {
  apiVersion: string;
  kind: string;
  namespace: string;
  name: string;
  uid?: string;
}

/** What is known of the object that a reference names. */
export type Finding =
  | {
      kind: 'object';
      uid?: string;
      owners: readonly OwnerReference[];
      /** Whether it is a workload kind or has a scale subresource, so that a VPA may target it. */
      scalable: boolean;
      selector: SelectorFinding;
      /** Replicas wanted, as its scale says; none where that says nothing or nought, as of a path that is not there. */
      replicas?: number;
      workload?: Workload;
    }
  | { kind: 'missing' }
  | { kind: 'not-served' }
  | { kind: 'failed'; error: Error };

const FRESH_FOR_MS = 60_000;
const MISSING_FRESH_FOR_MS = 10_000;
const MAX_LEARNED = 10_000;

function keyOf({ apiVersion, kind, namespace, name, uid = '' }: OwnerRef): string {
  return `${apiVersion} ${kind} ${namespace}/${name} ${uid}`;
}

/**
 * Looks up the objects that targets and owner references name: workload kinds in the caches, all else by
 * asking the API server and remembering the answer for a minute. What has aged is answered once more while it
 * is asked for again.
 */
export class WorkloadLookup {
  private readonly discovery: Discovery;
  private readonly learned = new LRUCache<string, Finding>({
    max: MAX_LEARNED,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  private readonly learning = new Map<string, Promise<Finding>>();
  private readonly selectors = new WeakMap<Workload, SelectorFinding>();

  constructor(
    private readonly caches: ClusterCaches,
    private readonly client: KubeClient,
  ) {
    this.discovery = new Discovery(client);
  }

  /** What is known without asking; nothing when only `learn` can tell. */
  known(ref: OwnerRef): Finding | undefined {
    const kind = workloadKindOf(ref.apiVersion, ref.kind);
    const cached = kind && this.caches[kind].get(ref.namespace, ref.name);
    if (kind && cached && (ref.uid === undefined || cached.metadata.uid === ref.uid))
      return this.fromWorkload(kind, cached);
    const key = keyOf(ref);
    const learned = this.learned.get(key);
    if (learned && this.learned.getRemainingTTL(key) <= 0) void this.learn(ref);
    return learned;
  }

  /** Asks the API server; never rejects. */
  learn(ref: OwnerRef): Promise<Finding> {
    const key = keyOf(ref);
    const under = this.learning.get(key);
    if (under) return under;
    const learning = this.ask(ref)
      .catch((error: unknown): Finding => {
        if (isKubeError(error, 'not-found')) return { kind: 'missing' };
        return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
      })
      .then((finding) => {
        this.learned.set(key, finding, {
          ttl: finding.kind === 'object' ? FRESH_FOR_MS : MISSING_FRESH_FOR_MS,
        });
        this.learning.delete(key);
        return finding;
      });
    this.learning.set(key, learning);
    return learning;
  }

  private async ask(ref: OwnerRef): Promise<Finding> {
    const kind = workloadKindOf(ref.apiVersion, ref.kind);
    if (kind) {
      const path = pathOf(API_RESOURCES[kind], ref.namespace, ref.name);
      return this.fromWorkload(kind, await this.client.request<Workload>('GET', path));
    }
    const served = await this.discovery.find(ref.apiVersion, ref.kind);
    if (!served?.resource.namespaced) return { kind: 'not-served' };
    const scale = served.scalable ? await this.scaleOf(served, ref) : undefined;
    const object = await this.objectOf(served, ref, scale);
    return {
      kind: 'object',
      uid: object.metadata.uid,
      owners: object.metadata.ownerReferences ?? [],
      scalable: served.scalable,
      selector: selectorOfScale(scale),
      replicas: scale?.spec?.replicas || undefined,
    };
  }

  private scaleOf({ resource }: ServedKind, ref: OwnerRef): Promise<Scale> {
    return this.client.request<Scale>('GET', pathOf(resource, ref.namespace, ref.name, 'scale'));
  }

  /** The object itself names its owners; where reading it is forbidden its scale has to do, which names none. */
  private async objectOf(
    { resource }: ServedKind,
    ref: OwnerRef,
    scale: Scale | undefined,
  ): Promise<KubeObject> {
    try {
      return await this.client.request<KubeObject>('GET', pathOf(resource, ref.namespace, ref.name));
    } catch (thrown) {
      if (scale && isKubeError(thrown, 'forbidden')) return scale;
      throw thrown;
    }
  }

  private fromWorkload(kind: Parameters<typeof selectorOfWorkload>[0], workload: Workload): Finding {
    let selector = this.selectors.get(workload);
    if (!selector) {
      selector = selectorOfWorkload(kind, workload);
      this.selectors.set(workload, selector);
    }
    const { uid, ownerReferences = [] } = workload.metadata;
    return { kind: 'object', uid, owners: ownerReferences, scalable: true, selector, workload };
  }
}

function selectorOfScale(scale: Scale | undefined): SelectorFinding {
  if (!scale) return { kind: 'unusable', detail: 'this kind has no scale subresource' };
  const text = scale.status?.selector;
  if (!text) return { kind: 'unusable', detail: 'its scale subresource names no selector' };
  try {
    return { kind: 'selector', selector: parseSelector(text) };
  } catch (error) {
    return { kind: 'unusable', detail: error instanceof Error ? error.message : String(error) };
  }
}
