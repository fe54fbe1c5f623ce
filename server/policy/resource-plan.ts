import { type Amounts, type CpuMillicores, RESOURCES, type Resource } from '../model/units';
import type { CapNote } from './cap-reasons';
import {
  type CompiledPolicy,
  type CompiledVpa,
  type ContainerRecommendation,
  policyFor,
  type Recommendation,
} from './compiled-vpa';
import { capToContainer } from './container-cap';
import type { NamespaceLimits } from './limit-bounds';
import { fitToPodRange } from './pod-range';
import { type ContainerAmounts, proportionalLimit, withAmount } from './proportions';
import { boostedCpu } from './startup-boost';

export interface PlanOptions {
  /** Feature gate CPUStartupBoost. */
  readonly startupBoost: boolean;
  /** Most CPU a boost may ask for. */
  readonly maxAllowedCpuBoost?: CpuMillicores;
  /** What is recommended for these is not applied, as another autoscaler has a hand on them. */
  readonly contested?: Contested;
}

/** Resources, as a set or as the keys of a map. */
export type Contested = Pick<ReadonlySet<Resource>, 'has' | 'size'>;

/** What one container of a pod should state. Absent resources stay as they are. */
export interface ContainerPlan {
  readonly index: number;
  readonly name: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly notes: readonly CapNote[];
  /** Whether its CPU is raised for the start. */
  readonly boosted: boolean;
}

/** A container's recommendation, capped for the very pod it is meant for. */
export interface CappedRecommendation extends ContainerRecommendation {
  /** Why `target` differs from what was recommended. */
  readonly notes: readonly CapNote[];
}

/**
 * Target and bounds of every container, capped in this order: pod LimitRange, container LimitRange,
 * minAllowed and maxAllowed, container limit where only requests are controlled. In parallel to `containers`;
 * undefined where nothing is recommended.
 */
export function capRecommendation(
  containers: readonly ContainerAmounts[],
  vpa: Pick<CompiledVpa, 'policies'>,
  recommendation: Recommendation,
  limits: NamespaceLimits,
): (CappedRecommendation | undefined)[] {
  const notes: CapNote[][] = containers.map(() => []);
  const field = (name: keyof ContainerRecommendation, kept: (index: number) => CapNote[]) =>
    capField(
      containers,
      vpa,
      containers.map((container) => recommendation.get(container.name)?.[name]),
      limits,
      kept,
    );
  const target = field('target', (index) => notes[index] ?? []);
  const lowerBound = field('lowerBound', () => []);
  const upperBound = field('upperBound', () => []);
  return containers.map((_container, index) => {
    const own = target[index];
    return (
      own && {
        target: own,
        lowerBound: lowerBound[index] ?? {},
        upperBound: upperBound[index] ?? {},
        notes: notes[index] ?? [],
      }
    );
  });
}

function capField(
  containers: readonly ContainerAmounts[],
  vpa: Pick<CompiledVpa, 'policies'>,
  recommended: readonly (Amounts | undefined)[],
  limits: NamespaceLimits,
  notesOf: (index: number) => CapNote[],
): (Amounts | undefined)[] {
  const fitted = limits.pod ? fitToPodRange(recommended, containers, limits.pod) : recommended;
  return containers.map((container, index) => {
    const own = fitted[index] ?? (limits.pod && ownRequests(container));
    if (!own) return undefined;
    const notes = notesOf(index);
    for (const resource of RESOURCES)
      if (fitted[index]?.[resource] !== recommended[index]?.[resource])
        notes.push({ resource, reason: 'pod-range' });
    return capToContainer(own, container, policyFor(vpa, container.name), limits.container, notes);
  });
}

/** Under a pod LimitRange the reference restates what a container without a recommendation requests. */
function ownRequests(container: ContainerAmounts): Amounts | undefined {
  return statesAny(container.requests) ? container.requests : undefined;
}

function statesAny(amounts: Amounts): boolean {
  return amounts.cpu !== undefined || amounts.memory !== undefined;
}

/**
 * What every container of a pod should request and be limited to, from the recommendation (none: only boosts
 * count). Limits keep their ratio to the request unless the policy controls requests only. Containers the
 * policy turns off are left out, and so are those for which there is nothing to say.
 */
export function planResources(
  containers: readonly ContainerAmounts[],
  vpa: CompiledVpa,
  recommendation: Recommendation | undefined,
  limits: NamespaceLimits,
  options: PlanOptions,
): ContainerPlan[] {
  const applied = recommendation && vpa.mode !== 'Off' ? recommendation : undefined;
  const notes: CapNote[][] = containers.map(() => []);
  const targets = applied
    ? capField(
        containers,
        vpa,
        containers.map((container) => applied.get(container.name)?.target),
        limits,
        (index) => notes[index] ?? [],
      )
    : [];
  const plans: ContainerPlan[] = [];
  containers.forEach((container, index) => {
    const policy = policyFor(vpa, container.name);
    if (options.startupBoost && policy?.off) return;
    const target = uncontested(targets[index], options.contested);
    const ownNotes = (notes[index] ?? []).filter(({ resource }) => !options.contested?.has(resource));
    const planned = target
      ? { requests: target, limits: limitsFor(container, target, policy, limits, ownNotes) }
      : undefined;
    const boosted = options.startupBoost
      ? boost(container, vpa, policy, planned ?? { requests: {}, limits: {} }, options, ownNotes)
      : undefined;
    const final = boosted ?? planned;
    if (!final || !(statesAny(final.requests) || statesAny(final.limits))) return;
    plans.push({
      index,
      name: container.name,
      ...final,
      notes: ownNotes,
      boosted: boosted !== undefined,
    });
  });
  return plans;
}

function uncontested(target: Amounts | undefined, contested: Contested | undefined): Amounts | undefined {
  if (!target || !contested?.size) return target;
  const kept = { ...target };
  for (const resource of RESOURCES) if (contested.has(resource)) delete kept[resource];
  return kept;
}

function limitsFor(
  container: ContainerAmounts,
  target: Amounts,
  policy: CompiledPolicy | undefined,
  limits: NamespaceLimits,
  notes: CapNote[],
): Amounts {
  if (policy?.requestsOnly) return {};
  let planned: Amounts = {};
  const missing: CapNote[] = [];
  for (const resource of RESOURCES) {
    const defaultLimit = limits.container?.defaultLimit?.[resource] ?? 0;
    const limit = proportionalLimit(container, resource, target[resource] ?? 0, defaultLimit);
    if (limit.kind === 'limit') planned = withAmount(planned, resource, limit.amount);
    else missing.push({ resource, reason: limit.reason });
  }
  if (missing.length < RESOURCES.length) notes.push(...missing);
  return planned;
}

function boost(
  container: ContainerAmounts,
  vpa: CompiledVpa,
  policy: CompiledPolicy | undefined,
  planned: { requests: Amounts; limits: Amounts },
  options: PlanOptions,
  notes: CapNote[],
): { requests: Amounts; limits: Amounts } | undefined {
  const wanted = policy?.startupBoost ?? vpa.startupBoost;
  const base = planned.requests.cpu || container.requests.cpu || 0;
  const cpu = boostedCpu(wanted, base, options.maxAllowedCpuBoost);
  if (cpu === undefined) return undefined;
  if (cpu !== boostedCpu(wanted, base, undefined)) notes.push({ resource: 'cpu', reason: 'boost-max' });
  if (policy?.requestsOnly) {
    const limit = container.limits.cpu;
    const held = limit !== undefined && cpu > limit ? Math.max(limit - 1, Math.min(limit, 1)) : cpu;
    if (held !== cpu) notes.push({ resource: 'cpu', reason: 'boost-container-limit' });
    return { requests: withAmount(planned.requests, 'cpu', held), limits: planned.limits };
  }
  const limit = proportionalLimit(container, 'cpu', cpu, 0);
  return {
    requests: withAmount(planned.requests, 'cpu', cpu),
    limits: limit.kind === 'limit' ? withAmount(planned.limits, 'cpu', limit.amount) : planned.limits,
  };
}
