import {
  MEMORY_LIMITS_ANNOTATION,
  memoryLimitsIn,
  memoryLimitsText,
  ownLimitFrom,
} from '@/server/decide/pods/memory-limit/recommended';
import type { ServedVpa } from '../vpas/served-vpa';
import type { WrittenAnnotation } from './annotation-writer';
import { isNear, sameTargets } from './recommendation-diff';

/** Memory limits that are estimated apart from requests. */
export const OWN_LIMITS_ANNOTATION: WrittenAnnotation = {
  annotation: MEMORY_LIMITS_ANNOTATION,
  problem: 'memory-limits-not-written',
  textDue: limitsTextDue,
};

/**
 * It is taken back only once the status has the requests that go without. Bounds that differ by less than a tenth, and
 * what goes with them, are not worth a write.
 */
export function limitsTextDue({
  vpa,
  recommendation,
}: Pick<ServedVpa, 'vpa' | 'recommendation'>): string | null | undefined {
  const isThere = vpa.metadata.annotations?.[MEMORY_LIMITS_ANNOTATION] !== undefined;
  const text = memoryLimitsText(recommendation);
  if (text === undefined) {
    const isUnused = isThere && sameTargets(vpa.status?.recommendation, recommendation);
    return isUnused ? null : undefined;
  }
  return isThere && isNearTo(vpa, recommendation) ? undefined : text;
}

function isNearTo(vpa: ServedVpa['vpa'], recommendation: ServedVpa['recommendation']): boolean {
  const before = memoryLimitsIn(vpa);
  const now = (recommendation?.containerRecommendations ?? []).flatMap((one) =>
    one.memoryLimit ? [[one.containerName, ownLimitFrom(one.memoryLimit)] as const] : [],
  );
  if (now.length !== before.size) return false;
  return now.every(([container, own]) => {
    const text = before.get(container);
    const former = text && ownLimitFrom(text);
    return (
      former?.target === own.target &&
      former.keepsStated === own.keepsStated &&
      isNear(former.lowerBound, own.lowerBound) &&
      former.asOne.target === own.asOne.target &&
      isNear(former.asOne.lowerBound, own.asOne.lowerBound) &&
      isNear(former.asOne.upperBound, own.asOne.upperBound)
    );
  });
}
