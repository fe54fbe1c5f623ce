import type { ClusterCaches } from '../kube/caches';
import type { KubeClient } from '../kube/client';
import { Discovery } from '../kube/discovery';
import { isKubeError } from '../kube/errors';
import { LookupRequests } from '../kube/lookup-requests';
import { API_RESOURCES, groupResource, type KubeResource, pathOf } from '../kube/resources';
import { targetOfHpa } from '../kube/target-key';
import type { HorizontalPodAutoscaler, Scale, Workload } from '../kube/types';
import { selectorOfWorkload, targetedKindOf, workloadKindOf } from '../kube/workload-kinds';
import type { OwnerRef } from '../kube/workload-lookup';
import { parseSelector, type Selector, SelectorError } from '../model/selector';
import { SCALABLE_KINDS } from './kinds';

/** What an HPA scales, as last seen, or why that cannot be read in the words of Kubernetes. */
export type Target =
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
export class Targets {
  private readonly requests: LookupRequests;
  private readonly discovery: Discovery;
  private readonly selectors = new WeakMap<Workload, Selector | { error: string }>();

  constructor(
    private readonly caches: Pick<ClusterCaches, (typeof SCALABLE_KINDS)[number]>,
    client: KubeClient,
  ) {
    this.requests = new LookupRequests(client);
    this.discovery = new Discovery(this.requests);
  }

  /** The target without a request. */
  known(hpa: HorizontalPodAutoscaler): Target {
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

  /** Asks the API server; never rejects. */
  async read({ apiVersion, kind, namespace, name }: OwnerRef): Promise<Target> {
    try {
      const served = await this.discovery.find(apiVersion, kind);
      const [version, group] = apiVersion.split('/').reverse();
      if (!served)
        return {
          kind: 'no-scale',
          error: `no matches for kind "${kind}" in ${group ? `group "${group}"` : `version "${version}"`}`,
        };
      if (!served.scalable) return { kind: 'no-scale', error: NO_SCALE };
      const { resource } = served;
      const scale = await this.requests.get<Scale>(pathOf(resource, namespace, name, 'scale'));
      const { replicas: statusReplicas = 0, selector } = scale.status ?? {};
      const specReplicas = scale.spec.replicas ?? 0;
      return {
        kind: 'scale',
        resource,
        name,
        specReplicas,
        statusReplicas,
        selector: selector ? parsed(selector) : undefined,
      };
    } catch (error) {
      if (isKubeError(error) && error.body?.message) return { kind: 'no-scale', error: error.body.message };
      return { kind: 'no-scale', error: error instanceof Error ? error.message : String(error) };
    }
  }

  private ofWorkload(kind: (typeof SCALABLE_KINDS)[number], workload: Workload): Target {
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
      specReplicas: spec.replicas ?? 1,
      statusReplicas: status?.replicas ?? 0,
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
