import { objectIn } from '../../objects/json-object';
import { cpuFrom, isQuantity } from '../../objects/quantity';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../../objects/vpa-types';
import { ANNOTATIONS } from '../../words/annotations';
import { statedIn } from './stated-text';

/** On a VPA: the most CPU that each container was seen to use, where that is more than its target. */
export const SEEN_CPU_ANNOTATION = ANNOTATIONS.seenCpu.name;

/** As text for the annotation; undefined if no container has any. */
export function seenCpuText(recommendation: RecommendedPodResources | undefined): string | undefined {
  const own = (recommendation?.containerRecommendations ?? []).flatMap(({ containerName, seenCpu }) =>
    seenCpu === undefined ? [] : [[containerName, seenCpu] as const],
  );
  return own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : undefined;
}

/** Quantities by container; what cannot be read is left out. */
export function seenCpuIn(vpa: Pick<VerticalPodAutoscaler, 'metadata'>): ReadonlyMap<string, string> {
  const text = statedIn(vpa, SEEN_CPU_ANNOTATION);
  if (text === undefined) return new Map();
  return new Map(
    Object.entries(objectIn(text)).flatMap(([name, one]) =>
      typeof one === 'string' && isQuantity(one) && cpuFrom(one) > 0 ? [[name, one]] : [],
    ),
  );
}
