import type { ClusterCaches } from '../kube/caches';
import type { TargetResolver } from '../kube/targets';
import type { OwnerRef } from '../objects/owners';
import { API_RESOURCES, groupResource, type KubeResource } from '../objects/resources';
import { parseSelector, type Selector, SelectorError } from '../objects/selector';
import { targetOfHpa } from '../objects/target-key';
import type { HorizontalPodAutoscaler, Workload } from '../objects/types';
import { selectorOfWorkload, targetedKindOf, workloadKindOf } from '../objects/workload-kinds';
import { SCALABLE_KINDS } from './kinds';

/** What an HPA scales, as last seen, or why that cannot be read in the words of Kubernetes. */
export type ScaledTarget =
  | {
      readonly kind: 'scale';
      readonly resource: KubeResource;
      readonly name: string;
      readonly specReplicas: number;
      readonly statusReplicas: number;
      readonly selector: Selector | { readonly error: string } | undefined;
    }
  | { readonly kind: 'no-scale'; readonly error: string }
  /** Only a request can tell. */
  | { readonly kind: 'not-cached'; readonly ref: OwnerRef };

const NO_SCALE = 'the server could not find the requested resource';

/** Reads scales: of well-known kinds from the caches, of others by request. */
export class ScaledTargets {
  private readonly selectors = new WeakMap<Workload, Selector | { error: string }>();

  constructor(
    private readonly caches: Pick<ClusterCaches, (typeof SCALABLE_KINDS)[number]>,
    private readonly resolver: Pick<TargetResolver, 'scaled' | 'servedAs'>,
  ) {}

  /** The target without a request. */
  known(hpa: HorizontalPodAutoscaler): ScaledTarget {
    const ref = targetOfHpa(hpa);
    if (!ref) return { kind: 'no-scale', error: 'the HPA names no target' };
    const known = workloadKindOf(ref.apiVersion, ref.kind);
    if (!known) return { kind: 'not-cached', ref };
    const kind = SCALABLE_KINDS.find((each) => each === targetedKindOf(ref.kind));
    if (!kind) return { kind: 'no-scale', error: NO_SCALE };
    const cache = this.caches[kind];
    const workload = cache.get(ref.namespace, ref.name);
    if (workload) return this.ofWorkload(kind, workload);
    return cache.state.kind === 'synced'
      ? { kind: 'no-scale', error: `${groupResource(API_RESOURCES[kind])} "${ref.name}" not found` }
      : { kind: 'not-cached', ref };
  }

  /** Asks the API server for what is not cached; never rejects. */
  async read(ref: OwnerRef): Promise<ScaledTarget> {
    const { apiVersion, kind, name } = ref;
    const [version, group] = apiVersion.split('/').reverse();
    const served = await this.resolver.servedAs(ref);
    if (served && !served.scalable) return { kind: 'no-scale', error: NO_SCALE };
    const found = await this.resolver.scaled(ref);
    switch (found.kind) {
      case 'missing':
        return { kind: 'no-scale', error: `${group ? `${kind}.${group}` : kind} "${name}" not found` };
      case 'not-served':
        return {
          kind: 'no-scale',
          error: `no matches for kind "${kind}" in ${group ? `group "${group}"` : `version "${version}"`}`,
        };
      case 'failed':
        return { kind: 'no-scale', error: found.error.message };
      case 'object': {
        const kindOfWorkload = SCALABLE_KINDS.find((each) => each === targetedKindOf(kind));
        if (found.workload && kindOfWorkload) return this.ofWorkload(kindOfWorkload, found.workload);
        if (!found.scale || !served) return { kind: 'no-scale', error: NO_SCALE };
        const { spec, status } = found.scale;
        return {
          kind: 'scale',
          resource: served.resource,
          name,
          specReplicas: whole(spec?.replicas),
          statusReplicas: whole(status?.replicas),
          selector: status?.selector ? parsed(status.selector) : undefined,
        };
      }
    }
  }

  private ofWorkload(kind: (typeof SCALABLE_KINDS)[number], workload: Workload): ScaledTarget {
    const { spec, status, metadata } = workload;
    let selector = this.selectors.get(workload);
    if (!selector) {
      const found = selectorOfWorkload(kind, workload);
      selector = found.kind === 'selector' ? found.selector : { error: found.detail };
      this.selectors.set(workload, selector);
    }
    return {
      kind: 'scale',
      resource: API_RESOURCES[kind],
      name: metadata.name,
      specReplicas: whole(spec.replicas ?? 1),
      statusReplicas: whole(status?.replicas),
      selector,
    };
  }
}

function parsed(text: string): Selector | { error: string } {
  try {
    return parseSelector(text);
  } catch (error) {
    if (error instanceof SelectorError) return { error: error.message };
    throw error;
  }
}

/** Replicas as the API server counts them. @throws Error for anything else */
function whole(replicas: unknown = 0): number {
  if (Number.isSafeInteger(replicas) && (replicas as number) >= 0) return replicas as number;
  throw new Error(`the target states ${JSON.stringify(replicas)} replicas`);
}
