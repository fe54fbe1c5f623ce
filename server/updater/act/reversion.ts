import type { NodeIndex } from '../../decide/places/node-index';
import { PodPlaces } from '../../decide/places/places';
import { formerOf } from '../../decide/running/changes';
import type { ContainerChange } from '../../decide/running/planned';
import { PodFacts } from '../../decide/running/pod-facts';
import { criticalHold } from '../../decide/running/policies/places';
import type { ClusterCaches } from '../../kube/caches';
import { controllerOf } from '../../objects/owners';
import { IN_PLACE_ANNOTATION } from '../../objects/pod-annotations';
import { amountsFrom } from '../../objects/quantity';
import { sizedContainer, sizedContainers } from '../../objects/sized-containers';
import type { Pod, PodTemplateSpec } from '../../objects/types';
import { type Amounts, RESOURCES } from '../../objects/units';
import { workloadKindOf } from '../../objects/workload-kinds';
import type { Reason } from '../../words/reasons';

/** The pod template of a pod's direct controller, if that kind is cached. */
export function templateOf(caches: ClusterCaches, pod: Pod): PodTemplateSpec | undefined {
  const owner = controllerOf(pod.metadata.ownerReferences);
  const namespace = pod.metadata.namespace ?? '';
  const kind = owner && workloadKindOf(owner.apiVersion, owner.kind);
  const workload = kind && caches[kind].get(namespace, owner.name);
  return workload?.metadata.uid === owner?.uid ? workload?.spec.template : undefined;
}

/** Whether the pod was resized in place and still runs, so that it can be reverted in place too. */
export function isRevertible({ metadata, status }: Pod): boolean {
  return (
    metadata.annotations?.[IN_PLACE_ANNOTATION] !== undefined &&
    metadata.deletionTimestamp === undefined &&
    status?.phase === 'Running'
  );
}

/** How a pod returns to what its template states. */
interface Reversion {
  readonly changes: readonly ContainerChange[];
  /** Requests the template does not state, as `app cpu`: a resize can change but not remove them. */
  readonly stays: readonly string[];
}

export function reversionOf(pod: Pod, template: PodTemplateSpec): Reversion {
  const changes: ContainerChange[] = [];
  const stays: string[] = [];
  for (const container of sizedContainers(pod.spec)) {
    const original = sizedContainer(template.spec, container.name);
    if (!original) continue;
    const limits = amountsFrom(original.resources?.limits);
    // The API server sets the request of a container that states only a limit to that limit.
    const requests = { ...limits, ...amountsFrom(original.resources?.requests) };
    const from = amountsFrom(container.resources?.requests);
    const to = differing(requests, from);
    const limited = amountsFrom(container.resources?.limits);
    const limitsTo = differing(limits, limited);
    if (Object.keys(to).length + Object.keys(limitsTo).length > 0)
      changes.push({ container: container.name, from, to, limits: limitsTo, ...formerOf(limitsTo, limited) });
    for (const resource of RESOURCES)
      if (from[resource] !== undefined && requests[resource] === undefined)
        stays.push(`${container.name} ${resource}`);
  }
  return { changes, stays };
}

/**
 * Why a pod cannot grow back: it is critical, and for what its node lacks the kubelet would end its neighbours. Undefined
 * if it can.
 */
export function endsOtherPods(
  pod: Pod,
  changes: readonly ContainerChange[],
  nodes: NodeIndex,
): Reason | undefined {
  return criticalHold(new PodPlaces(nodes), { way: 'resize', facts: new PodFacts(pod), changes })?.reason;
}

function differing(wanted: Amounts, stated: Amounts): Amounts {
  const result: Amounts = {};
  for (const resource of RESOURCES)
    if (wanted[resource] !== undefined && wanted[resource] !== stated[resource])
      Object.assign(result, { [resource]: wanted[resource] });
  return result;
}
