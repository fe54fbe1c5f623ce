import type { Pod, ResourceList } from '../../kube/types';
import { compareQuantities, parseQuantity, type Quantity, quantityToNumber } from '../../model/quantity';
import { RESOURCES, type Resource } from '../../model/units';
import type { LimitBounds, NamespaceLimits } from '../../policy/limit-bounds';
import type { PatchOperation } from './patch';
import { applyAdditions } from './patch-apply';

interface Resources {
  requests?: ResourceList | null;
  limits?: ResourceList | null;
}

type Field = keyof Resources;

/** The parts of a pod a patch of ours may touch. */
interface Skeleton {
  metadata: { annotations?: Record<string, string> };
  spec: { containers: { name: string; resources?: Resources }[] };
}

const FINEST_NANOS: Readonly<Record<Resource, bigint>> = { cpu: 1_000_000n, memory: 1_000_000_000n };

/**
 * Applies the patch to the pod and looks at the result with the eyes of the API server. Answers what is wrong,
 * undefined when nothing is: every operation applies, amounts are whole and not negative, no request exceeds
 * its limit, and the pod fits its own resources and the LimitRanges of its namespace.
 */
export function patchFault(
  pod: Pod,
  operations: readonly PatchOperation[],
  limits: NamespaceLimits,
): string | undefined {
  const result = skeletonOf(pod);
  try {
    applyAdditions(result, operations);
    return (
      firstFault(result.spec.containers, (container) => containerFault(container, limits.container)) ??
      podFault(pod, result, limits.pod)
    );
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function skeletonOf({ metadata, spec }: Pod): Skeleton {
  return {
    metadata: metadata.annotations ? { annotations: copyOf(metadata.annotations) } : {},
    spec: {
      containers: spec.containers.map(({ name, resources }) =>
        resources ? { name, resources: resourcesCopy(resources) } : { name },
      ),
    },
  };
}

function resourcesCopy({ requests, limits }: Resources): Resources {
  const copy: Resources = {};
  if (requests) copy.requests = copyOf(requests);
  if (limits) copy.limits = copyOf(limits);
  return copy;
}

/** A copy to add members to. Not made by spreading: V8 makes a new hidden class of every such copy. */
function copyOf<T extends object>(members: T): T {
  return Object.assign({}, members);
}

function firstFault<T>(items: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = check(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function containerFault(
  { name, resources }: Skeleton['spec']['containers'][number],
  range: LimitBounds | undefined,
): string | undefined {
  return firstFault(RESOURCES, (resource) => {
    const request = read(resources?.requests, resource);
    const limit = read(resources?.limits, resource);
    const about = `${resource} of container ${name}`;
    for (const amount of [request, limit]) {
      if (!amount) continue;
      if (amount.nanos < 0n) return `${about} is negative`;
      if (amount.nanos % FINEST_NANOS[resource] !== 0n) return `${about} is finer than can be given out`;
    }
    if (request && limit && compareQuantities(request, limit) > 0)
      return `the ${about} requested exceeds its limit`;
    return (
      range && rangeFault(about, amountOf(request, resource), amountOf(limit, resource), range, resource)
    );
  });
}

function rangeFault(
  about: string,
  request: number | undefined,
  limit: number | undefined,
  range: LimitBounds,
  resource: Resource,
): string | undefined {
  const min = range.min?.[resource];
  const max = range.max?.[resource];
  const ratio = range.maxRatio?.[resource];
  if (min !== undefined && Math.min(request ?? min, limit ?? min) < min)
    return `the ${about} is below the minimum of a LimitRange`;
  if (max !== undefined && Math.max(request ?? 0, limit ?? 0) > max)
    return `the ${about} is above the maximum of a LimitRange`;
  if (ratio !== undefined && request && limit && limit / request > ratio)
    return `the limit of ${about} is more times its request than a LimitRange allows`;
  return undefined;
}

function podFault(pod: Pod, result: Skeleton, range: LimitBounds | undefined): string | undefined {
  const own = pod.spec.resources;
  if (!own && !range) return undefined;
  const sidecars = (pod.spec.initContainers ?? []).filter(
    (container) => container.restartPolicy === 'Always',
  );
  const containers = [...result.spec.containers, ...sidecars];
  return firstFault(RESOURCES, (resource) => {
    const sum = (field: Field) =>
      containers.reduce(
        (total, { resources }) => total + (amountOf(read(resources?.[field], resource), resource) ?? 0),
        0,
      );
    const most = amountOf(read(own?.requests, resource) ?? read(own?.limits, resource), resource);
    if (most !== undefined && sum('requests') > most)
      return `the ${resource} requested exceeds that of the pod`;
    const limit = amountOf(read(own?.limits, resource), resource);
    const above = containers.find(
      ({ resources }) => (amountOf(read(resources?.limits, resource), resource) ?? 0) > (limit ?? Infinity),
    );
    if (above) return `the ${resource} limit of container ${above.name} exceeds that of the pod`;
    if (!range) return undefined;
    const total = (field: Field) => podTotal(pod, result, field, resource);
    return rangeFault(`${resource} of the pod`, total('requests'), total('limits'), range, resource);
  });
}

/**
 * What the whole pod counts with under a LimitRange: its own amount where it states one, else its containers and
 * sidecars together, or what an init container alone needs beside the sidecars before it, whichever is more.
 */
function podTotal({ spec }: Pod, result: Skeleton, field: Field, resource: Resource): number | undefined {
  const amount = (resources: Resources | null | undefined) =>
    amountOf(read(resources?.[field], resource), resource);
  let total = amount(spec.resources);
  if (total === undefined) {
    for (const { resources } of result.spec.containers) total = plus(total, amount(resources));
    let sidecars: number | undefined;
    for (const { restartPolicy, resources } of spec.initContainers ?? []) {
      const own = amount(resources);
      if (restartPolicy === 'Always') {
        total = plus(total, own);
        sidecars = plus(sidecars, own);
      } else {
        const alone = plus(sidecars, own);
        if (alone !== undefined) total = Math.max(total ?? 0, alone);
      }
    }
  }
  return field === 'requests' ? plus(total, amountOf(read(spec.overhead, resource), resource)) : total;
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : a + b;
}

function read(list: ResourceList | null | undefined, resource: Resource): Quantity | undefined {
  const value = list?.[resource];
  return value === undefined ? undefined : parseQuantity(value);
}

/** In millicores or bytes. */
function amountOf(quantity: Quantity | undefined, resource: Resource): number | undefined {
  if (!quantity) return undefined;
  return resource === 'cpu' ? quantityToNumber(quantity) * 1000 : quantityToNumber(quantity);
}
