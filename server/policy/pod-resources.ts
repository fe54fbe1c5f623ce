import { type Amounts, RESOURCES, type Resource } from '../model/units';
import type { CapNote } from './cap-reasons';
import { type ContainerAmounts, scaleAmount, withAmount } from './proportions';
import type { ContainerPlan } from './resource-plan';

/** The resources of a pod as a whole, and the containers that count besides those planned for. */
interface PodLevelAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
  /** Init containers that keep running (sidecars). */
  readonly sidecars: readonly ContainerAmounts[];
}

/**
 * Caps plans to the resources of the pod: the requests of all containers together never exceed those of the
 * pod (its limits if it requests nothing), and no container's limit exceeds the pod's. Requests are scaled
 * down by one ratio, and their limits with them; if the other containers leave no room, nothing is planned
 * for that resource.
 */
export function fitToPodResources(
  plans: readonly ContainerPlan[],
  containers: readonly ContainerAmounts[],
  pod: PodLevelAmounts,
): ContainerPlan[] {
  let fitted = [...plans];
  for (const resource of RESOURCES) {
    const most = pod.requests[resource] ?? pod.limits[resource];
    if (most !== undefined) fitted = fitRequests(fitted, containers, pod.sidecars, resource, most);
    const limit = pod.limits[resource];
    if (limit !== undefined) fitted = fitted.map((plan) => fitLimit(plan, resource, limit));
  }
  return fitted;
}

function fitRequests(
  plans: ContainerPlan[],
  containers: readonly ContainerAmounts[],
  sidecars: readonly ContainerAmounts[],
  resource: Resource,
  most: number,
): ContainerPlan[] {
  const planned = plans.reduce((sum, plan) => sum + (plan.requests[resource] ?? 0), 0);
  const plannedFor = new Set(
    plans.filter((plan) => plan.requests[resource] !== undefined).map((plan) => plan.index),
  );
  const others = [...containers.filter((_, index) => !plannedFor.has(index)), ...sidecars];
  const room = most - others.reduce((sum, container) => sum + (container.requests[resource] ?? 0), 0);
  if (planned <= room) return plans;
  if (room <= 0) return plans.map((plan) => withoutResource(plan, resource));
  return plans.map((plan) => {
    const request = plan.requests[resource];
    if (!request) return plan;
    const scaled = scaleAmount(request, room, planned);
    const limit = plan.limits[resource];
    return {
      ...plan,
      requests: withAmount(plan.requests, resource, scaled),
      limits:
        limit === undefined
          ? plan.limits
          : withAmount(plan.limits, resource, scaleAmount(limit, scaled, request)),
      notes: noted(plan.notes, resource),
    };
  });
}

function fitLimit(plan: ContainerPlan, resource: Resource, most: number): ContainerPlan {
  const limit = plan.limits[resource];
  if (limit === undefined || limit <= most) return plan;
  return {
    ...plan,
    limits: withAmount(plan.limits, resource, most),
    notes: noted(plan.notes, resource),
  };
}

function noted(notes: readonly CapNote[], resource: Resource): CapNote[] {
  const others = notes.filter((note) => note.resource !== resource || note.reason !== 'pod-resources');
  return [...others, { resource, reason: 'pod-resources' }];
}

/** The plan without `resource`. */
export function withoutResource(plan: ContainerPlan, resource: Resource): ContainerPlan {
  const { [resource]: _request, ...requests } = plan.requests;
  const { [resource]: _limit, ...limits } = plan.limits;
  return { ...plan, requests, limits, notes: plan.notes.filter((note) => note.resource !== resource) };
}
