import type { BoundAmounts } from '@/server/decide/estimators/estimator';
import { capToRange, countingPolicies, entryFor } from '@/server/decide/pods/container-policy';
import { controlsStorage } from '@/server/decide/pods/controlled-signals';
import { formatMemory, requestedFrom } from '@/server/objects/quantity';
import type { ResourceList } from '@/server/objects/types';
import { EPHEMERAL_STORAGE, memoryBytes } from '@/server/objects/units';
import type {
  RecommendedContainerResources,
  RecommendedPodResources,
  VerticalPodAutoscaler,
} from '@/server/objects/vpa-types';

interface StorageEstimate extends BoundAmounts {
  /** Whether its past is part of it. */
  isWhole: boolean;
}

/** Undefined while nothing is known. */
export type StorageEstimates = (
  namespace: string,
  vpa: string,
  container: string,
) => StorageEstimate | undefined;

const FIELDS = ['target', 'lowerBound', 'upperBound', 'uncappedTarget'] as const;

/**
 * The recommendation with ephemeral storage beside CPU and memory, within `minAllowed` and `maxAllowed`, if the
 * VPA asks for it. What its status has stays until all is known again, as after a restart.
 */
export function withStorage(
  recommendation: RecommendedPodResources | undefined,
  vpa: VerticalPodAutoscaler,
  estimates: StorageEstimates,
): RecommendedPodResources | undefined {
  if (!recommendation || !controlsStorage(vpa)) return recommendation;
  const { namespace = '', name } = vpa.metadata;
  return {
    containerRecommendations: (recommendation.containerRecommendations ?? []).map((own) => {
      const { containerName } = own;
      const estimate = estimates(namespace, name, containerName);
      const former = estimate?.isWhole ? undefined : formerOf(containerName, vpa);
      const storage = former ?? (estimate && settled(estimate, containerName, vpa));
      return storage ? added(own, storage) : own;
    }),
  };
}

type Storage = Partial<Record<(typeof FIELDS)[number], string | number>>;

function settled(
  { target, lowerBound, upperBound }: BoundAmounts,
  container: string,
  { spec }: VerticalPodAutoscaler,
): Storage {
  const policy = entryFor(countingPolicies(spec.resourcePolicy), container)?.policy;
  const range = {
    min: requestedFrom(policy?.minAllowed)[EPHEMERAL_STORAGE] || undefined,
    max: requestedFrom(policy?.maxAllowed)[EPHEMERAL_STORAGE] || undefined,
  };
  const text = (bytes: number) => formatMemory(memoryBytes(Math.ceil(bytes)));
  return {
    target: text(capToRange(target, range)),
    lowerBound: text(capToRange(lowerBound, range)),
    upperBound: text(capToRange(upperBound, range)),
    uncappedTarget: text(target),
  };
}

function formerOf(container: string, { status }: VerticalPodAutoscaler): Storage | undefined {
  const former = status?.recommendation?.containerRecommendations?.find(
    (one) => one.containerName === container,
  );
  if (former?.target?.[EPHEMERAL_STORAGE] === undefined) return undefined;
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const amount = former[field]?.[EPHEMERAL_STORAGE];
      return amount === undefined ? [] : [[field, amount] as const];
    }),
  );
}

function added(own: RecommendedContainerResources, storage: Storage): RecommendedContainerResources {
  const list = (field: (typeof FIELDS)[number]): ResourceList => {
    const amount = storage[field];
    return { ...own[field], ...(amount !== undefined && { [EPHEMERAL_STORAGE]: amount }) };
  };
  return {
    ...own,
    target: list('target'),
    lowerBound: list('lowerBound'),
    upperBound: list('upperBound'),
    uncappedTarget: list('uncappedTarget'),
  };
}
