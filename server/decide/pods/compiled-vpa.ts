import type { OwnerRef } from '../../objects/owners';
import { cpuFrom, requestedFrom } from '../../objects/quantity';
import { targetOfVpa } from '../../objects/target-key';
import { REQUESTED_RESOURCES, type RequestedResource } from '../../objects/units';
import type { RecommendedPodResources, StartupBoost, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { ALL_PODS } from '../../words/outcome-parts';
import { type ContainerPolicy, countingPolicies, entryFor, readContainerPolicies } from './container-policy';
import { withLimitModes } from './limit-modes';
import { ownLimitFrom, recommendationOf } from './memory-limit/recommended';
import { heldMode } from './mode-before-stop';
import { withHeldAmounts } from './outcome/hold';
import { type OutcomeState, type Outcomes, readOutcomes } from './outcome/state';
import { podRecommendationIn } from './pod-level/recommendation';
import { podLevelPolicy } from './pod-level/stated';
import type { ContainerRecommendation, Recommendation } from './recommendation';
import { type EffectiveUpdateMode, effectiveMode, updateModeOf } from './update-mode';

/** One container's policy with its quantities parsed. */
export interface CompiledPolicy extends ContainerPolicy {
  readonly startupBoost?: StartupBoost;
}

/** A VPA with everything parsed that a decision about a pod needs. */
export interface CompiledVpa {
  readonly vpa: VerticalPodAutoscaler;
  readonly namespace: string;
  readonly name: string;
  /** The object whose pods it controls; absent if it names none. */
  readonly target?: OwnerRef;
  readonly mode: EffectiveUpdateMode;
  /** The mode to restore, if a stop has set it to Off. */
  readonly modeOnceResumed?: EffectiveUpdateMode;
  readonly policies: ReadonlyMap<string, CompiledPolicy>;
  readonly startupBoost?: StartupBoost;
  /** For what its pods state as a whole; absent if they are not sized so. */
  readonly wholePod?: ContainerPolicy | undefined;
  /** Whether any container may be boosted, so that admission acts even in mode Off. */
  readonly boosts: boolean;
  /** From the status, as far as it counts and no amounts are held; absent if it has none. */
  readonly recommendation?: Recommendation;
  /** The value of its label whose nodes' recommendation this is, see `forNodesWith`; absent for all nodes. */
  readonly group?: string;
  /** Which of its pods it stands for, see `words/outcome-parts.ts`; absent for all, or if it makes no difference. */
  readonly part?: string;
  /** Which change of these pods is followed, and which amounts are held; absent if there is none of it. */
  readonly outcome?: OutcomeState;
  /** The same of every part of its pods; absent if there is none of it. */
  readonly outcomes?: Outcomes;
}

/**
 * The policy for a container: its own, else that of `*`, else none (VPA 1.8, pkg/utils/vpa, api.go,
 * `GetContainerResourcePolicy`).
 */
export function policyFor(
  vpa: Pick<CompiledVpa, 'policies'>,
  containerName: string,
): CompiledPolicy | undefined {
  return entryFor(vpa.policies, containerName);
}

/** @throws PolicyError or QuantityError if an amount of the policy or the status cannot be parsed */
export function compileVpa(vpa: VerticalPodAutoscaler): CompiledVpa {
  const policies = withLimitModes(compilePolicies(vpa), vpa);
  const wholePod = podLevelPolicy(vpa);
  const startupBoost = vpa.spec.startupBoost;
  const held = heldMode(vpa);
  const outcomes = readOutcomes(vpa);
  const outcome = outcomes.get(ALL_PODS);
  return {
    vpa,
    namespace: vpa.metadata.namespace ?? '',
    name: vpa.metadata.name,
    target: targetOfVpa(vpa),
    mode: updateModeOf(vpa),
    modeOnceResumed: held && effectiveMode(held.mode),
    policies,
    ...(wholePod && { wholePod }),
    startupBoost,
    boosts: Boolean(startupBoost?.cpu) || [...policies.values()].some((policy) => policy.startupBoost?.cpu),
    recommendation: withHeldAmounts(countedRecommendation(recommendationIn(vpa), policies), outcome?.held),
    ...(outcome && { outcome }),
    ...(outcomes.size > 0 && { outcomes }),
  };
}

function compilePolicies({ spec: { resourcePolicy } }: VerticalPodAutoscaler): Map<string, CompiledPolicy> {
  const policies = new Map<string, CompiledPolicy>(readContainerPolicies(resourcePolicy));
  for (const [
    name,
    {
      policy: { startupBoost },
    },
  ] of countingPolicies(resourcePolicy)) {
    const policy = policies.get(name);
    if (policy) policies.set(name, { ...policy, startupBoost });
  }
  return policies;
}

/**
 * What counts of a recommendation: nothing for containers that the policy turns off, and no target of nothing, which
 * would take away what a container was promised. The reference's updater counts both, and its admission neither.
 */
export function countedRecommendation(
  recommendation: Recommendation | undefined,
  policies: CompiledVpa['policies'],
): Recommendation | undefined {
  if (!recommendation) return undefined;
  const counted = [...recommendation].flatMap(([name, own]): [string, ContainerRecommendation][] => {
    if (policyFor({ policies }, name)?.off) return [];
    const isNothing = (resource: RequestedResource) => own.target[resource] === 0;
    if (!REQUESTED_RESOURCES.some(isNothing)) return [[name, own]];
    const target = Object.fromEntries(
      REQUESTED_RESOURCES.filter((resource) => own.target[resource]).map((resource) => [
        resource,
        own.target[resource],
      ]),
    );
    return [[name, { ...own, target }]];
  });
  const isWhole = counted.every(([name, own]) => recommendation.get(name) === own);
  return isWhole && counted.length === recommendation.size ? recommendation : new Map(counted);
}

/** What a VPA says of its containers, and of its pods as a whole if it sizes those. @throws QuantityError */
export function recommendationIn(vpa: VerticalPodAutoscaler): Recommendation | undefined {
  const ofContainers = compileRecommendation(recommendationOf(vpa));
  return ofContainers && withWholePod(ofContainers, vpa);
}

/** The same with what the VPA says of pods as a whole. @throws QuantityError */
export function withWholePod(
  ofContainers: Recommendation,
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>,
): Recommendation {
  const whole = podRecommendationIn(vpa);
  if (!whole) return ofContainers;
  return new Map([...ofContainers, ...(compileRecommendation({ containerRecommendations: [whole] }) ?? [])]);
}

/** @throws QuantityError */
export function compileRecommendation(
  recommendation: RecommendedPodResources | null | undefined,
): Recommendation | undefined {
  if (!recommendation) return undefined;
  const compiled = new Map<string, ContainerRecommendation>();
  for (const container of recommendation.containerRecommendations ?? []) {
    if (compiled.has(container.containerName)) continue;
    const own: ContainerRecommendation = {
      target: requestedFrom(container.target),
      lowerBound: requestedFrom(container.lowerBound),
      upperBound: requestedFrom(container.upperBound),
      uncappedTarget: requestedFrom(container.uncappedTarget),
    };
    compiled.set(container.containerName, {
      ...own,
      ...(container.memoryLimit && { ownLimit: ownLimitFrom(container.memoryLimit) }),
      ...(container.seenCpu !== undefined && { seenCpu: cpuFrom(container.seenCpu) }),
    });
  }
  return compiled;
}
