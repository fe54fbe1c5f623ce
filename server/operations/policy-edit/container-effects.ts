import type { EffectView } from '../../contract/operations';
import { type CompiledVpa, compileRecommendation } from '../../decide/pods/compiled-vpa';
import type { NamespaceLimits } from '../../decide/pods/limit-bounds';
import { type CappedRecommendation, capRecommendation } from '../../decide/pods/resource-plan';

type ContainerEffect = EffectView['containers'][number];

/** What is recommended for each container before and after an edit, as capped for its pods. */
export function containerEffects(
  former: CompiledVpa,
  next: CompiledVpa,
  { limits, withBounds }: { limits: NamespaceLimits; withBounds: boolean },
): ContainerEffect[] {
  const [before, after] = [former, next].map((vpa) => recommended(vpa, limits));
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort().map((container) => {
    const [was, is] = [before?.get(container), after?.get(container)];
    const amounts = (bound: 'lowerBound' | 'upperBound') => ({
      before: was?.[bound] ?? {},
      after: is?.[bound] ?? {},
    });
    return {
      container,
      before: was?.target ?? {},
      after: is?.target ?? {},
      ...((was?.ownLimit ?? is?.ownLimit) && {
        limits: {
          ...(was?.ownLimit && { before: was.ownLimit.target }),
          ...(is?.ownLimit && { after: is.ownLimit.target }),
        },
      }),
      ...(withBounds && { bounds: { lowerBound: amounts('lowerBound'), upperBound: amounts('upperBound') } }),
    };
  });
}

function recommended(vpa: CompiledVpa, limits: NamespaceLimits): Map<string, CappedRecommendation> {
  const recommendation = vpa.recommendation ?? compileRecommendation(undefined);
  const found = new Map<string, CappedRecommendation>();
  if (!recommendation) return found;
  const names = [...recommendation.keys()];
  const containers = names.map((name) => ({ name, requests: {}, limits: {} }));
  capRecommendation(containers, vpa, recommendation, limits).forEach((own, index) => {
    if (own) found.set(names[index] ?? '', own);
  });
  return found;
}
