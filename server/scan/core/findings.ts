import { USUAL_LIMITS } from '../../contract/replays';
import { type Both, costOf, PLAIN_WEIGHTS, together } from '../../decide/pods/money/price';
import { RESOURCES, type Resource } from '../../objects/units';
import { compareTexts } from '../../words/natural-order';
import { SCAN_FINDINGS, type ScanFinding } from '../../words/scan-findings';
import { type ScannedContainer, type ScannedWorkload, titleOfScanned } from '../report';

/** Below this share of its requests, what a workload could give up or lacks is not worth a change. */
const WORTH_CHANGING = 0.1;

type Judged = Pick<ScannedWorkload, 'containers' | 'replayed' | 'requests' | 'frees' | 'adds'>;

/**
 * What matters most about a workload: kills in the period or in a replay of it with today's amounts, then time short
 * beyond what a replay tolerates or requests that are too small, then what it could give up.
 * @param isKnownInPart whether a part of its past could not be had: then it is not known to be fine
 */
export function findingOf(workload: Judged, isKnownInPart = false): ScanFinding {
  const { containers, replayed } = workload;
  if (killsOf(workload) > 0) return 'killed';
  if (containers.every(({ used, next }) => !used.cpu && !used.memory && !next)) return 'unknown';
  const { cpuShort, memoryShort } = replayed?.now ?? { cpuShort: 0, memoryShort: 0 };
  const isShort = replayed
    ? cpuShort > USUAL_LIMITS.cpuShort || memoryShort > USUAL_LIMITS.memoryShort
    : containers.some(usesMoreThanSetAside);
  if (isShort || lackingShareOf(workload) >= WORTH_CHANGING) return 'short';
  if (spareShareOf(workload) >= WORTH_CHANGING) return 'waste';
  return isKnownInPart || containers.some(isUnknown) ? 'unknown' : 'fine';
}

/** Nothing is fine of which the CPU or the memory is unknown; what checkpoints have learned is both. */
function isUnknown({ used, target }: ScannedContainer): boolean {
  return used.cpu || used.memory ? !(used.cpu && used.memory) : target === undefined;
}

/** Kills that happened, or without any those of the replay under today's amounts. */
export function killsOf({ containers, replayed }: Pick<ScannedWorkload, 'containers' | 'replayed'>): number {
  const happened = containers.reduce((sum, { kills = 0 }) => sum + kills, 0);
  return happened || (replayed?.now.kills ?? 0);
}

/** Whether no kill was found, and that some container had none is unknown. */
export function areKillsUnknown(workload: Pick<ScannedWorkload, 'containers' | 'replayed'>): boolean {
  return killsOf(workload) === 0 && workload.containers.some(({ kills }) => kills === undefined);
}

/** The larger of the shares of time short of CPU and of memory, by the replay of today's amounts. */
export function shortOf({ replayed }: Pick<ScannedWorkload, 'replayed'>): number {
  return replayed ? Math.max(replayed.now.cpuShort, replayed.now.memoryShort) : 0;
}

/** What could be given up, as a share of what is requested; both resources in one figure. */
export function spareShareOf({ requests, frees }: Pick<ScannedWorkload, 'requests' | 'frees'>): number {
  const requested = weightOf(requests);
  return requested > 0 ? weightOf(frees) / requested : 0;
}

/** What it lacks, as a share of what it requests; all of it where it requests nothing. */
export function lackingShareOf({ requests, adds }: Pick<ScannedWorkload, 'requests' | 'adds'>): number {
  const lacking = weightOf(adds);
  return lacking === 0 ? 0 : lacking / (weightOf(requests) || lacking);
}

function usesMoreThanSetAside({ now: { requests, limits }, used }: ScannedContainer): boolean {
  const isBelow = (resource: Resource, value: number | undefined) => {
    const aside = limits[resource] ?? requests[resource];
    return value !== undefined && aside !== undefined && value > aside;
  };
  return isBelow('cpu', used.cpu?.p95) || isBelow('memory', used.memory?.peak);
}

/** The worst first: by finding, then by how bad it is, then by name. */
export function byWhatMatters(workloads: readonly ScannedWorkload[]): ScannedWorkload[] {
  const sizeOf = (workload: ScannedWorkload): number => {
    switch (workload.finding) {
      case 'killed':
        return killsOf(workload);
      case 'short':
        return shortOf(workload);
      case 'waste':
      case 'fine':
      case 'unknown':
        return weightOf(workload.frees);
    }
  };
  return workloads
    .map((workload) => ({
      workload,
      rank: SCAN_FINDINGS.indexOf(workload.finding),
      size: sizeOf(workload),
      title: titleOfScanned(workload),
    }))
    .sort((a, b) => a.rank - b.rank || b.size - a.size || compareTexts(a.title, b.title))
    .map(({ workload }) => workload);
}

/** What changes of all its pods, each resource by itself: a saving of one never makes up for growth of the other. */
export function changeOf(requests: Both, next: Both): { frees: Both; adds: Both } {
  const frees = { cpu: 0, memory: 0 };
  const adds = { cpu: 0, memory: 0 };
  for (const resource of RESOURCES) {
    frees[resource] = Math.max(0, requests[resource] - next[resource]);
    adds[resource] = Math.max(0, next[resource] - requests[resource]);
  }
  return { frees, adds };
}

/** What `replicas` pods with these containers request now, and would if their templates stated what they should. */
export function requestedBy(
  containers: readonly Pick<ScannedContainer, 'now' | 'next'>[],
  replicas: number,
): { requests: Both; next: Both } {
  const requests = { cpu: 0, memory: 0 };
  const next = { cpu: 0, memory: 0 };
  for (const container of containers)
    for (const resource of RESOURCES) {
      const own = container.now.requests[resource] ?? 0;
      requests[resource] += own * replicas;
      next[resource] += (container.next?.requests[resource] ?? own) * replicas;
    }
  return { requests, next };
}

/** Both resources in one figure: a core counts as much as 8 GiB. */
export function weightOf(amounts: Both): number {
  return together(costOf(amounts, PLAIN_WEIGHTS));
}
