import type { WorkloadSummary } from '../../contract/recommendations';
import { meanRequest, STANDINGS, type Standing } from '../../contract/verdict';
import type { RequestTotals, WorkloadsView } from '../../contract/workloads';
import type { Cost } from '../../decide/pods/money/cost';
import { RESOURCES, type Resource } from '../../objects/units';

type Measured = Pick<WorkloadSummary, 'pods' | 'podsOfRun' | 'containers' | 'nodeGroups'>;

/**
 * The pods by which workloads are ranked. A CronJob is ranked as it is during a run, so that it keeps its place
 * between runs.
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

/**
 * What the pods reserve above the target, each container separately, in millicores or bytes: what all sums have as to
 * free. Only of a workload that is in no sum it is reckoned here: between the runs of a CronJob, and where no cost is
 * known.
 */
export function wasteOf(workload: Measured, cost: Cost | undefined): Record<Resource, number> {
  const isSummed = cost && (cost.pods.counted > 0 || workload.podsOfRun === undefined);
  if (isSummed) return { ...cost.amounts.saving };
  return { cpu: reckonedWaste(workload, 'cpu'), memory: reckonedWaste(workload, 'memory') };
}

function reckonedWaste(workload: Measured, resource: Resource): number {
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
    missing: { request: 0, target: 0, use: 0 },
    leftOut: { waiting: 0, vpas: 0 },
  };
}

/** What one workload adds to the totals of a resource. */
export type Share = Pick<
  RequestTotals,
  'kept' | 'over' | 'short' | 'used' | 'usedMs' | 'missing' | 'leftOut'
>;

/** Of a workload whose cost is not known. */
const UNKNOWN: Share = { ...noTotals(), leftOut: { waiting: 0, vpas: 1 } };

/** The share by what its pods cost; nothing of a workload whose cost is not known. */
export function shareOf(
  { containers }: Pick<WorkloadSummary, 'containers'>,
  cost: Cost | undefined,
  resource: Resource,
): Share {
  if (!cost) return UNKNOWN;
  const { amounts, missing, pods } = cost;
  const times = containers.flatMap((container) => container[resource].usage?.atMs ?? []);
  return {
    kept: amounts.requests[resource] - amounts.saving[resource],
    over: amounts.saving[resource],
    short: amounts.growth[resource],
    used: amounts.use[resource],
    usedMs: pods.counted > 0 && times.length > 0 ? Math.max(...times) : undefined,
    missing: {
      request: missing.request[resource],
      target: missing.target[resource],
      use: missing.use[resource],
    },
    leftOut: { waiting: pods.waiting, vpas: 0 },
  };
}

/** The share of a workload without a VPA, whose cost nobody keeps: of its containers, by the mean of its pods. */
export function shareWithoutVpa(workload: Measured, resource: Resource): Share {
  const share = { ...noTotals(), usedMs: undefined as number | undefined };
  for (const part of partsOf(workload)) {
    const pods = countedPods(part);
    for (const { [resource]: view } of part.containers) {
      const request = meanRequest(view);
      const { target, usage } = view;
      if (request === undefined) share.missing.request += pods;
      if (target === undefined) share.missing.target += pods;
      const needed = target ?? request ?? 0;
      share.kept += Math.min(request ?? 0, needed) * pods;
      share.over += Math.max(0, (request ?? 0) - needed) * pods;
      share.short += Math.max(0, needed - (request ?? 0)) * pods;
      if (usage === undefined) share.missing.use += pods;
      else {
        share.used += usage.mean * pods;
        share.usedMs = Math.max(share.usedMs ?? 0, usage.atMs);
      }
    }
  }
  return share;
}

/** Adds up the cluster's totals, workload by workload. */
export class OverviewSum {
  private readonly totals = { cpu: noTotals(), memory: noTotals() };
  private readonly standings = Object.fromEntries(STANDINGS.map((one) => [one, 0])) as Record<
    Standing,
    number
  >;

  add({ standing, shares }: { standing: Standing; shares: Record<Resource, Share> }): void {
    this.standings[standing]++;
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
  addCounts(totals, other);
}

function addTo(totals: RequestTotals, share: Share): void {
  const { kept, over, short, used, usedMs } = share;
  totals.kept += kept;
  totals.over += over;
  totals.short += short;
  totals.used += used;
  if (usedMs !== undefined) totals.usedMs = Math.max(totals.usedMs ?? 0, usedMs);
  addCounts(totals, share);
  if (over > 0) totals.overWorkloads++;
  if (short > 0) totals.shortWorkloads++;
}

function addCounts(totals: RequestTotals, { missing, leftOut }: Pick<Share, 'missing' | 'leftOut'>): void {
  totals.missing.request += missing.request;
  totals.missing.target += missing.target;
  totals.missing.use += missing.use;
  totals.leftOut.waiting += leftOut.waiting;
  totals.leftOut.vpas += leftOut.vpas;
}
