import {
  addAll,
  containerAmounts,
  podAmounts,
  type QuantityMap,
  quantitiesOf,
  raiseTo,
} from '@/sandbox/api/admission/pod-amounts';
import { equalJson, isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { addQuantities, parseQuantity, type Quantity, subtractQuantities } from '@/server/objects/quantity';
import type { KubeObject, ResourceQuota } from '@/server/objects/types';

const ONE = parseQuantity('1');
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];

/**
 * What one object adds to a quota, by the names in the quota's `hard` (Kubernetes 1.37, pkg/quota/v1/evaluator/core,
 * pods.go, `PodUsageFunc`).
 */
export function quotaUsageOf(resource: string, object: KubeObject): QuantityMap {
  const usage: QuantityMap = new Map([
    [`count/${resource}`, ONE],
    [resource, ONE],
  ]);
  if (resource !== 'pods') return usage;
  if (!isLive(object)) usage.delete(resource);
  else
    for (const part of ['requests', 'limits'] as const)
      for (const [name, amount] of chargedFor(object, part)) {
        usage.set(`${part}.${name}`, amount);
        if (part === 'requests' && COMPUTE.includes(name)) usage.set(name, amount);
      }
  return usage;
}

/**
 * The largest of what a pod asks for, was granted and has in force, each summed up first, with its overhead. What its
 * kubelet called infeasible is not counted (k8s.io/component-helpers v0.37.2 `resource.PodRequests`, `PodLimits`).
 */
function chargedFor(pod: KubeObject, part: 'requests' | 'limits'): QuantityMap {
  const spec = specOf(pod);
  const asked = isInfeasible(pod) ? {} : spec;
  const total = podAmounts(asked, part);
  const granted = (status: JsonObject) =>
    part === 'requests' && isJsonObject(status.allocatedResources) ? status.allocatedResources : undefined;
  const inForce = ({ resources }: JsonObject) =>
    isJsonObject(resources) && isJsonObject(resources[part]) ? resources[part] : undefined;
  raiseTo(total, podAmounts(withAmounts(pod, part, granted), part));
  raiseTo(
    total,
    podAmounts(
      withAmounts(pod, part, (status) => inForce(status) ?? granted(status)),
      part,
    ),
  );
  const overhead = [...quantitiesOf(spec.overhead)].filter(
    ([name]) => part === 'requests' || (total.get(name)?.nanos ?? 0n) > 0n,
  );
  addAll(total, new Map(overhead));
  return total;
}

/** The spec of a pod with the amounts that `tell` finds in the status of each container; the spec's where none are. */
function withAmounts(
  pod: KubeObject,
  part: 'requests' | 'limits',
  tell: (status: JsonObject) => JsonObject | undefined,
): JsonObject {
  const spec = specOf(pod);
  const { status } = pod as KubeObject & JsonObject;
  const lists = ['containers', 'initContainers'].map((list) => {
    const statuses = new Map(
      objectsAt(status, `${list.slice(0, -1)}Statuses`).map((each) => [each.name, each]),
    );
    const containers = objectsAt(spec, list).map((container) => {
      const of = statuses.get(container.name);
      const told = of && tell(of);
      return told ? { ...container, resources: { [part]: told } } : container;
    });
    return [list, containers];
  });
  return { ...spec, ...Object.fromEntries(lists) };
}

function isInfeasible(pod: KubeObject): boolean {
  const { status } = pod as KubeObject & JsonObject;
  return objectsAt(status, 'conditions').some(
    ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
  );
}

/**
 * Whether the quota controller counts anew after a change of a pod: when it ends, is told of other resources in force,
 * or moves to another scope. A resize that is taken back is none of these (pkg/quota/v1/install/update_filter.go,
 * Kubernetes 1.37.2).
 */
export function isCountedAnew(before: KubeObject, after: KubeObject): boolean {
  const told = (pod: KubeObject) => {
    const { status } = pod as KubeObject & JsonObject;
    return ['containerStatuses', 'initContainerStatuses'].flatMap((list) =>
      objectsAt(status, list).map(({ name, resources }) => [name, resources]),
    );
  };
  const deadline = (pod: KubeObject) => specOf(pod).activeDeadlineSeconds !== undefined;
  return (
    (isLive(before) && !isLive(after)) ||
    deadline(before) !== deadline(after) ||
    !equalJson(told(before), told(after))
  );
}

function specOf(object: KubeObject): JsonObject {
  const { spec } = object as KubeObject & JsonObject;
  return isJsonObject(spec) ? spec : {};
}

/** A pod that has ended uses nothing. */
function isLive(pod: KubeObject): boolean {
  const { status } = pod as KubeObject & JsonObject;
  const phase = isJsonObject(status) ? status.phase : undefined;
  return phase !== 'Succeeded' && phase !== 'Failed';
}

/** Whether a quota counts the object, by its scopes. */
export function isInScope(
  { scopes = [], scopeSelector }: NonNullable<ResourceQuota['spec']> = {},
  resource: string,
  object: KubeObject,
): boolean {
  if (resource !== 'pods') return true;
  const { spec, status } = object as KubeObject & JsonObject;
  const bestEffort = isJsonObject(status) && status.qosClass === 'BestEffort';
  const terminating = isJsonObject(spec) && spec.activeDeadlineSeconds !== undefined;
  const required = [
    ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists', values: undefined })),
    ...(scopeSelector?.matchExpressions ?? []),
  ];
  return required.every(({ scopeName, operator, values }) => {
    switch (scopeName) {
      case 'PriorityClass':
        return hasClass(specOf(object).priorityClassName, operator, values);
      case 'BestEffort':
        return bestEffort;
      case 'NotBestEffort':
        return !bestEffort;
      case 'Terminating':
        return terminating;
      case 'NotTerminating':
        return !terminating;
      default:
        return true;
    }
  });
}

function hasClass(name: unknown, operator: string | undefined, values?: readonly string[] | null): boolean {
  const named = typeof name === 'string' && name !== '';
  switch (operator) {
    case 'In':
      return named && values?.includes(name) === true;
    case 'NotIn':
      return !named || values?.includes(name) !== true;
    case 'DoesNotExist':
      return !named;
    default:
      return named;
  }
}

/**
 * Which compute names of `hard` which containers do not state; none of a pod that states resources as a whole
 * (Kubernetes 1.37, pkg/quota/v1/evaluator/core, pods.go, `Constraints`).
 */
export function unspecified(hard: QuantityMap, pod: KubeObject): string[] {
  const spec = specOf(pod);
  if (['requests', 'limits'].some((part) => containerAmounts(spec, part as 'requests').size > 0)) return [];
  const containers = [...objectsAt(spec, 'containers'), ...objectsAt(spec, 'initContainers')];
  return [...hard.keys()].sort().flatMap((name) => {
    const lacking = containers
      .filter((container) => !specifies(container, name))
      .map((each) => String(each.name));
    return lacking.length > 0 ? [`${name} for: ${lacking.sort().join(',')}`] : [];
  });
}

function specifies(container: JsonObject, name: string): boolean {
  const [part, resource] = name.includes('.') ? splitAt(name) : ['requests', name];
  if (!['requests', 'limits'].includes(part) || !['cpu', 'memory'].includes(resource)) return true;
  return containerAmounts(container, part === 'limits' ? 'limits' : 'requests').has(resource);
}

function splitAt(name: string): [string, string] {
  const dot = name.indexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

export function addUsage(total: QuantityMap, usage: QuantityMap, sign: 1 | -1): void {
  for (const [name, amount] of usage) {
    const present: Quantity = total.get(name) ?? { ...amount, nanos: 0n };
    total.set(name, sign === 1 ? addQuantities(present, amount) : subtractQuantities(present, amount));
  }
}
