import { RESOURCES, type Resource } from '../../objects/units';
import type { HighestTargets } from './plan-input';
import type { Candidate } from './policy';

/** The parts of a difference between requests and targets, each a share of what is requested. */
export interface Differences {
  /** Of resources that move on, or of which no earlier change is known. */
  readonly onward: number;
  /** The resources that would go back on their last change. */
  readonly back: ReadonlySet<Resource>;
}

const NOTHING_BACK: ReadonlySet<Resource> = new Set();

/**
 * Which resources would go back on their last change: the requests rose, and the targets are lower, or the other way
 * round. Summed over the containers, as the priority is.
 */
export function differencesOf(candidate: Candidate): Differences {
  const { facts, recommended, priority } = candidate;
  let back: Set<Resource> | undefined;
  let goingBack = 0;
  for (const resource of RESOURCES) {
    let requested = 0;
    let ahead = 0;
    let behind = 0;
    for (const [index, { name, requests }] of facts.containers.entries()) {
      const target = recommended[index]?.target[resource];
      const request = requests[resource];
      if (target === undefined || request === undefined) continue;
      requested += request;
      ahead += target - request;
      behind += request - (formerRequest(candidate, name, resource) ?? request);
    }
    if (ahead * behind >= 0) continue;
    back = (back ?? new Set()).add(resource);
    goingBack += Math.abs(ahead) / Math.max(requested, 1);
  }
  return { onward: Math.max(0, priority.resourceDiff - goingBack), back: back ?? NOTHING_BACK };
}

/**
 * The difference that lasts: all of what would be raised, and of what would be lowered only the part above the highest
 * target of late; nothing of that while it is not known.
 */
export function lastingDifference(candidate: Candidate, highest: HighestTargets | undefined): number {
  const { facts, recommended } = candidate;
  let difference = 0;
  for (const resource of RESOURCES) {
    let requested = 0;
    let ahead = 0;
    let lower = 0;
    for (const [index, { name, requests }] of facts.containers.entries()) {
      const target = recommended[index]?.target[resource];
      const request = requests[resource];
      if (target === undefined || request === undefined) continue;
      requested += request;
      ahead += target - request;
      lower += request - Math.max(target, highest?.amounts.get(name)?.[resource] ?? request);
    }
    difference += Math.max(ahead, lower, 0) / Math.max(requested, 1);
  }
  return difference;
}

/**
 * What a container requested before its present request: noted by the last resize of its pod, if nobody changed it
 * since, or else by the eviction that made room for the pod. Undefined if unknown.
 */
export function formerRequest(
  { facts, workload }: Candidate,
  container: string,
  resource: Resource,
): number | undefined {
  const request = facts.containers.find(({ name }) => name === container)?.requests[resource];
  const resized = facts.requestsBefore[container]?.[resource];
  if (resized) return resized.to === request ? resized.from : undefined;
  if (facts.changedMs !== undefined) return undefined;
  const replaced = workload.loop.replaced.findLast(({ atMs }) => facts.isSuccessorOf(atMs));
  return replaced?.requests[container]?.[resource];
}
