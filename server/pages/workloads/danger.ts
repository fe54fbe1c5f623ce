import type { ContainerView, WorkloadSummary } from '../../contract/recommendations';
import { gravityOf, meanRequest, type Standing } from '../../contract/verdict';
import type { Cost } from '../../decide/pods/money/cost';
import type { Resource } from '../../objects/units';
import { inCores } from './in-cores';

type Endangered = Pick<WorkloadSummary, 'pods' | 'containers' | 'refused' | 'pending'>;

const HOURS_OF_KILLS = 24;
/** Apart by more than any figure within a class comes to. */
const CLASS = 1e9;
const MOST_IN_CLASS = CLASS / 2;

/**
 * How much danger a workload is in, larger for more: those with pods that are down by the share of them, then those
 * whose containers are OOM-killed by kills an hour, then those that are short or capped by how much, in cores. Below
 * 0 nothing endangers it: then by how bad its standing is.
 */
export function dangerOf(workload: Endangered, standing: Standing, cost: Cost | undefined): number {
  const down = shareDown(workload);
  if (down > 0) return ranked(3, down);
  const kills = killsPerHour(workload);
  if (kills > 0) return ranked(2, kills);
  const places = gravityOf(standing) - gravityOf('short');
  return places <= 0 ? ranked(1, inCores(shortageOf(workload, cost))) : -places * CLASS;
}

function ranked(place: number, figure: number): number {
  return place * CLASS + Math.min(figure, MOST_IN_CLASS);
}

/** Of its pods, from 0 to 1; pods that are refused do not exist, so how many there should be is not known. */
function shareDown({ pods, refused, pending }: Endangered): number {
  const waiting = pending?.isStuck ? pending.pods / Math.max(1, pending.of) : 0;
  if (!refused) return waiting;
  return pods === 0 ? 1 : Math.max(waiting, 1 / (pods + 1));
}

function killsPerHour({ containers }: Endangered): number {
  return containers.reduce((sum, { off, ooms }) => sum + (off ? 0 : (ooms?.times ?? 0)), 0) / HOURS_OF_KILLS;
}

/** What its pods lack together, in millicores and bytes: to their targets, and above these to what they need. */
export function shortageOf(
  { pods, containers }: Endangered,
  cost: Cost | undefined,
): Record<Resource, number> {
  const served = containers.filter(({ off }) => !off);
  const sum = (resource: Resource, lack: (view: ContainerView[Resource]) => number) =>
    served.reduce((total, one) => total + lack(one[resource]), 0) * pods;
  const of = (resource: Resource) =>
    sum(resource, beyondTarget) + (cost ? cost.amounts.growth[resource] : sum(resource, belowTarget));
  return { cpu: of('cpu'), memory: of('memory') };
}

function beyondTarget({ cap, target }: ContainerView[Resource]): number {
  return cap && target !== undefined ? Math.max(0, cap.needs - target) : 0;
}

function belowTarget(view: ContainerView[Resource]): number {
  const request = meanRequest(view);
  return request !== undefined && view.target !== undefined ? Math.max(0, view.target - request) : 0;
}
