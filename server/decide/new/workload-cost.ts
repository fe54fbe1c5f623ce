import type { Price, PriceTable } from '../../model/price-table';
import type { HorizontalPodAutoscaler, PodSpec } from '../../objects/types';
import { EPHEMERAL_STORAGE, RESOURCES, type Resource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { CompiledVpa } from '../pods/compiled-vpa';
import type { ContainerPlan } from '../pods/container-plan';
import type { InUse } from '../pods/in-use';
import type { NamespaceLimits } from '../pods/limit-bounds';
import { type Cost, type CostPart, PARTS, type Parts, WAY_PARTS, type Way } from '../pods/money/cost';
import { type Both, costOf, priceOn } from '../pods/money/price';
import type { ContainerAmounts } from '../pods/proportions';
import { type QuotaLeft, quotasWithout, takenOfQuotas } from '../pods/quota-left';
import type { ContainerRecommendation, Recommendation } from '../pods/recommendation';
import { unfreed } from '../pods/startup-need';
import { decideNewPod } from './new-pod';

/** One pod as its cost needs it. */
export interface CostedPod {
  /** Absent while it waits for one. */
  readonly node?: string;
  readonly containers: readonly CostedContainer[];
  readonly spec: PodSpec;
  /** Pods with the same stamp state the same. */
  readonly stamp: unknown;
  /** Another VPA has it too, and counts it. */
  readonly isElsewhere?: boolean;
  /** The key of its workload, if what counts for it depends on that. */
  readonly workload?: string;
}

/** What a container states, and its newest sample. */
export interface CostedContainer extends ContainerAmounts {
  readonly use: Partial<Both> | undefined;
}

/** What the pods of one VPA are measured by. */
export interface CostRules {
  readonly vpa: CompiledVpa;
  readonly recommendation: Recommendation | undefined;
  /** What the status says, where `recommendation` is another: with amounts that are held. */
  readonly stated?: Recommendation | undefined;
  /** What counts instead for a pod, if its pods are unlike; a group of equal ones has the same object. */
  recommendationOf?(node: string, workload: string | undefined): Recommendation | undefined;
  readonly limits: NamespaceLimits;
  /** What quotas of the namespace have left beside all its pods: each pod takes its growth of it from the next. */
  readonly quotas: readonly QuotaLeft[];
  /** What else counts for a pod of this workload, or of the target of the VPA. */
  around(workload: string | undefined): {
    readonly hpas: readonly HorizontalPodAutoscaler[];
    readonly inUse: InUse | undefined;
  };
  readonly withSidecars: boolean;
  readonly prices: PriceTable | undefined;
  /** The labels of a node; undefined if it is not known. */
  labelsOf(node: string): Readonly<Record<string, string>> | undefined;
}

/** The cost of the pods of one VPA, and what a core and a GiB of them cost on average. */
export interface WorkloadCost extends Cost {
  /** Per core-hour and GiB-hour: the mean over its priced pods; absent if there is none. */
  price?: Price;
}

/** Adds up what the pods of a VPA request, use and would request, whatever its mode. */
export function workloadCost(pods: Iterable<CostedPod>, rules: CostRules): WorkloadCost {
  const { prices, labelsOf } = rules;
  const cost: Cost = noCost(prices !== undefined);
  const way = noWay();
  cost.way = way;
  const sum = { cpu: 0, memory: 0 };
  for (const { pod, node, targets, needs, unfreed, recommendation } of withTargets(pods, rules)) {
    if (pod.isElsewhere) {
      cost.pods.elsewhere++;
      continue;
    }
    if (node === undefined) {
      cost.pods.waiting++;
      continue;
    }
    const price = prices && priceOn(prices, labelsOf(node));
    cost.pods.counted++;
    if (prices && !price) cost.pods.notPriced++;
    addBoth(cost.unfreed, unfreed);
    for (const [index, container] of pod.containers.entries()) {
      addContainer(cost, container, { targets: targets[index] ?? {}, needs: needs[index] ?? {} }, price);
      addWay(way, container, {
        targets: targets[index] ?? {},
        stated: (rules.stated ?? rules.recommendation)?.get(container.name),
        applied: recommendation?.get(container.name),
      });
    }
    sum.cpu += price?.cpu ?? 0;
    sum.memory += price?.memory ?? 0;
  }
  const priced = prices ? cost.pods.counted - cost.pods.notPriced : 0;
  return priced > 0 ? { ...cost, price: { cpu: sum.cpu / priced, memory: sum.memory / priced } } : cost;
}

type TargetOf = Partial<Both>;

/** What the containers of a pod would request, and what they need where a cap leaves them less. */
interface Targets {
  readonly targets: readonly TargetOf[];
  readonly needs: readonly TargetOf[];
  readonly unfreed: Both;
}

/** What each pod on a node would request more than it does, or less, if all of it were applied. */
export function* podChanges<Pod extends CostedPod>(
  pods: Iterable<Pod>,
  rules: CostRules,
): Generator<{ pod: Pod; change: Both }> {
  for (const { pod, node, targets } of withTargets(pods, rules)) {
    if (node === undefined) continue;
    const change = { cpu: 0, memory: 0 };
    for (const [index, { requests }] of pod.containers.entries())
      for (const resource of RESOURCES) {
        const target = targets[index]?.[resource];
        if (target !== undefined) change[resource] += target - (requests[resource] ?? 0);
      }
    yield { pod, change };
  }
}

/** Those of equal pods, and what each of them takes of every quota; negative where it gives back. */
interface SharedTargets extends Targets {
  readonly stamp: unknown;
  readonly recommendation: Recommendation | undefined;
  /** What quotas had left when these were decided. */
  readonly quotas: readonly QuotaLeft[];
  readonly takes: readonly number[];
  /** Whether more room in a quota would give more. */
  readonly isBounded: boolean;
}

/**
 * Each pod with the targets of its containers, in their order; without a node if it has none or counts elsewhere.
 * Pods take from quotas one after another, as they are replaced, so that together they get no more than there is.
 */
function* withTargets<Pod extends CostedPod>(
  pods: Iterable<Pod>,
  rules: CostRules,
): Generator<{ pod: Pod; node: string | undefined; recommendation: Recommendation | undefined } & Targets> {
  let known: SharedTargets | undefined;
  let { quotas } = rules;
  for (const pod of pods) {
    const { node, stamp, containers } = pod;
    if (pod.isElsewhere || node === undefined) {
      yield { pod, node: undefined, targets: [], needs: [], unfreed: NOTHING, recommendation: undefined };
      continue;
    }
    const recommendation = rules.recommendationOf?.(node, pod.workload) ?? rules.recommendation;
    if (
      !known ||
      known.stamp !== stamp ||
      known.recommendation !== recommendation ||
      !holdsFor(known, quotas)
    ) {
      const { targets, whole, takes, isBounded } = targetsOf(pod, { ...rules, recommendation, quotas });
      const needs = needsOf(containers, targets, recommendation);
      const unfreed = unfreedOf(pod, targets, whole);
      known = { stamp, recommendation, targets, needs, unfreed, quotas, takes, isBounded };
    }
    const { targets, needs, unfreed, takes } = known;
    quotas = withoutTaken(quotas, takes);
    yield { pod, node, targets, needs, unfreed, recommendation };
  }
}

/** Whether a pod like those gets the same of what quotas have left now: what it takes fits, and nothing more would. */
function holdsFor(
  { quotas: former, takes, isBounded }: SharedTargets,
  quotas: readonly QuotaLeft[],
): boolean {
  if (quotas === former) return true;
  return quotas.every(({ free }, index) => {
    const taken = takes[index] ?? 0;
    return (taken <= 0 || taken <= free) && !(isBounded && free > (former[index]?.free ?? 0));
  });
}

/** The same list if nothing is taken. */
function withoutTaken(quotas: readonly QuotaLeft[], takes: readonly number[]): readonly QuotaLeft[] {
  if (takes.every((taken) => taken === 0)) return quotas;
  return quotas.map((left, index) => ({ ...left, free: left.free - (takes[index] ?? 0) }));
}

/**
 * Each container's target in their order, and the pod's as a whole: what a new pod in its place would request, whatever
 * the mode, and whatever people have still to approve.
 */
function targetsOf(
  { spec, containers, workload }: Pick<CostedPod, 'spec' | 'containers' | 'workload'>,
  { vpa, recommendation, limits, quotas, around, withSidecars }: CostRules,
): Pick<SharedTargets, 'targets' | 'takes' | 'isBounded'> & { whole: TargetOf | undefined } {
  const { namespace, name } = vpa;
  const { decision } = decideNewPod(
    { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name }, spec },
    {
      // What is held is held of the recommendation already.
      vpa: { ...vpa, mode: 'Recreate', outcome: undefined },
      recommended: recommendation,
      limits,
      quotas: quotasWithout(spec, quotas),
      ...around(workload),
      options: { startupBoost: false, withSidecars },
      markIsCopied: true,
    },
  );
  const plans = decision.kind === 'patched' ? decision.plans : [];
  const planned = (index: number) => plans.find((plan) => plan.index === index)?.requests ?? {};
  return {
    targets: containers.map((_container, index) => planned(index)),
    whole: plans.find(({ name }) => name === WHOLE_POD)?.requests,
    takes: takesOf(quotas, spec, plans),
    isBounded: decision.kind === 'unchanged' || decision.beyond.size > 0,
  };
}

/** What a pod counts more in each quota once it gets these plans; storage costs nothing. */
function takesOf(quotas: readonly QuotaLeft[], spec: PodSpec, plans: readonly ContainerPlan[]): number[] {
  if (plans.length === 0) return quotas.map(() => 0);
  const priced = quotas.filter(({ resource }) => resource !== EPHEMERAL_STORAGE);
  const taken = new Map(
    takenOfQuotas(spec, plans, priced).map(({ quota, before, after }) => [quota, after - before]),
  );
  return quotas.map((quota) => taken.get(quota) ?? 0);
}

/** How far rounding alone may move a target. */
const ROUNDING = 0.98;

function needsOf(
  containers: readonly ContainerAmounts[],
  targets: readonly TargetOf[],
  recommendation: Recommendation | undefined,
): TargetOf[] {
  return containers.map(({ name }, index) => {
    const needs: TargetOf = {};
    for (const resource of RESOURCES) {
      const target = targets[index]?.[resource];
      const needed = recommendation?.get(name)?.uncappedTarget?.[resource];
      if (target !== undefined && needed !== undefined && target < needed * ROUNDING)
        needs[resource] = needed;
    }
    return needs;
  });
}

const NOTHING: Both = { cpu: 0, memory: 0 };

function unfreedOf(
  { spec, containers }: CostedPod,
  targets: readonly TargetOf[],
  whole: TargetOf | undefined,
): Both {
  // The scheduler counts just the containers of all others.
  if (!spec.resources && !spec.initContainers?.length) return NOTHING;
  const targetOf = new Map(containers.map(({ name }, index) => [name, targets[index]]));
  if (whole) targetOf.set(WHOLE_POD, whole);
  return unfreed(spec, (name, _field, resource) =>
    resource === EPHEMERAL_STORAGE ? undefined : targetOf.get(name)?.[resource],
  );
}

function addContainer(
  cost: Cost,
  { requests, use }: CostedContainer,
  { targets, needs }: { targets: TargetOf; needs: TargetOf },
  price: Price | undefined,
): void {
  const { amounts, money, missing } = cost;
  for (const resource of RESOURCES) {
    const request = requests[resource] ?? 0;
    const target = targets[resource] ?? request;
    if (requests[resource] === undefined) missing.request[resource]++;
    if (targets[resource] === undefined) missing.target[resource]++;
    if (use?.[resource] === undefined) missing.use[resource]++;
    const parts: Record<CostPart, number> = {
      requests: request,
      use: use?.[resource] ?? 0,
      target,
      // What a cap takes from what is needed is no saving.
      saving: Math.max(0, request - Math.max(target, needs[resource] ?? 0)),
      growth: Math.max(0, target - request),
    };
    for (const part of PARTS) {
      amounts[part][resource] += parts[part];
      if (money && price) money[part][resource] += priced(resource, parts[part], price);
    }
  }
}

/** Adds how one container comes from what it needs to its target. */
function addWay(
  way: Way,
  { requests }: CostedContainer,
  {
    targets,
    stated,
    applied,
  }: {
    targets: TargetOf;
    stated: ContainerRecommendation | undefined;
    applied: ContainerRecommendation | undefined;
  },
): void {
  for (const resource of RESOURCES) {
    const request = requests[resource] ?? 0;
    const said = stated?.target[resource];
    if (said === undefined) {
      way.unknown[resource] += targets[resource] ?? request;
      continue;
    }
    const needed = stated?.uncappedTarget?.[resource] ?? said;
    const own = applied?.target[resource] ?? said;
    const target = targets[resource];
    way.needed[resource] += needed;
    way.capped[resource] += Math.max(0, needed - said);
    way.minimum[resource] += Math.max(0, said - needed);
    way.recommended[resource] += said;
    if (target === undefined) {
      way.kept[resource] += request - said;
      continue;
    }
    way.held[resource] += own - said;
    way.lowered[resource] += Math.max(0, own - target);
    way.raised[resource] += Math.max(0, target - own);
  }
}

function priced(resource: Resource, amount: number, price: Price): number {
  return costOf({ cpu: amount, memory: amount }, price)[resource];
}

/** Nothing yet. */
export function noCost(isPriced: boolean): Cost {
  return {
    amounts: noParts(),
    ...(isPriced && { money: noParts() }),
    pods: { counted: 0, notPriced: 0, waiting: 0, elsewhere: 0 },
    unfreed: { cpu: 0, memory: 0 },
    missing: { request: { cpu: 0, memory: 0 }, target: { cpu: 0, memory: 0 }, use: { cpu: 0, memory: 0 } },
  };
}

function noWay(): Way {
  return Object.fromEntries(WAY_PARTS.map((part) => [part, { cpu: 0, memory: 0 }])) as Way;
}

function noParts(): Parts {
  return Object.fromEntries(PARTS.map((part) => [part, { cpu: 0, memory: 0 }])) as Parts;
}

/** Adds the cost of a workload to a sum. */
export function addCost(sum: Cost, one: Cost): void {
  addParts(sum.amounts, one.amounts);
  if (sum.money && one.money) addParts(sum.money, one.money);
  for (const kind of ['counted', 'notPriced', 'waiting', 'elsewhere'] as const)
    sum.pods[kind] += one.pods[kind];
  addBoth(sum.unfreed, one.unfreed);
  if (one.way) {
    sum.way ??= noWay();
    for (const part of WAY_PARTS) addBoth(sum.way[part], one.way[part]);
  }
  for (const what of ['request', 'target', 'use'] as const) addBoth(sum.missing[what], one.missing[what]);
}

function addParts(sum: Parts, one: Parts): void {
  for (const part of PARTS) addBoth(sum[part], one[part]);
}

function addBoth(sum: Both, one: Both): void {
  sum.cpu += one.cpu;
  sum.memory += one.memory;
}
