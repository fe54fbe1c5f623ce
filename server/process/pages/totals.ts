import { RESOURCES, type Resource } from '../../model/units';
import type { WorkloadSummary } from '../../recommender/views';
import { meanRequest, STANDINGS, type Standing } from '../../recommender/views/verdict';
import type { RequestTotals, WorkloadsView } from './views';

type Measured = Pick<WorkloadSummary, 'pods' | 'podsOfRun' | 'containers' | 'nodeGroups'>;

/**
 * The pods that sums count. A CronJob counts as it does during a run, so that sums stay the same between
 * runs.
 */
function countedPods({ pods, podsOfRun }: Measured): number {
  return podsOfRun ?? pods;
}

/** The parts of a workload whose pods have one target: its groups of nodes, or all of it. */
function partsOf(workload: Measured): readonly Pick<Measured, 'pods' | 'podsOfRun' | 'containers'>[] {
  const groups = workload.nodeGroups?.groups ?? [];
  return groups.length > 0 ? groups : [workload];
}

/**
 * Request minus target over all pods and containers, in millicores or bytes; undefined if none can be
 * compared.
 */
export function spareOf(workload: Measured, resource: Resource): number | undefined {
  let spare: number | undefined;
  for (const part of partsOf(workload))
    for (const container of part.containers) {
      const request = meanRequest(container[resource]);
      const target = container[resource].target;
      if (request !== undefined && target !== undefined)
        spare = (spare ?? 0) + (request - target) * countedPods(part);
    }
  return spare;
}

/** What the pods reserve above the target, each container separately, in millicores or bytes. */
export function wasteOf(workload: Measured, resource: Resource): number {
  let waste = 0;
  for (const part of partsOf(workload))
    for (const { off, [resource]: view } of part.containers) {
      const request = meanRequest(view);
      if (!off && request !== undefined && view.target !== undefined)
        waste += Math.max(0, request - view.target) * countedPods(part);
    }
  return waste;
}

function noTotals(): RequestTotals {
  return {
    requested: 0,
    recommended: 0,
    kept: 0,
    over: 0,
    short: 0,
    used: 0,
    overWorkloads: 0,
    shortWorkloads: 0,
    leftOut: { noRequest: 0, noTarget: 0 },
  };
}

/** What one workload adds to the totals of a resource, over all its pods. */
export type Share = Pick<RequestTotals, 'kept' | 'over' | 'short' | 'used' | 'usedMs' | 'leftOut'>;

export function shareOf(workload: Measured, resource: Resource): Share {
  const leftOut = { noRequest: 0, noTarget: 0 };
  const share: Share = { kept: 0, over: 0, short: 0, used: 0, usedMs: undefined, leftOut };
  for (const part of partsOf(workload)) addPart(share, part, resource);
  return share;
}

function addPart(
  share: Share,
  part: Pick<Measured, 'pods' | 'podsOfRun' | 'containers'>,
  resource: Resource,
) {
  const pods = countedPods(part);
  const { leftOut } = share;
  for (const container of part.containers) {
    const view = container[resource];
    const request = meanRequest(view);
    if (view.target === undefined) {
      leftOut.noTarget++;
      continue;
    }
    if (request === undefined) {
      leftOut.noRequest++;
      continue;
    }
    const kept = Math.min(request, view.target) * pods;
    share.kept += kept;
    share.over += request * pods - kept;
    share.short += view.target * pods - kept;
    if (!view.usage) continue;
    share.used += view.usage.mean * part.pods;
    share.usedMs = Math.max(share.usedMs ?? 0, view.usage.atMs);
  }
}

/** Adds up the cluster's totals, workload by workload. */
export class OverviewSum {
  private readonly totals = { cpu: noTotals(), memory: noTotals() };
  private readonly standings = Object.fromEntries(STANDINGS.map((one) => [one, 0])) as Record<
    Standing,
    number
  >;

  /** `isDouble`: another VPA already stands for its workload. */
  add({ standing, shares }: { standing: Standing; shares: Record<Resource, Share> }, isDouble = false): void {
    this.standings[standing]++;
    if (isDouble) return;
    addTo(this.totals.cpu, shares.cpu);
    addTo(this.totals.memory, shares.memory);
  }

  merge(other: OverviewSum): void {
    for (const standing of STANDINGS) this.standings[standing] += other.standings[standing];
    for (const resource of RESOURCES) mergeInto(this.totals[resource], other.totals[resource]);
  }

  result(): WorkloadsView['overview'] {
    for (const totals of [this.totals.cpu, this.totals.memory]) {
      totals.requested = totals.kept + totals.over;
      totals.recommended = totals.kept + totals.short;
    }
    return { ...this.totals, standings: this.standings };
  }
}

function mergeInto(totals: RequestTotals, other: RequestTotals): void {
  for (const part of ['kept', 'over', 'short', 'used', 'overWorkloads', 'shortWorkloads'] as const)
    totals[part] += other[part];
  if (other.usedMs !== undefined) totals.usedMs = Math.max(totals.usedMs ?? 0, other.usedMs);
  totals.leftOut.noRequest += other.leftOut.noRequest;
  totals.leftOut.noTarget += other.leftOut.noTarget;
}

function addTo(totals: RequestTotals, { kept, over, short, used, usedMs, leftOut }: Share): void {
  totals.kept += kept;
  totals.over += over;
  totals.short += short;
  totals.used += used;
  if (usedMs !== undefined) totals.usedMs = Math.max(totals.usedMs ?? 0, usedMs);
  totals.leftOut.noRequest += leftOut.noRequest;
  totals.leftOut.noTarget += leftOut.noTarget;
  if (over > 0) totals.overWorkloads++;
  if (short > 0) totals.shortWorkloads++;
}
