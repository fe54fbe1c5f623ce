import type { AmountRange, OwnLimit } from '../../../model/own-limit';
import { isJsonObject, objectIn } from '../../../objects/json-object';
import { formatMemory, isQuantity, memoryFrom } from '../../../objects/quantity';
import { memoryBytes } from '../../../objects/units';
import type {
  RecommendedContainerResources,
  RecommendedPodResources,
  StatedMemoryLimit,
  VerticalPodAutoscaler,
} from '../../../objects/vpa-types';
import { SEEN_CPU_ANNOTATION, seenCpuIn, seenCpuText } from '../seen-cpu';
import { statedIn } from '../stated-text';

/**
 * On a VPA: what each container's memory may reach, where its limit is estimated apart from its request. The status has
 * no place for limits.
 */
export const MEMORY_LIMITS_ANNOTATION = 'plumbline.dev/recommended-memory-limits';

const AMOUNTS = ['target', 'lowerBound', 'upperBound'] as const;
type Texts = Readonly<Record<(typeof AMOUNTS)[number], string | number>>;

/** As text for the annotation; undefined if no limit is estimated apart. */
export function memoryLimitsText(recommendation: RecommendedPodResources | undefined): string | undefined {
  const own = (recommendation?.containerRecommendations ?? []).flatMap(({ containerName, memoryLimit }) =>
    memoryLimit ? [[containerName, memoryLimit] as const] : [],
  );
  return own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : undefined;
}

/** By container; what cannot be read is left out. */
export function memoryLimitsIn(
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>,
): ReadonlyMap<string, StatedMemoryLimit> {
  const text = statedIn(vpa, MEMORY_LIMITS_ANNOTATION);
  if (text === undefined) return new Map();
  return new Map(
    Object.entries(objectIn(text)).flatMap(([name, one]) => (isStated(one) ? [[name, one]] : [])),
  );
}

function isStated(value: unknown): value is StatedMemoryLimit {
  if (!isJsonObject(value) || !isTexts(value)) return false;
  const { asOne: same, keepsStated } = value;
  return isJsonObject(same) && isTexts(same) && (keepsStated === undefined || keepsStated === true);
}

function isTexts(value: Readonly<Record<string, unknown>>): boolean {
  return AMOUNTS.every((name) => isQuantity(value[name]));
}

/** What a VPA recommends: its status with the memory limits, and the CPU that was seen, beside it. */
export function recommendationOf(
  vpa: Pick<VerticalPodAutoscaler, 'metadata' | 'status'>,
): RecommendedPodResources | undefined {
  const recommendation = vpa.status?.recommendation;
  if (!recommendation?.containerRecommendations) return recommendation;
  const limits = memoryLimitsIn(vpa);
  const seen = seenCpuIn(vpa);
  return {
    containerRecommendations: recommendation.containerRecommendations.map((one) => {
      const { memoryLimit: _never, seenCpu: _neither, ...own } = one;
      const memoryLimit = limits.get(one.containerName);
      const seenCpu = seen.get(one.containerName);
      return {
        ...own,
        ...(memoryLimit && own.target?.memory !== undefined && { memoryLimit }),
        ...(seenCpu !== undefined && own.target?.cpu !== undefined && { seenCpu }),
      };
    }),
  };
}

/**
 * What the status is to say: requests that need a limit of their own only once that is beside them, or whoever reads
 * the status in between would keep limits in proportion to them.
 */
export function statusToWrite(
  recommendation: RecommendedPodResources | undefined,
  vpa: Pick<VerticalPodAutoscaler, 'metadata'>,
): RecommendedPodResources | undefined {
  const { containerRecommendations: all } = recommendation ?? {};
  if (!all?.some(({ memoryLimit, seenCpu }) => memoryLimit || seenCpu)) return recommendation;
  const known = memoryLimitsIn(vpa);
  return {
    containerRecommendations: all.map((one) => {
      if (!known.has(one.containerName)) return asOne(one);
      const { memoryLimit: _beside, seenCpu: _too, ...own } = one;
      return own;
    }),
  };
}

/** The same with what request and limit are where they have to be the same. */
export function asOne(recommended: RecommendedContainerResources): RecommendedContainerResources {
  const { memoryLimit, seenCpu: _seen, ...own } = recommended;
  if (!memoryLimit || own.target.memory === undefined) return own;
  const { target, lowerBound, upperBound } = memoryLimit.asOne;
  return {
    ...own,
    target: { ...own.target, memory: target },
    lowerBound: { ...own.lowerBound, memory: lowerBound },
    upperBound: { ...own.upperBound, memory: upperBound },
    ...(own.uncappedTarget && { uncappedTarget: { ...own.uncappedTarget, memory: target } }),
  };
}

export function statedMemoryLimit({ asOne: same, keepsStated, ...limit }: OwnLimit): StatedMemoryLimit {
  return { ...textsOf(limit), asOne: textsOf(same), ...(keepsStated && { keepsStated }) };
}

function textsOf({ target, lowerBound, upperBound }: AmountRange): Texts {
  const text = (bytes: number) => formatMemory(memoryBytes(bytes));
  return { target: text(target), lowerBound: text(lowerBound), upperBound: text(upperBound) };
}

/** In bytes. */
export function ownLimitFrom({ asOne: same, keepsStated, ...limit }: StatedMemoryLimit): OwnLimit {
  return { ...rangeFrom(limit), asOne: rangeFrom(same), ...(keepsStated && { keepsStated }) };
}

function rangeFrom({ target, lowerBound, upperBound }: Texts): AmountRange {
  return {
    target: memoryFrom(target),
    lowerBound: memoryFrom(lowerBound),
    upperBound: memoryFrom(upperBound),
  };
}

/** The VPA once this is recommended, with the limits beside its status. */
export function vpaRecommending(
  { apiVersion, kind, metadata, spec }: VerticalPodAutoscaler,
  recommendation: RecommendedPodResources,
): VerticalPodAutoscaler {
  const limits = memoryLimitsText(recommendation);
  const seen = seenCpuText(recommendation);
  const {
    [MEMORY_LIMITS_ANNOTATION]: _former,
    [SEEN_CPU_ANNOTATION]: _seen,
    ...annotations
  } = metadata.annotations ?? {};
  const beside = {
    ...annotations,
    ...(limits !== undefined && { [MEMORY_LIMITS_ANNOTATION]: limits }),
    ...(seen !== undefined && { [SEEN_CPU_ANNOTATION]: seen }),
  };
  const own = { ...metadata, annotations: beside };
  const status = { recommendation: statusToWrite(recommendation, { metadata: own }) };
  return { apiVersion, kind, metadata: own, spec, status } as VerticalPodAutoscaler;
}
