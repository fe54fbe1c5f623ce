import { controllerOf, type OwnerRef } from '../objects/owners';
import { isPodGroupRef } from '../objects/plumbline-types';
import type { Selector } from '../objects/selector';
import { objectOf, targetOf } from '../objects/target-key';
import type { OwnerReference, Workload } from '../objects/types';
import type { TargetRef } from '../objects/vpa-types';
import type { ClusterCaches } from './caches';
import type { KubeClient } from './client';
import type { ServedKind } from './discovery';
import type { Budget } from './lookup-requests';
import { type LookupResult, WorkloadLookup } from './workload-lookup';

/** What a VPA's targetRef resolves to. */
export type TargetResolution =
  | {
      kind: 'found';
      selector: Selector;
      /** The target itself, which is topmost. */
      topmost: OwnerRef;
      /** The object, for cached kinds. */
      workload?: Workload;
    }
  | { kind: 'missing' }
  | { kind: 'unsupported'; detail: string }
  | { kind: 'not-topmost'; by: OwnerRef }
  | { kind: 'failed'; error: Error };

/**
 * The topmost controller above an object that is a workload or scalable. `none`: no controller, or none that
 * a VPA could target; `missing`: an owner in the chain is gone; `pending`: not known yet, being asked for.
 */
type Topmost =
  | { kind: 'controller'; ref: OwnerRef }
  | { kind: 'none' }
  | { kind: 'missing'; ref: OwnerRef }
  | { kind: 'pending'; ref: OwnerRef }
  | { kind: 'failed'; ref: OwnerRef; error: Error };

/** Longer chains are cycles. */
const MAX_DEPTH = 10;

/** Resolves targetRefs to selectors and owner references to the topmost controller. */
export class TargetResolver {
  private readonly lookup: WorkloadLookup;

  constructor(caches: ClusterCaches, client: KubeClient) {
    this.lookup = new WorkloadLookup(caches, client);
  }

  /** What a targetRef resolves to, without a request; undefined if only `resolveTarget` can tell. */
  knownTarget(namespace: string, targetRef: TargetRef): TargetResolution | undefined {
    const ref = targetOf(namespace, targetRef);
    const result = this.lookup.known(ref, true);
    return result && resolutionOf(ref, result, this.topmost(namespace, ownersOf(result)));
  }

  /** Asks the API server for what is not known. Never rejects: what cannot be found out is `failed`. */
  async resolveTarget(namespace: string, targetRef: TargetRef): Promise<TargetResolution> {
    const ref = targetOf(namespace, targetRef);
    const result = this.lookup.known(ref, true) ?? (await this.lookup.learn(ref, true));
    return resolutionOf(ref, result, await this.resolveTopmost(namespace, ownersOf(result)));
  }

  /**
   * The topmost controller above an object with these owner references, without a request; undefined if there
   * is none or it is not known yet (it is then asked for, so that a later call can tell).
   */
  topmostController(
    namespace: string,
    owners: readonly OwnerReference[] | undefined,
    budget?: Budget,
  ): OwnerRef | undefined {
    const found = this.topmost(namespace, owners);
    if (found.kind === 'pending') void this.lookup.learn(found.ref, false, budget);
    return found.kind === 'controller' ? found.ref : undefined;
  }

  /** Like `topmostController`, but asks the API server for what is not known. Never rejects. */
  async resolveTopmost(
    namespace: string,
    owners: readonly OwnerReference[] | undefined,
  ): Promise<Exclude<Topmost, { kind: 'pending' }>> {
    for (;;) {
      const found = this.topmost(namespace, owners);
      if (found.kind !== 'pending') return found;
      const result = await this.lookup.learn(found.ref);
      if (result.kind === 'failed') return { kind: 'failed', ref: found.ref, error: result.error };
    }
  }

  /**
   * The replicas wanted by a controller of an uncached kind, without a request; if unknown, it is asked for,
   * so that a later call can tell.
   */
  replicasOf(namespace: string, owner: OwnerReference): number | undefined {
    const ref = refOf(namespace, owner);
    const result = this.lookup.known(ref, true);
    if (!result) void this.lookup.learn(ref, true);
    return result?.kind === 'object' && result.uid === owner.uid ? result.replicas : undefined;
  }

  /** An object and its scale, as last read if it has no cache; asks the API server if it must. Never rejects. */
  async scaled(ref: OwnerRef): Promise<LookupResult> {
    return this.lookup.known(ref, true) ?? this.lookup.learn(ref, true);
  }

  /** How the API server serves the kind of a reference; undefined if it does not, or does not say. */
  servedAs(ref: OwnerRef): Promise<ServedKind | undefined> {
    return this.lookup.servedAs(ref);
  }

  /** The topmost controller, without a request. */
  topmost(namespace: string, owners: readonly OwnerReference[] | undefined): Topmost {
    let top: OwnerRef | undefined;
    let owner = controllerOf(owners);
    for (let depth = 0; owner && depth < MAX_DEPTH; depth++) {
      const ref = refOf(namespace, owner);
      // Static pods are owned by their node, which controls nothing a VPA could target.
      if (ref.kind === 'Node') break;
      const result = this.lookup.known(ref);
      if (!result) return { kind: 'pending', ref };
      if (result.kind === 'failed') return { kind: 'failed', ref, error: result.error };
      if (result.kind === 'missing') return { kind: 'missing', ref };
      if (result.kind === 'not-served') break;
      if (result.uid !== ref.uid) return { kind: 'missing', ref };
      if (result.scalable) top = ref;
      owner = controllerOf(result.owners);
    }
    return top ? { kind: 'controller', ref: top } : { kind: 'none' };
  }
}

/** The owners of a target that something could be above. */
function ownersOf(result: LookupResult): readonly OwnerReference[] | undefined {
  return result.kind === 'object' && result.selector.kind === 'selector' ? result.owners : undefined;
}

function resolutionOf(
  ref: OwnerRef,
  result: LookupResult,
  above: Exclude<Topmost, { kind: 'pending' }>,
): TargetResolution;
function resolutionOf(ref: OwnerRef, result: LookupResult, above: Topmost): TargetResolution | undefined;
function resolutionOf(ref: OwnerRef, result: LookupResult, above: Topmost): TargetResolution | undefined {
  switch (result.kind) {
    case 'missing':
    case 'failed':
      return result;
    case 'not-served':
      return {
        kind: 'unsupported',
        detail: isPodGroupRef(ref)
          ? 'PodGroups are not installed in this cluster: apply deploy/crds/podgroups.yaml'
          : `the API server serves no namespaced kind ${ref.kind} in ${ref.apiVersion}`,
      };
    case 'object':
      return resolutionOfObject(ref, result, above);
  }
}

function resolutionOfObject(
  ref: OwnerRef,
  { selector, uid, workload }: Extract<LookupResult, { kind: 'object' }>,
  above: Topmost,
): TargetResolution | undefined {
  if (selector.kind === 'unusable') return { kind: 'unsupported', detail: selector.detail };
  switch (above.kind) {
    case 'pending':
      return undefined;
    case 'controller':
      return { kind: 'not-topmost', by: above.ref };
    case 'failed':
      return { kind: 'failed', error: above.error };
    case 'none':
    case 'missing':
      return { kind: 'found', selector: selector.selector, topmost: { ...ref, uid }, workload };
  }
}

function refOf(namespace: string, owner: OwnerReference): OwnerRef {
  const { apiVersion, kind, name } = objectOf(namespace, owner);
  // Not by spreading: V8 makes a new hidden class for every copy that gains a property.
  return { apiVersion, kind, namespace, name, uid: owner.uid };
}
