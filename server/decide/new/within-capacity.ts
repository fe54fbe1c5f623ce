import { sizedContainers } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { RESOURCES, type Resource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { needWith } from '../places/need-with';
import { fits, type PodDemand, podNeed } from '../places/pod-need';
import type { RaisedNotes } from '../pods/in-use';
import { withTarget } from '../pods/outcome/hold';
import { podLevelAmounts } from '../pods/pod-resources';
import type { Recommendation } from '../pods/recommendation';
import type { PodDecision } from './decide';
import { statedAmounts } from './pod-amounts';

/**
 * What each node that the pod may use has left for it now; undefined if some surely has room for what is asked, nobody
 * knows, or nodes come for it.
 */
export type CapacityNow = (pod: Pod, asked: PodDemand) => readonly PodDemand[] | undefined;

/** As without this; `cut` says why amounts are less than is recommended. */
export type Deciding = (asked: {
  readonly recommendation: Recommendation | undefined;
  readonly mayBoost: boolean;
  readonly cut?: RaisedNotes;
}) => PodDecision;

const NO_ROOM = 'no node has room for it now';

/**
 * A pod that fits some node as it is stated is not made to wait by what is recommended: where no node has room for that
 * now, it gets of each rise the share that the node has which has most room for it, at the least what it states. The
 * rest comes with a change of the running pod, once there is room. What fits nowhere as stated is no matter of ours.
 * @throws QuantityError
 */
export function withinCapacity(
  pod: Pod,
  recommendation: Recommendation | undefined,
  capacityNow: CapacityNow | undefined,
  decide: Deciding,
): PodDecision {
  const wanted = decide({ recommendation, mayBoost: true });
  const best = wanted.kind === 'patched' ? closestCapacity(pod, wanted, capacityNow) : undefined;
  if (!best) return wanted;
  const unboosted = decide({ recommendation, mayBoost: false });
  const isEnough = unboosted.kind === 'patched' && fits(needOf(pod, unboosted), best);
  const boostWithheld = hasBoost(wanted) ? { boostWithheld: NO_ROOM } : {};
  if (isEnough) return { ...unboosted, ...boostWithheld };
  if (unboosted.kind !== 'patched' || !recommendation) return wanted;
  const lowered = cutTo(best, pod, unboosted, recommendation);
  const decision = decide({ ...lowered, mayBoost: false });
  const isCut = decision.kind === 'patched' && fits(needOf(pod, decision), best);
  if (isCut) return { ...decision, ...boostWithheld };
  // As stated, but seen.
  return decide({ recommendation: undefined, mayBoost: false });
}

type Patched = Extract<PodDecision, { kind: 'patched' }>;

function hasBoost(decision: PodDecision): boolean {
  return decision.kind === 'patched' && decision.plans.some(({ boosted }) => boosted);
}

function needOf(pod: Pod, { plans }: Pick<Patched, 'plans'>): PodDemand {
  return needWith(pod, (container) => plans.find(({ name }) => name === container)?.requests);
}

/** The room that takes the pod as stated, and most of what is planned; undefined unless all others lack it too. */
function closestCapacity(
  pod: Pod,
  planned: Patched,
  capacityNow: CapacityNow | undefined,
): PodDemand | undefined {
  if (!capacityNow) return undefined;
  const [asked, stated] = [needOf(pod, planned), podNeed(pod)];
  if (fits(asked, stated)) return undefined;
  const capacities = capacityNow(pod, asked);
  if (!capacities || capacities.some((room) => fits(asked, room))) return undefined;
  const shareIn = (room: PodDemand) =>
    RESOURCES.reduce((sum, of) => sum + (asked[of] > 0 ? Math.min(1, room[of] / asked[of]) : 1), 0);
  let best: PodDemand | undefined;
  for (const room of capacities)
    if (fits(stated, room) && (!best || shareIn(room) > shareIn(best))) best = room;
  return best;
}

/** The recommendation with of each rise the share that there is room for. */
function cutTo(
  room: PodDemand,
  pod: Pod,
  planned: Patched,
  recommendation: Recommendation,
): { recommendation: Recommendation; cut: RaisedNotes } {
  const [asked, stated] = [needOf(pod, planned), podNeed(pod)];
  const shareOf = (resource: Resource) => {
    if (asked[resource] <= room[resource]) return 1;
    return Math.max(0, (room[resource] - stated[resource]) / (asked[resource] - stated[resource]));
  };
  const share = { cpu: shareOf('cpu'), memory: shareOf('memory') };
  const containers = sizedContainers(pod.spec, true).map(statedAmounts);
  const whole = podLevelAmounts(pod.spec);
  const statedOf = (name: string) =>
    name === WHOLE_POD ? whole : containers.find((container) => container.name === name);
  const next = new Map(recommendation);
  const cut = new Map<string, { resource: Resource; reason: 'room-now' }[]>();
  for (const { name, requests } of planned.plans) {
    let own = next.get(name);
    if (!own) continue;
    for (const resource of RESOURCES) {
      const [to, from = 0] = [requests[resource], statedOf(name)?.requests[resource]];
      if (share[resource] === 1 || to === undefined || to <= from) continue;
      const target = Math.floor(from + (to - from) * share[resource]);
      own = withTarget(own, resource, target);
      // What was seen used lifts it no more either.
      if (resource === 'cpu') own = { ...own, heldCpu: target };
      cut.set(name, [...(cut.get(name) ?? []), { resource, reason: 'room-now' }]);
    }
    next.set(name, own);
  }
  return { recommendation: next, cut };
}
