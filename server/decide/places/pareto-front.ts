import { type Amounts, RESOURCES } from '../../objects/units';
import { withAmount } from '../pods/proportions';
import { fits, type PodDemand } from './pod-need';

/**
 * The amounts that no other exceeds in both resources, by CPU: what fits one of all fits one of these. Amounts that
 * are not known, and those below zero, are left out.
 */
export function paretoFront(all: Iterable<PodDemand>): readonly PodDemand[] {
  const known = [...all].filter(
    ({ cpu, memory }) => Number.isFinite(cpu + memory) && cpu >= 0 && memory >= 0,
  );
  known.sort((a, b) => b.cpu - a.cpu || b.memory - a.memory);
  const front: PodDemand[] = [];
  let most = -1;
  for (const need of known) {
    if (need.memory <= most) continue;
    most = need.memory;
    front.push(need);
  }
  return front.reverse();
}

/** Of these amounts the one that leaves the largest part of a need; undefined without any. */
export function closestTo(need: PodDemand, front: readonly PodDemand[]): PodDemand | undefined {
  const partOf = (freeCapacity: PodDemand) =>
    partIn(need.cpu, freeCapacity.cpu) * partIn(need.memory, freeCapacity.memory);
  let best: PodDemand | undefined;
  for (const freeCapacity of front) {
    if (fits(need, freeCapacity)) return freeCapacity;
    if (!best || partOf(freeCapacity) > partOf(best)) best = freeCapacity;
  }
  return best;
}

/** Whether the need fills one of these in a resource, as one that is cut to it does, and fits in the other. */
export function fillsOneOf(
  front: readonly PodDemand[],
  need: PodDemand,
  resource: 'cpu' | 'memory',
): boolean {
  const other = resource === 'cpu' ? 'memory' : 'cpu';
  return front.some(
    (freeCapacity) =>
      need[other] <= freeCapacity[other] && need[resource] >= freeCapacity[resource] * ROUNDING,
  );
}

/** How far rounding alone may move an amount. */
const ROUNDING = 0.98;

function partIn(asked: number, freeCapacity: number): number {
  return asked <= freeCapacity ? 1 : freeCapacity / asked;
}

export function isSameParetoFront(a: readonly PodDemand[], b: readonly PodDemand[]): boolean {
  if (a === b) return true;
  return (
    a.length === b.length &&
    a.every(({ cpu, memory }, index) => cpu === b[index]?.cpu && memory === b[index]?.memory)
  );
}

/** The most of each resource that any of these can give; undefined if there is none. */
export function largestAmounts(front: readonly PodDemand[] = []): Amounts | undefined {
  if (front.length === 0) return undefined;
  return RESOURCES.reduce<Amounts>(
    (most, resource) => withAmount(most, resource, Math.max(...front.map((one) => one[resource]))),
    {},
  );
}
