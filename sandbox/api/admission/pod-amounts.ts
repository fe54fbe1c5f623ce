import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import {
  addQuantities,
  compareQuantities,
  isQuantity,
  parseQuantity,
  type Quantity,
} from '@/server/objects/quantity';

export type QuantityMap = Map<string, Quantity>;

/** The request or limit of a pod without its overhead: what it states as a whole, or else its containers together. */
export function podAmounts(spec: JsonObject, part: 'requests' | 'limits'): QuantityMap {
  const total = allContainers(spec, part);
  for (const [name, amount] of containerAmounts(spec, part)) total.set(name, amount);
  return total;
}

/** The sum over containers and sidecars, or more if an init container needs more with the sidecars before it. */
export function allContainers(spec: JsonObject, part: 'requests' | 'limits'): QuantityMap {
  const total: QuantityMap = new Map();
  for (const container of objectsAt(spec, 'containers')) addAll(total, containerAmounts(container, part));
  const sidecars: QuantityMap = new Map();
  const starting: QuantityMap = new Map();
  for (const container of objectsAt(spec, 'initContainers')) {
    const own = containerAmounts(container, part);
    if (container.restartPolicy === 'Always') {
      addAll(total, own);
      addAll(sidecars, own);
    } else {
      const alone = new Map(sidecars);
      addAll(alone, own);
      raiseTo(starting, alone);
    }
  }
  raiseTo(total, starting);
  return total;
}

export function containerAmounts(container: JsonObject, part: 'requests' | 'limits'): QuantityMap {
  const resources = isJsonObject(container.resources) ? container.resources : {};
  return quantitiesOf(resources[part]);
}

export function quantitiesOf(list: unknown): QuantityMap {
  const amounts: QuantityMap = new Map();
  for (const [name, amount] of Object.entries(isJsonObject(list) ? list : {})) {
    if (isQuantity(amount)) amounts.set(name, parseQuantity(amount));
  }
  return amounts;
}

export function addAll(total: QuantityMap, amounts: QuantityMap): void {
  for (const [name, amount] of amounts) {
    const present = total.get(name);
    total.set(name, present ? addQuantities(present, amount) : amount);
  }
}

export function raiseTo(total: QuantityMap, floor: QuantityMap): void {
  for (const [name, amount] of floor) {
    const present = total.get(name);
    if (!present || compareQuantities(present, amount) < 0) total.set(name, amount);
  }
}
