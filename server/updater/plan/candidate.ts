import { RESOURCES, type Resource } from '../../model/units';
import type { ContainerRecommendation } from '../../policy/compiled-vpa';
import { capRecommendation } from '../../policy/resource-plan';
import type { WorkloadInput } from './plan-input';
import type { PodFacts } from './pod-facts';
import type { Candidate } from './policy';
import { priorityOf } from './priority';

type Recommended = readonly (ContainerRecommendation | undefined)[];

/** Makes candidates of the pods of one workload; what does not depend on the pod is computed once. */
export function candidates(workload: WorkloadInput): (facts: PodFacts) => Candidate {
  const contestedResources = new Set(workload.conflicts.map((conflict) => conflict.resource));
  const cap = cappedFor(workload);
  return (facts) => {
    const capped = cap(facts);
    const whole = counted(facts, capped);
    const recommended = contestedResources.size === 0 ? whole : whole.map(without(contestedResources));
    const { priority, breaches } = priorityOf(facts.containers, recommended);
    const contested =
      recommended === whole
        ? []
        : priorityOf(facts.containers, whole).breaches.filter(({ resource }) =>
            contestedResources.has(resource),
          );
    return { facts, workload, capped, recommended, priority, breaches, contested };
  };
}

/** The recommendation capped for a pod. Without limits it is the same for every pod. */
function cappedFor({ vpa, limits }: WorkloadInput): (facts: PodFacts) => Recommended {
  const { recommendation } = vpa;
  if (!recommendation) return ({ containers }) => containers.map(() => undefined);
  const dependsOnPod =
    limits.container !== undefined ||
    limits.pod !== undefined ||
    [...vpa.policies.values()].some((policy) => policy.requestsOnly);
  if (dependsOnPod) return ({ containers }) => capRecommendation(containers, vpa, recommendation, limits);
  const names = [...recommendation.keys()];
  const shared = capRecommendation(
    names.map((name) => ({ name, requests: {}, limits: {} })),
    vpa,
    recommendation,
    limits,
  );
  const byName = new Map(names.map((name, index) => [name, shared[index]]));
  return ({ containers }) => containers.map(({ name }) => byName.get(name));
}

/**
 * Leaves out containers that admission did not see, and the CPU of those whose startup boost is still active.
 */
function counted({ observed, boosted, containers }: PodFacts, recommended: Recommended): Recommended {
  const isWhole = !observed || containers.every(({ name }) => observed.has(name));
  if (isWhole && boosted.size === 0) return recommended;
  const withoutCpu = without(new Set<Resource>(['cpu']));
  return recommended.map((own, index) => {
    const name = containers[index]?.name ?? '';
    if (observed && !observed.has(name)) return undefined;
    return boosted.has(name) ? withoutCpu(own) : own;
  });
}

function without(resources: ReadonlySet<Resource>) {
  return (own: ContainerRecommendation | undefined): ContainerRecommendation | undefined => {
    if (!own) return undefined;
    const kept = { target: { ...own.target }, lowerBound: own.lowerBound, upperBound: own.upperBound };
    for (const resource of RESOURCES) if (resources.has(resource)) delete kept.target[resource];
    return kept;
  };
}
