import { ofKey } from '../lib/memo/of-key';
import type { OwnerRef } from '../objects/owners';
import { isPodGroupRef } from '../objects/plumbline-types';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { Workload } from '../objects/types';
import {
  type SelectorLookup,
  selectorOfWorkload,
  type WorkloadKind,
  workloadKindOf,
} from '../objects/workload-kinds';
import type { ClusterCaches } from './caches';
import type { KubeClient } from './client';
import { CustomObjects } from './custom-objects';
import type { ServedKind } from './discovery';
import { LookupCache, type LookupResult } from './lookup-cache';
import { type Budget, LookupRequests } from './lookup-requests';
import { selectorOfGroup } from './pod-group-index';

export type { LookupResult } from './lookup-cache';

/**
 * Looks up the objects that targets and owner references name: workload kinds in the caches, or by a request
 * if a cache has not seen one yet; all others as custom objects. `needsScale`: selector and replicas are
 * needed too.
 */
export class WorkloadLookup {
  private readonly requests: LookupRequests;
  private readonly custom: CustomObjects;
  private readonly asked = new LookupCache((ref, budget) => this.ask(ref, budget));
  private readonly selectors = new WeakMap<Workload, SelectorLookup>();

  constructor(
    private readonly caches: ClusterCaches,
    client: KubeClient,
  ) {
    this.requests = new LookupRequests(client);
    this.custom = new CustomObjects(this.requests, caches.metadata);
  }

  /** What is known without a request; undefined if only `learn` can tell. */
  known(ref: OwnerRef, needsScale = false): LookupResult | undefined {
    if (isNoName(ref)) return NOWHERE;
    const kind = workloadKindOf(ref.apiVersion, ref.kind);
    if (!kind) return this.knownGroup(ref) ?? this.custom.known(ref, needsScale);
    const cached = this.caches[kind].get(ref.namespace, ref.name);
    if (cached && (ref.uid === undefined || cached.metadata.uid === ref.uid))
      return this.fromWorkload(kind, cached);
    return this.asked.get(ref);
  }

  /** Asks the API server; never rejects. */
  async learn(ref: OwnerRef, needsScale = false, budget: Budget = 'passes'): Promise<LookupResult> {
    if (isNoName(ref)) return NOWHERE;
    return workloadKindOf(ref.apiVersion, ref.kind)
      ? this.asked.learn(ref, budget)
      : this.custom.learn(ref, needsScale, budget);
  }

  /** How the kind of a reference is served; undefined if it is not, or the API server does not say. */
  servedAs({ apiVersion, kind }: OwnerRef): Promise<ServedKind | undefined> {
    return this.custom.servedAs(apiVersion, kind);
  }

  /** A group as watched here; where groups are not watched, it is one more kind with a scale. */
  private knownGroup(ref: OwnerRef): LookupResult | undefined {
    const { podGroups } = this.caches;
    if (!isPodGroupRef(ref) || !podGroups.isFollowing) return undefined;
    if (podGroups.state.kind === 'absent') return { kind: 'not-served' };
    if (!podGroups.seen) return undefined;
    const group = podGroups.get(ref.namespace, ref.name);
    if (!group) return { kind: 'missing' };
    return {
      kind: 'object',
      uid: group.metadata.uid,
      owners: [],
      scalable: true,
      selector: selectorOfGroup(group),
    };
  }

  private async ask(ref: OwnerRef, budget: Budget): Promise<LookupResult> {
    const kind = workloadKindOf(ref.apiVersion, ref.kind);
    if (!kind) return { kind: 'not-served' };
    const path = pathOf(API_RESOURCES[kind], ref.namespace, ref.name);
    return this.fromWorkload(kind, await this.requests.get<Workload>(path, ref.namespace, budget));
  }

  private fromWorkload(kind: WorkloadKind, workload: Workload): LookupResult {
    const selector = ofKey(this.selectors, workload, () => selectorOfWorkload(kind, workload));
    const { uid, ownerReferences = [] } = workload.metadata;
    return { kind: 'object', uid, owners: ownerReferences, scalable: true, selector, workload };
  }
}

/** API servers take references of any length; no object has longer ones, with its group of 253 characters and a version. */
const LONGEST: Readonly<Record<keyof Omit<OwnerRef, 'namespace'>, number>> = {
  apiVersion: 317,
  kind: 63,
  name: 253,
  uid: 128,
};
const NOWHERE: LookupResult = { kind: 'missing' };

/** Whether a reference is longer than that of any object: nothing of it is kept. */
function isNoName({ apiVersion, kind, name, uid = '' }: OwnerRef): boolean {
  return (
    apiVersion?.length > LONGEST.apiVersion ||
    kind?.length > LONGEST.kind ||
    name?.length > LONGEST.name ||
    uid?.length > LONGEST.uid
  );
}
