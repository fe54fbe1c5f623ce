import { isDeepStrictEqual } from 'node:util';
import { isSameParetoFront } from '../../decide/places/pareto-front';
import type { ControllerFacts, WorkloadInput } from '../../decide/running/plan-input';
import type { ProcessInput } from './moment';

type Comparable = string | number | boolean | object | undefined | null;

/** Whether two inputs are equal, so that the previous one, with what was computed from it, stays valid. */
export function isSameInput(a: WorkloadInput, b: WorkloadInput): boolean {
  return (
    isSameMoment(a, b) &&
    a.vpa === b.vpa &&
    a.overruledBy === b.overruledBy &&
    a.nodeValues === b.nodeValues &&
    isSameParetoFront(a.largestNodes ?? [], b.largestNodes ?? []) &&
    a.limits === b.limits &&
    a.loop === b.loop &&
    a.hpa === b.hpa &&
    a.sparesSidecars === b.sparesSidecars &&
    a.cpuLimitStep === b.cpuLimitStep &&
    a.portion === b.portion &&
    sameItems(a.pods, b.pods) &&
    sameItems(a.budgets, b.budgets) &&
    sameItems(a.controllers, b.controllers, isSameController) &&
    sameItems(a.quotas, b.quotas, isShallowEqual) &&
    sameItems(a.conflicts, b.conflicts, isShallowEqual)
  );
}

/** The same of what the process itself knows of them. */
export function isSameMoment(a: ProcessInput, b: ProcessInput): boolean {
  return (
    a.highest === b.highest &&
    a.throttling === b.throttling &&
    isShallowEqual(a.strain, b.strain) &&
    a.sampledMs === b.sampledMs &&
    a.refusals === b.refusals &&
    a.failures === b.failures &&
    a.withdrawn === b.withdrawn &&
    a.shortSince === b.shortSince &&
    a.capacityTry === b.capacityTry &&
    a.restMs === b.restMs &&
    isShallowEqual(a.stop, b.stop) &&
    isShallowEqual(a.approvals, b.approvals)
  );
}

export function isSameController(a: ControllerFacts, b: ControllerFacts): boolean {
  return a.counts || b.counts ? isDeepStrictEqual(a, b) : isShallowEqual(a, b);
}

export function sameItems<T extends Comparable>(
  a: readonly T[],
  b: readonly T[],
  isSame: (one: T, other: T) => boolean = Object.is,
): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!isSame(a[index] as T, b[index] as T)) return false;
  return true;
}

export function isShallowEqual(a: object | undefined, b: object | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  const fields = Object.entries(a);
  const others = b as Record<string, unknown>;
  return fields.length === Object.keys(b).length && fields.every(([name, value]) => others[name] === value);
}
