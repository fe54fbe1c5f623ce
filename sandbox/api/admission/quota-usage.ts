import { containerAmounts, podAmounts, type QuantityMap } from '@/sandbox/api/admission/pod-amounts';
import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { addQuantities, parseQuantity, type Quantity, subtractQuantities } from '@/server/objects/quantity';
import type { KubeObject } from '@/server/objects/types';

const ONE = parseQuantity('1');
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];

/** What one object adds to a quota, by the names in the quota's `hard`. */
export function quotaUsageOf(resource: string, object: KubeObject): QuantityMap {
  const usage: QuantityMap = new Map([
    [`count/${resource}`, ONE],
    [resource, ONE],
  ]);
  if (resource !== 'pods') return usage;
  if (!isLive(object)) return new Map();
  const spec = specOf(object);
  for (const [name, amount] of podAmounts(spec, 'requests')) {
    usage.set(`requests.${name}`, amount);
    if (COMPUTE.includes(name)) usage.set(name, amount);
  }
  for (const [name, amount] of podAmounts(spec, 'limits')) usage.set(`limits.${name}`, amount);
  return usage;
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

/** Whether a quota with these scopes counts the object. */
export function isInScope(scopes: unknown, resource: string, object: KubeObject): boolean {
  if (!Array.isArray(scopes) || resource !== 'pods') return true;
  const { spec, status } = object as KubeObject & JsonObject;
  const bestEffort = isJsonObject(status) && status.qosClass === 'BestEffort';
  const terminating = isJsonObject(spec) && spec.activeDeadlineSeconds !== undefined;
  return scopes.every((scope) => {
    switch (scope) {
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

/** The compute names of `hard` that some container of the pod does not state. */
export function unspecified(hard: QuantityMap, pod: KubeObject): string[] {
  const missing = new Set<string>();
  const spec = specOf(pod);
  for (const container of [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')]) {
    for (const name of hard.keys()) if (!specifies(container, name)) missing.add(name);
  }
  return [...missing].sort();
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
