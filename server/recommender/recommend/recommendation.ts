import {
  BOUNDS,
  containerMinimum,
  type EstimatorSettings,
  estimate,
} from '../../estimators/percentile/estimate';
import type { RecommendedContainerResources } from '../../kube/vpa-types';
import type { ContainerAggregate } from '../../model/aggregate';
import { resourceListFrom } from '../../model/quantity';
import type { Amounts } from '../../model/units';
import { type ContainerPolicies, policyOf } from '../../policy/container-policy';
import type { EstimationStep, EstimationTrace } from '../views';
import { CUT_BOUNDS, fitToLargestNode } from './node-room';
import { type ContainerRecommendation, type PostProcessing, postProcess } from './post-process';

/** Everything besides usage that shapes the recommendation of one VPA. */
export interface RecommendationRules {
  readonly estimator: EstimatorSettings;
  readonly processing: PostProcessing;
  readonly policies: ContainerPolicies;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The most that any node can give a pod; absent while no node is known. */
  readonly largestNode?: Amounts;
}

/**
 * The recommendation of a VPA from what its containers used, sorted by container name. Containers in mode Off
 * get none, and do not share in the pod minimum.
 */
export function recommend(
  aggregates: ReadonlyMap<string, ContainerAggregate>,
  { estimator, processing, policies, annotations, largestNode }: RecommendationRules,
): ContainerRecommendation[] {
  const containers: string[] = [];
  for (const container of aggregates.keys())
    if (!policyOf(policies, container).off) containers.push(container);
  if (containers.length > 1) containers.sort();
  const minimum = containerMinimum(estimator, containers.length);
  const recommendations: ContainerRecommendation[] = [];
  for (const container of containers) {
    const aggregate = aggregates.get(container);
    if (!aggregate) continue;
    const estimated = estimate(aggregate, estimator, minimum);
    recommendations.push(
      postProcess(container, estimated, policyOf(policies, container), processing, annotations),
    );
  }
  return fitToLargestNode(recommendations, largestNode);
}

/** Every number on the way to what {@link recommend} says of one container, from percentile to cap. */
export function explain(
  aggregates: ReadonlyMap<string, ContainerAggregate>,
  container: string,
  rules: RecommendationRules,
): EstimationTrace[] {
  const { estimator, processing, policies, annotations, largestNode } = rules;
  const aggregate = aggregates.get(container);
  const policy = policyOf(policies, container);
  if (!aggregate || policy.off) return [];
  const sharing = [...aggregates.keys()].filter((name) => !policyOf(policies, name).off).length;
  const traces: EstimationTrace[] = policy.controlledResources.flatMap((resource) =>
    BOUNDS.map((bound) => ({ resource, bound, steps: [] })),
  );
  const record = (
    resource: EstimationTrace['resource'],
    bound: EstimationTrace['bound'],
    step: EstimationStep,
  ) => {
    traces.find((trace) => trace.resource === resource && trace.bound === bound)?.steps.push(step);
  };
  const estimated = estimate(aggregate, estimator, containerMinimum(estimator, sharing), record);
  const settled = postProcess(container, estimated, policy, processing, annotations, record);
  const fitted = recommend(aggregates, rules).find((own) => own.container === container);
  for (const bound of CUT_BOUNDS)
    for (const resource of policy.controlledResources) {
      const value = fitted?.[bound][resource];
      if (value !== undefined && value < (settled[bound][resource] ?? 0))
        record(resource, bound, { step: 'largest-node', value, by: largestNode?.[resource] });
    }
  return traces;
}

/** The recommendation of one container as it stands in a VPA's status. */
export function toStatus(recommendation: ContainerRecommendation): RecommendedContainerResources {
  return {
    containerName: recommendation.container,
    target: resourceListFrom(recommendation.target),
    lowerBound: resourceListFrom(recommendation.lowerBound),
    upperBound: resourceListFrom(recommendation.upperBound),
    uncappedTarget: resourceListFrom(recommendation.uncappedTarget),
  };
}
