import { LRUCache } from 'lru-cache';
import { upTo } from '../lib/memo/up-to';
import { errorText } from '../lib/report/errors';
import type { OwnerRef } from '../objects/owners';
import { type KubeResource, pathOf } from '../objects/resources';
import { parseSelector } from '../objects/selector';
import type { KubeObject, Scale } from '../objects/types';
import type { SelectorLookup } from '../objects/workload-kinds';
import { Discovery, type ServedKind } from './discovery';
import { isKubeError } from './errors';
import { failedLookup, LookupCache, type LookupResult } from './lookup-cache';
import type { Budget, LookupRequests } from './lookup-requests';
import type { FollowedKind, MetadataWatches } from './metadata-watches';

const MAX_SCALES = 50_000;

/** The scale of an object as read at this version of the object. */
interface ReadScale {
  readonly version: string | undefined;
  readonly scale: Scale | undefined;
}

/**
 * The objects of kinds without a cache, such as those of custom controllers. Their metadata is watched, and a
 * scale is read again only after its object changed. Objects that may not be watched are read one by one.
 */
export class CustomObjects {
  private readonly discovery: Discovery;
  private readonly asked = new LookupCache((ref, budget) => this.ask(ref, budget));
  private readonly scales = new LRUCache<string, ReadScale>(upTo(MAX_SCALES));
  private readonly reading = new Map<string, Promise<ReadScale>>();

  constructor(
    private readonly requests: LookupRequests,
    private readonly watches: MetadataWatches,
  ) {
    this.discovery = new Discovery(requests);
  }

  /** What is known without a request; while an aged scale is read again, the previous one. */
  known(ref: OwnerRef, needsScale: boolean): LookupResult | undefined {
    const followed = this.watches.of(ref.apiVersion, ref.kind);
    if (!followed) return this.asked.get(ref);
    const object = followed.cache.get(ref.namespace, ref.name);
    if (!object) return { kind: 'missing' };
    if (!needsScale || !followed.served.scalable) return resultOf(followed.served, object, undefined);
    const read = this.scales.get(object.metadata.uid ?? '');
    if (read?.version !== object.metadata.resourceVersion)
      void this.readScale(followed, object).catch(() => undefined);
    return read && resultOf(followed.served, object, read.scale);
  }

  /** Asks for what is not known; never rejects. */
  async learn(ref: OwnerRef, needsScale: boolean, budget: Budget): Promise<LookupResult> {
    try {
      const served = await this.discovery.find(ref.apiVersion, ref.kind);
      // A target without a scale is useless.
      const isUseless = needsScale && !served?.scalable;
      if (!served?.resource.namespaced || isBuiltIn(served.resource) || isUseless)
        return this.asked.learn(ref, budget);
      const followed = await this.watches.follow(served);
      if (!followed) return this.asked.learn(ref, budget);
      const object = followed.cache.get(ref.namespace, ref.name);
      if (!object) return { kind: 'missing' };
      const read = needsScale && served.scalable ? await this.readScale(followed, object) : undefined;
      return resultOf(followed.served, object, read?.scale);
    } catch (error) {
      return failedLookup(error);
    }
  }

  /** How the kind is served; undefined if it is not, or the API server does not say. */
  async servedAs(apiVersion: string, kind: string): Promise<ServedKind | undefined> {
    try {
      return await this.discovery.find(apiVersion, kind);
    } catch {
      return undefined;
    }
  }

  /** The current scale of an object, read once per version. @throws KubeError */
  private readScale({ served }: FollowedKind, { metadata }: KubeObject): Promise<ReadScale> {
    const { uid = '', namespace = '', name, resourceVersion: version } = metadata;
    const known = this.scales.get(uid);
    if (known && known.version === version) return Promise.resolve(known);
    const key = `${uid} ${version}`;
    let reading = this.reading.get(key);
    if (!reading) {
      reading = this.requests
        .get<Scale>(pathOf(served.resource, namespace, name, 'scale'), namespace)
        .then((scale) => {
          const read = { version, scale };
          this.scales.set(uid, read);
          return read;
        })
        .finally(() => this.reading.delete(key));
      this.reading.set(key, reading);
    }
    return reading;
  }

  private async ask(ref: OwnerRef, budget: Budget): Promise<LookupResult> {
    const served = await this.discovery.find(ref.apiVersion, ref.kind);
    if (!served?.resource.namespaced) return { kind: 'not-served' };
    const { resource, scalable } = served;
    const { namespace, name } = ref;
    const read = <T>(part?: string) =>
      this.requests.get<T>(pathOf(resource, namespace, name, part), namespace, budget);
    const scale = scalable ? await read<Scale>('scale') : undefined;
    return resultOf(served, await orScale(read<KubeObject>(), scale), scale);
  }
}

/** The object itself names its owners. If reading it is forbidden, its scale is used, which names none. */
async function orScale(object: Promise<KubeObject>, scale: Scale | undefined): Promise<KubeObject> {
  try {
    return await object;
  } catch (thrown) {
    if (scale && isKubeError(thrown, 'forbidden')) return scale;
    throw thrown;
  }
}

/**
 * Whether Kubernetes brings the kind, such as Secrets and Events: all of a cluster would be followed for one pod that
 * names one as its owner.
 */
function isBuiltIn({ group }: KubeResource): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

function resultOf(
  { scalable }: ServedKind,
  { metadata }: KubeObject,
  scale: Scale | undefined,
): LookupResult {
  return {
    kind: 'object',
    uid: metadata.uid,
    owners: metadata.ownerReferences ?? [],
    scalable,
    selector: selectorOfScale(scale),
    replicas: scale?.spec?.replicas || undefined,
    ...(scale && { scale }),
  };
}

function selectorOfScale(scale: Scale | undefined): SelectorLookup {
  if (!scale) return { kind: 'unusable', detail: 'this kind has no scale subresource' };
  const text = scale.status?.selector;
  if (!text) return { kind: 'unusable', detail: 'its scale subresource names no selector' };
  try {
    return { kind: 'selector', selector: parseSelector(text) };
  } catch (error) {
    return { kind: 'unusable', detail: errorText(error) };
  }
}
