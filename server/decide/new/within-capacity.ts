import type { Pod } from '../../objects/types';
import { RESOURCES, type Resource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { CapacityForNew } from '../places/capacity-for-new';
import { partForAll, podsThatFit } from '../places/demand-that-fits';
import { needWith } from '../places/need-with';
import { fits, minus, NOTHING_NEEDED, type PodDemand, podNeed, sum } from '../places/pod-need';
import type { RaisedNotes } from '../pods/in-use';
import { withTarget } from '../pods/outcome/hold';
import { podLevelAmounts } from '../pods/pod-resources';
import type { Recommendation } from '../pods/recommendation';
import type { PodDecision } from './decide';

/**
 * What there is for the pod and its siblings now; undefined if some node surely has room for what is asked, nobody
 * knows, or nodes come for it.
 */
export type CapacityNow = (pod: Pod, asked: PodDemand) => CapacityForNew | undefined;

/** As without this; `cut` says why amounts are less than is recommended. */
export type Deciding = (asked: {
  readonly recommendation: Recommendation | undefined;
  readonly mayBoost: boolean;
  readonly cut?: RaisedNotes;
}) => PodDecision;

type Patched = Extract<PodDecision, { kind: 'patched' }>;

const NO_CAPACITY = 'no node has room for it now';

/**
 * A pod that fits some node as it is stated is not made to wait by what is recommended: where the nodes have no room for
 * that now, it gets of each rise the share with which it and its siblings that are still to come find room, or what it
 * states if that is hardly any. The rest comes with a change of the running pod, once there is room. What fits nowhere
 * as stated is no matter of ours.
 * @throws QuantityError
 */
export function withinCapacity(
  pod: Pod,
  recommendation: Recommendation | undefined,
  capacityNow: CapacityNow | undefined,
  decide: Deciding,
): PodDecision {
  const wanted = decide({ recommendation, mayBoost: true });
  const lacks = wanted.kind === 'patched' ? lackingCapacity(pod, wanted, capacityNow) : undefined;
  if (!lacks) return wanted;
  const boostWithheld = hasBoost(wanted) ? { boostWithheld: NO_CAPACITY } : {};
  const unboosted = decide({ recommendation, mayBoost: false });
  // In mode Off a boost is all that a pod gets.
  if (unboosted.kind !== 'patched')
    return { ...unboosted, detail: unboosted.detail ?? `its startup boost is left out: ${NO_CAPACITY}` };
  if (findPlaces(pod, unboosted, lacks)) return { ...unboosted, ...boostWithheld };
  const cut = recommendation && cutTo(lacks, pod, unboosted, recommendation);
  const decision = cut && decide({ ...cut, mayBoost: false });
  if (decision?.kind === 'patched' && findPlaces(pod, decision, lacks))
    return { ...decision, ...boostWithheld };
  // As stated, but seen.
  return decide({ recommendation: undefined, mayBoost: false });
}

function hasBoost(decision: PodDecision): boolean {
  return decision.kind === 'patched' && decision.plans.some(({ boosted }) => boosted);
}

function needOf(pod: Pod, { plans }: Pick<Patched, 'plans'>): PodDemand {
  return needWith(pod, (container) => plans.find(({ name }) => name === container)?.requests);
}

/** Then it takes no more of a node than it states. */
function raisesNothing({ plans, stated }: Patched): boolean {
  return plans.every(
    ({ name, index, requests }) =>
      name !== WHOLE_POD &&
      RESOURCES.every((resource) => (requests[resource] ?? 0) <= (stated[index]?.requests[resource] ?? 0)),
  );
}

function findPlaces(pod: Pod, planned: Patched, { capacities, pods }: CapacityForNew): boolean {
  return podsThatFit(needOf(pod, planned), capacities, pods) >= pods;
}

/** What there is, for as many of the pods as find room as stated; undefined if they do with what is planned as well. */
function lackingCapacity(
  pod: Pod,
  planned: Patched,
  capacityNow: CapacityNow | undefined,
): CapacityForNew | undefined {
  if (!capacityNow || raisesNothing(planned)) return undefined;
  const [asked, stated] = [needOf(pod, planned), podNeed(pod)];
  if (fits(asked, stated)) return undefined;
  const found = capacityNow(pod, asked);
  const pods = found ? podsThatFit(stated, found.capacities, found.pods) : 0;
  if (!found || pods === 0 || podsThatFit(asked, found.capacities, pods) >= pods) return undefined;
  return { ...found, pods };
}

/** The recommendation with of each rise the share that there is room for; undefined if that is hardly any. */
function cutTo(
  { capacities, pods }: CapacityForNew,
  pod: Pod,
  planned: Patched,
  recommendation: Recommendation,
): { recommendation: Recommendation; cut: RaisedNotes } | undefined {
  const rises = risesOf(pod, planned);
  const target = sum(rises.map(({ by, resource }) => ({ ...NOTHING_NEEDED, [resource]: by })));
  const part = partForAll({ pods, target, rest: minus(needOf(pod, planned), target) }, capacities);
  if (!part) return undefined;
  const next = new Map(recommendation);
  const cut = new Map<string, { resource: Resource; reason: 'room-now' }[]>();
  for (const { name, resource, from, by } of rises) {
    const own = next.get(name);
    if (!own || part[resource] === 1) continue;
    const to = Math.floor(from + by * part[resource]);
    // What was seen used lifts it no more either.
    next.set(name, { ...withTarget(own, resource, to), ...(resource === 'cpu' && { heldCpu: to }) });
    cut.set(name, [...(cut.get(name) ?? []), { resource, reason: 'room-now' }]);
  }
  return { recommendation: next, cut };
}

interface Rise {
  readonly name: string;
  readonly resource: Resource;
  readonly from: number;
  readonly by: number;
}

/** What containers, or the pod as a whole if it is sized so, are to request more than they state. */
function risesOf(pod: Pod, { plans, stated }: Patched): readonly Rise[] {
  const whole = podLevelAmounts(pod.spec);
  const isWhole = plans.some(({ name }) => name === WHOLE_POD);
  return plans.flatMap(({ name, index, requests }) => {
    if (isWhole && name !== WHOLE_POD) return [];
    const own = name === WHOLE_POD ? whole : stated[index];
    return RESOURCES.flatMap((resource) => {
      const [to, from = 0] = [requests[resource], own?.requests[resource]];
      return to !== undefined && to > from ? [{ name, resource, from, by: to - from }] : [];
    });
  });
}
