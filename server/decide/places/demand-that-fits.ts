import { fits, type PodDemand, plus } from './pod-need';

/** Pods that are alike and together find too little room. */
export interface Crowd {
  readonly pods: number;
  /** What each asks for that may be less, and what it needs in any case. */
  readonly target: PodDemand;
  readonly rest: PodDemand;
}

/** A pod that would get less than this part of its target is not helped by it. */
const LEAST_PART = 0.25;
/** Halvings of the search: finer than a thousandth of the target. */
const STEPS = 12;

/**
 * The largest part of the target with which all of the pods find room: less of CPU, of memory, or of both, whatever
 * cuts least; if all together would get too little, for one of them. Undefined if even that is too little.
 */
export function demandThatFits(crowd: Crowd, capacities: readonly PodDemand[]): PodDemand | undefined {
  for (const pods of new Set([crowd.pods, 1])) {
    const part = partForAll({ ...crowd, pods }, capacities);
    if (part) return part;
  }
  return undefined;
}

/** The same for all of the pods or none. */
export function partForAll(crowd: Crowd, capacities: readonly PodDemand[]): PodDemand | undefined {
  const cuts = [
    (part: number) => ({ cpu: part, memory: 1 }),
    (part: number) => ({ cpu: 1, memory: part }),
    (part: number) => ({ cpu: part, memory: part }),
  ];
  let best: { part: number; cut: PodDemand } | undefined;
  for (const cutBy of cuts) {
    const part = partThatFits(crowd, capacities, cutBy);
    if (part >= LEAST_PART && (!best || part > best.part)) best = { part, cut: cutBy(part) };
    if (part === 1) break;
  }
  return best?.cut;
}

function partThatFits(
  crowd: Crowd,
  capacities: readonly PodDemand[],
  cutBy: (part: number) => PodDemand,
): number {
  if (allFit(crowd, capacities, cutBy(1))) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (allFit(crowd, capacities, cutBy(middle))) low = middle;
    else high = middle;
  }
  return low;
}

function allFit({ pods, target, rest }: Crowd, capacities: readonly PodDemand[], part: PodDemand): boolean {
  const need = plus(rest, { cpu: target.cpu * part.cpu, memory: target.memory * part.memory });
  return podsThatFit(need, capacities, pods) >= pods;
}

/** How many pods with this need find room, up to `most`. */
export function podsThatFit(need: PodDemand, capacities: readonly PodDemand[], most: number): number {
  let pods = 0;
  for (const freeCapacity of capacities) {
    if (pods >= most) break;
    if (fits(need, freeCapacity))
      pods += Math.min(timesIn(need.cpu, freeCapacity.cpu), timesIn(need.memory, freeCapacity.memory));
  }
  return Math.min(pods, most);
}

function timesIn(need: number, freeCapacity: number): number {
  return need <= 0 ? Number.POSITIVE_INFINITY : Math.floor(freeCapacity / need);
}
