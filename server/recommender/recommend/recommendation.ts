import { BOUNDS, type ChosenEstimator, type Estimate } from '../../decide/estimators/estimator';
import {
  type EstimationTrace,
  type Explanation,
  type StepRecorder,
  withTraces,
} from '../../decide/estimators/explanation';
import {
  type ContainerPolicies,
  type ContainerPolicy,
  policyOrDefault,
} from '../../decide/pods/container-policy';
import { statedMemoryLimit } from '../../decide/pods/memory-limit/recommended';
import { withAmount } from '../../decide/pods/proportions';
import type { ContainerAggregate } from '../../model/aggregate';
import type { AmountRange } from '../../model/own-limit';
import { resourceListFrom } from '../../objects/quantity';
import { RESOURCES, type Resource } from '../../objects/units';
import type { RecommendedContainerResources } from '../../objects/vpa-types';
import { CUT_BOUNDS, fitToCrowds, fitToNodes, freestNode, type PodCapacity } from './node-capacity';
import { containerMinimum } from './pod-minimum';
import { type NamedRecommendation, type PostProcessing, postProcess } from './post-process';

/** What of the rules has nothing to do with where pods run: cheap to make. */
export interface EstimationRules {
  readonly estimator: Pick<ChosenEstimator, 'estimate' | 'explain'>;
  readonly processing: PostProcessing;
  readonly policies: ContainerPolicies;
}

/** Everything except usage that shapes the recommendation of one VPA. */
export interface RecommendationRules extends EstimationRules {
  readonly annotations?: Readonly<Record<string, string>>;
  /** Where its pods may run; absent if that does not matter. */
  readonly capacity?: PodCapacity;
  /** The containers of each kind of pod, if the VPA has several; by default all are in one pod. */
  readonly pods?: readonly (readonly string[])[];
}

/**
 * The recommendation of a VPA from the usage of its containers, sorted by container name. Containers in mode
 * Off get none, and no share of the pod minimum.
 */
export function recommend(
  aggregates: ReadonlyMap<string, ContainerAggregate>,
  rules: RecommendationRules,
): NamedRecommendation[] {
  const { capacity, pods } = rules;
  const cut = (wanted: NamedRecommendation[]) =>
    fitToCrowds(fitToNodes(wanted, capacity, pods), capacity, pods);
  const wanted = onAnyNode(aggregates, rules);
  const fitted = cut(wanted).map((own, index) => withinCut(own, wanted[index]));
  if (!capacity || !wanted.some(({ ownLimit }) => ownLimit)) return fitted;
  const together = cut(wanted.map(asOneOf));
  return fitted.map((own, index) => besideAsOne(own, together[index]));
}

/** Where nodes have less than is wanted for what kills did not end, or what only rises, its limit is cut as its request is. */
function withinCut(own: NamedRecommendation, wanted: NamedRecommendation | undefined): NamedRecommendation {
  const { ownLimit, target } = own;
  const { firstKilledAt, keepsStated } = ownLimit ?? {};
  if (!ownLimit || !(firstKilledAt || keepsStated) || target.memory === undefined) return own;
  if (target.memory >= (wanted?.target.memory ?? 0)) return own;
  const most = Math.max(target.memory, firstKilledAt ?? 0);
  const [lowerBound, limit] = [ownLimit.lowerBound, ownLimit.target].map((bound) => Math.min(bound, most));
  return { ...own, ownLimit: { ...ownLimit, lowerBound, target: limit } as typeof ownLimit };
}

/** With what request and limit are where they have to be the same. */
function asOneOf(own: NamedRecommendation): NamedRecommendation {
  const { ownLimit } = own;
  if (!ownLimit) return own;
  const of = (bound: keyof AmountRange) => withAmount(own[bound], 'memory', ownLimit.asOne[bound]);
  return { ...own, target: of('target'), lowerBound: of('lowerBound'), upperBound: of('upperBound') };
}

function besideAsOne(
  own: NamedRecommendation,
  together: NamedRecommendation | undefined,
): NamedRecommendation {
  const { target, lowerBound, upperBound } = together ?? own;
  if (!own.ownLimit) return own;
  const asOne = {
    target: target.memory ?? 0,
    lowerBound: lowerBound.memory ?? 0,
    upperBound: upperBound.memory ?? 0,
  };
  return { ...own, ownLimit: { ...own.ownLimit, asOne } };
}

/** The same whatever the nodes have. */
function onAnyNode(
  aggregates: ReadonlyMap<string, ContainerAggregate>,
  { estimator, processing, policies, annotations, pods }: RecommendationRules,
): NamedRecommendation[] {
  const containers = containersIn(aggregates, policies);
  if (containers.length > 1) containers.sort();
  const recommendations: NamedRecommendation[] = [];
  for (const container of containers) {
    const aggregate = aggregates.get(container);
    if (!aggregate) continue;
    const estimated = estimator.estimate(aggregate);
    const policy = onlyKnown(policyOrDefault(policies, container), aggregate, estimated, processing);
    if (!policy) continue;
    const minimum = containerMinimum(processing.podMinimum, fewestWith(container, containers, pods));
    recommendations.push(postProcess(container, estimated, minimum, policy, processing, annotations));
  }
  return recommendations;
}

/**
 * Whether there is evidence of a resource: samples, kills for memory, or what a recommender of the VPA's own kept. An
 * estimate from nothing is 0.
 */
function isKnown(resource: Resource, { learned }: ContainerAggregate, estimate: Estimate): boolean {
  return learned.has(resource) || estimate[resource].target > 0;
}

/** The policy for the resources that are known; undefined if it asks for some and none is. */
function onlyKnown(
  policy: ContainerPolicy,
  aggregate: ContainerAggregate,
  estimate: Estimate,
  { minimumWithoutSamples }: PostProcessing,
): ContainerPolicy | undefined {
  if (minimumWithoutSamples) return policy;
  const known = policy.controlledResources.filter((resource) => isKnown(resource, aggregate, estimate));
  if (known.length === policy.controlledResources.length) return policy;
  return known.length > 0 ? { ...policy, controlledResources: known } : undefined;
}

/** The resources that a VPA controls and of which a container has no sample yet. */
export function withoutSamples(
  aggregates: ReadonlyMap<string, ContainerAggregate>,
  { estimator, policies, processing }: EstimationRules,
): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, readonly Resource[]>();
  if (processing.minimumWithoutSamples) return found;
  for (const container of containersIn(aggregates, policies).sort()) {
    const aggregate = aggregates.get(container);
    if (!aggregate || RESOURCES.every((resource) => aggregate.learned.has(resource))) continue;
    const estimate = estimator.estimate(aggregate);
    const unknown = policyOrDefault(policies, container).controlledResources.filter(
      (resource) => !isKnown(resource, aggregate, estimate),
    );
    if (unknown.length > 0) found.set(container, unknown);
  }
  return found;
}

/** How many containers share the minimum of the smallest pod that has this one. */
function fewestWith(
  container: string,
  containers: readonly string[],
  pods: RecommendationRules['pods'],
): number {
  if (!pods) return containers.length;
  const counts = pods
    .filter((pod) => pod.includes(container))
    .map((pod) => pod.filter((one) => containers.includes(one)).length);
  return counts.length > 0 ? Math.min(...counts) : containers.length;
}

/** Every number behind the result of {@link recommend} for one container, from usage to cap. */
export function explainContainer(
  aggregates: ReadonlyMap<string, ContainerAggregate>,
  container: string,
  rules: RecommendationRules,
): Explanation {
  const { estimator, processing, policies, annotations, capacity, pods } = rules;
  const aggregate = aggregates.get(container);
  if (!aggregate) return { traces: [], histograms: [] };
  const explanation = estimator.explain(aggregate);
  const estimated = estimator.estimate(aggregate);
  const policy = onlyKnown(policyOrDefault(policies, container), aggregate, estimated, processing);
  if (!policy || policy.off) return withTraces(explanation, []);
  const traces = policy.controlledResources.flatMap((resource) =>
    boundsOf(resource, estimated).map((bound) => ({
      resource,
      bound,
      steps: [
        ...(explanation.traces.find((of) => of.resource === resource && of.bound === bound)?.steps ?? []),
      ],
    })),
  );
  const served: StepRecorder = (resource, bound, step) => {
    traces.find((trace) => trace.resource === resource && trace.bound === bound)?.steps.push(step);
  };
  const sharing = fewestWith(container, containersIn(aggregates, policies), pods);
  const minimum = containerMinimum(processing.podMinimum, sharing);
  const settled = postProcess(container, estimated, minimum, policy, processing, annotations, served);
  const uncut = onAnyNode(aggregates, rules);
  const node = freestNode(uncut, capacity, pods);
  const onNode = fitToNodes(uncut, capacity, pods);
  const inCrowd = fitToCrowds(onNode, capacity, pods);
  const of = (all: readonly NamedRecommendation[]) => all.find((own) => own.container === container);
  for (const bound of CUT_BOUNDS)
    for (const resource of policy.controlledResources) {
      const value = of(onNode)?.[bound][resource];
      if (value !== undefined && value < (settled[bound][resource] ?? 0))
        served(resource, bound, { step: 'largest-node', value, by: node?.[resource] });
      const left = of(inCrowd)?.[bound][resource];
      if (value !== undefined && left !== undefined && left < value)
        served(resource, bound, { step: 'room-now', value: left });
    }
  const [own, whole] = [of(inCrowd), of(uncut)];
  const limit = own && withinCut(own, whole).ownLimit?.target;
  if (limit !== undefined && limit < (settled.ownLimit?.target ?? 0))
    served('memory', 'limit', { step: 'room-now', value: limit });
  return withTraces(explanation, traces);
}

function boundsOf(resource: Resource, { memoryLimit }: Estimate): readonly EstimationTrace['bound'][] {
  return resource === 'memory' && memoryLimit ? [...BOUNDS, 'limit'] : BOUNDS;
}

/** The containers that get a recommendation. */
function containersIn(
  aggregates: ReadonlyMap<string, ContainerAggregate>,
  policies: ContainerPolicies,
): string[] {
  const containers: string[] = [];
  for (const container of aggregates.keys())
    if (!policyOrDefault(policies, container).off) containers.push(container);
  return containers;
}

export function toStatus(recommendation: NamedRecommendation): RecommendedContainerResources {
  return {
    containerName: recommendation.container,
    target: resourceListFrom(recommendation.target),
    lowerBound: resourceListFrom(recommendation.lowerBound),
    upperBound: resourceListFrom(recommendation.upperBound),
    uncappedTarget: resourceListFrom(recommendation.uncappedTarget),
    ...(recommendation.ownLimit && { memoryLimit: statedMemoryLimit(recommendation.ownLimit) }),
  };
}
