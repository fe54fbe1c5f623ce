import { amountFrom, parseQuantity, resourceListFrom } from '../../objects/quantity';
import type { Pod, ResourceList } from '../../objects/types';
import {
  EPHEMERAL_STORAGE,
  REQUESTED_RESOURCES,
  RESOURCE_FACTS,
  RESOURCES,
  type RequestedResource,
} from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { ContainerPlan } from './container-plan';
import type { LimitBounds, NamespaceLimits } from './limit-bounds';
import type { QuotaLeft } from './quota-left';

type Field = 'requests' | 'limits';
type Resources = Partial<Record<Field, ResourceList | null>> | null | undefined;
type Checked = readonly RequestedResource[];
/** Millicores or bytes; fractional if a pod states a finer amount, and not clamped. */
type Exact = Partial<Record<RequestedResource, number>>;

/** What a container states after the patch. */
interface Patched {
  readonly name: string;
  readonly requests: Exact;
  readonly limits: Exact;
}

interface PatchedInit extends Patched {
  readonly isSidecar: boolean;
}

/**
 * Checks the pod after `plans` as the API server would. Returns what is wrong, or undefined: amounts must be
 * whole and not negative, no request may exceed its limit, the pod must fit its own resources and the LimitRanges of its
 * namespace (limitranger, PodValidateLimitFunc), and each container must state what a quota demands (quota/v1, pods.go,
 * Constraints).
 * @param quotas those that count the pod
 * @throws QuantityError
 */
export function planFault(
  pod: Pod,
  plans: readonly Pick<ContainerPlan, 'name' | 'requests' | 'limits'>[],
  limits: NamespaceLimits,
  quotas: readonly Demand[] = [],
): string | undefined {
  const byName = new Map(plans.map((plan) => [plan.name, plan]));
  const checked = statesStorage(plans) ? REQUESTED_RESOURCES : RESOURCES;
  const containers = pod.spec.containers.map(({ name, resources }) =>
    patched(name, resources, checked, byName.get(name)),
  );
  const init = (pod.spec.initContainers ?? []).map(({ name, resources, restartPolicy }) => ({
    ...patched(name, resources, checked, byName.get(name)),
    isSidecar: restartPolicy === 'Always',
  }));
  for (const container of [...containers, ...init]) {
    const isKnown = byName.has(container.name) || containers.includes(container);
    const fault =
      (isKnown ? containerFault(container, checked) : undefined) ??
      rangeFaultOf(container, limits.container, checked) ??
      (pod.spec.resources ? undefined : demandFault(container, quotas));
    if (fault !== undefined) return fault;
  }
  return podFault(withPlanned(pod, byName.get(WHOLE_POD)), { containers, init, checked }, limits.pod);
}

/** What a pod states of storage concerns us only if we change it. */
function statesStorage(plans: readonly Pick<ContainerPlan, 'requests' | 'limits'>[]): boolean {
  return plans.some(
    ({ requests, limits }) =>
      requests[EPHEMERAL_STORAGE] !== undefined || limits[EPHEMERAL_STORAGE] !== undefined,
  );
}

/** What a quota counts, and so demands of every container. */
type Demand = Pick<QuotaLeft, 'quota' | 'of' | 'resource'>;

function demandFault({ name, requests, limits }: Patched, quotas: readonly Demand[]): string | undefined {
  for (const { quota, of, resource } of quotas) {
    if (resource === EPHEMERAL_STORAGE) continue;
    // A request that is not stated is the limit.
    const stated = of === 'limits' ? limits[resource] : (requests[resource] ?? limits[resource]);
    if (stated === undefined)
      return `ResourceQuota ${quota} demands ${of}.${resource} of every container, and ${name} states none`;
  }
  return undefined;
}

/** The pod with what is planned for it as a whole. */
function withPlanned(pod: Pod, plan: Pick<ContainerPlan, 'requests' | 'limits'> | undefined): Pod {
  if (!plan) return pod;
  const { resources } = pod.spec;
  const requests = { ...resources?.requests, ...resourceListFrom(plan.requests) };
  const limits = { ...resources?.limits, ...resourceListFrom(plan.limits) };
  return { ...pod, spec: { ...pod.spec, resources: { ...resources, requests, limits } } };
}

function patched(
  name: string,
  resources: Resources,
  checked: Checked,
  plan?: Pick<ContainerPlan, 'requests' | 'limits'>,
): Patched {
  return {
    name,
    requests: exactly(resources?.requests, checked, plan?.requests),
    limits: exactly(resources?.limits, checked, plan?.limits),
  };
}

function exactly(stated: ResourceList | null | undefined, checked: Checked, planned?: Exact): Exact {
  const exact: Exact = {};
  for (const resource of checked) {
    const amount = planned?.[resource] ?? exactAmount(stated, resource);
    if (amount !== undefined) exact[resource] = amount;
  }
  return exact;
}

function containerFault({ name, requests, limits }: Patched, checked: Checked): string | undefined {
  for (const resource of checked) {
    const request = requests[resource];
    const limit = limits[resource];
    const fault =
      amountFault(request) ??
      amountFault(limit) ??
      (request !== undefined && limit !== undefined && request > limit
        ? 'requested exceeds its limit'
        : undefined);
    if (fault !== undefined) return `the ${resource} of container ${name} ${fault}`;
  }
  return undefined;
}

function rangeFaultOf(
  { name, requests, limits }: Patched,
  range: LimitBounds | undefined,
  checked: Checked,
): string | undefined {
  for (const resource of checked) {
    const misfit =
      range && rangeFault(requests[resource] ?? limits[resource], limits[resource], range, resource);
    if (misfit !== undefined) return misfit(`${resource} of container ${name}`);
  }
  return undefined;
}

function amountFault(amount: number | undefined): string | undefined {
  if (amount === undefined) return undefined;
  if (amount < 0) return 'is negative';
  return Number.isInteger(amount) ? undefined : 'is finer than can be allocated';
}

function rangeFault(
  request: number | undefined,
  limit: number | undefined,
  range: LimitBounds,
  resource: RequestedResource,
): ((about: string) => string) | undefined {
  const min = range.min?.[resource];
  const max = range.max?.[resource];
  const ratio = range.maxRatio?.[resource];
  if (min !== undefined && Math.min(request ?? min, limit ?? min) < min)
    return (about) => `the ${about} is below the minimum of a LimitRange`;
  if (max !== undefined && Math.max(request ?? 0, limit ?? 0) > max)
    return (about) => `the ${about} is above the maximum of a LimitRange`;
  if (min !== undefined && request === undefined)
    return (about) => `a LimitRange has a minimum of the ${about}, and no request is stated`;
  if (max !== undefined && limit === undefined)
    return (about) => `a LimitRange has a maximum of the ${about}, and no limit is stated`;
  if (ratio !== undefined && !(request && limit))
    return (about) =>
      `a LimitRange has a ratio of limit to request of the ${about}, and one of them is not stated`;
  if (ratio !== undefined && request && limit && limit / request > ratio)
    return (about) => `the limit of ${about} is a larger multiple of its request than a LimitRange allows`;
  return undefined;
}

function podFault(
  pod: Pod,
  {
    containers,
    init,
    checked,
  }: { containers: readonly Patched[]; init: readonly PatchedInit[]; checked: Checked },
  range?: LimitBounds,
): string | undefined {
  const own = pod.spec.resources;
  if (!own && !range) return undefined;
  const running = [...containers, ...init.filter(({ isSidecar }) => isSidecar)];
  for (const resource of checked) {
    const limit = exactAmount(own?.limits, resource);
    const most = exactAmount(own?.requests, resource) ?? limit;
    if (most !== undefined && (mostAtOnce(containers, init, 'requests', resource) ?? 0) > most)
      return `the ${resource} requested exceeds that of the pod`;
    const asked = exactAmount(own?.requests, resource);
    if (asked !== undefined && limit !== undefined && asked > limit)
      return `the ${resource} requested for the pod exceeds its limit`;
    const above = running.find(({ limits }) => (limits[resource] ?? 0) > (limit ?? Infinity));
    if (above) return `the ${resource} limit of container ${above.name} exceeds that of the pod`;
    if (!range) continue;
    const total = (field: Field) => podTotal(pod, containers, init, field, resource);
    const misfit = rangeFault(total('requests'), total('limits'), range, resource);
    if (misfit !== undefined) return misfit(`${resource} of the pod`);
  }
  return undefined;
}

/**
 * What the whole pod counts under a LimitRange: its own amount if it states one, else its containers and
 * sidecars together, or what an init container needs with the sidecars before it, whichever is more; without overhead.
 */
function podTotal(
  { spec }: Pod,
  containers: readonly Patched[],
  init: readonly PatchedInit[],
  field: Field,
  resource: RequestedResource,
): number | undefined {
  return exactAmount(spec.resources?.[field], resource) ?? mostAtOnce(containers, init, field, resource);
}

/** What containers and sidecars state together, or an init container with the sidecars before it if that is more. */
function mostAtOnce(
  containers: readonly Patched[],
  init: readonly PatchedInit[],
  field: Field,
  resource: RequestedResource,
): number | undefined {
  let total: number | undefined;
  for (const container of containers) total = plus(total, container[field][resource]);
  for (const one of init) if (one.isSidecar) total = plus(total, one[field][resource]);
  let sidecars: number | undefined;
  for (const { isSidecar, [field]: amounts } of init) {
    const alone = plus(sidecars, amounts[resource]);
    if (isSidecar) sidecars = alone;
    else if (alone !== undefined) total = Math.max(total ?? 0, alone);
  }
  return total;
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : a + b;
}

/** Amounts that are whole and far from any limit of parsing, as nearly all are. */
const PLAIN: Readonly<Record<RequestedResource, RegExp>> = {
  cpu: /^\d{1,9}m?$/,
  memory: /^(?:\d{1,12}|\d{1,4}[KMG]i)$/,
  [EPHEMERAL_STORAGE]: /^(?:\d{1,12}|\d{1,4}[KMG]i)$/,
};

/** In millicores or bytes; a half if a finer amount is stated. */
function exactAmount(list: ResourceList | null | undefined, resource: RequestedResource): number | undefined {
  const value = list?.[resource];
  if (value === undefined) return undefined;
  if (PLAIN[resource].test(String(value))) return amountFrom(resource, value);
  const { nanos } = parseQuantity(value);
  const whole = Number(nanos / RESOURCE_FACTS[resource].unitNanos);
  const rest = nanos % RESOURCE_FACTS[resource].unitNanos;
  return rest === 0n ? whole : whole + (rest < 0n ? -0.5 : 0.5);
}
