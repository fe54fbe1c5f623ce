import { type Amounts, RESOURCES, type Resource } from '../../model/units';
import { scaleAmount, withAmount } from '../../policy/proportions';
import type { NamedRecommendation } from './post-process';

/** What a cut to the largest node changes: the target, and the lower bound if it is above it. */
export const CUT_BOUNDS = ['target', 'lowerBound'] as const;

/**
 * Caps the recommendations of a pod's containers to what the largest node can give them together, each in
 * proportion. Returns the same list if they fit, or if no node is known.
 */
export function fitToLargestNode(
  recommended: NamedRecommendation[],
  largest: Amounts | undefined,
): NamedRecommendation[] {
  if (!largest) return recommended;
  let fitted = recommended;
  for (const bound of CUT_BOUNDS)
    for (const resource of RESOURCES) fitted = fitBound(fitted, bound, resource, largest[resource]);
  return fitted;
}

function fitBound(
  recommended: NamedRecommendation[],
  bound: (typeof CUT_BOUNDS)[number],
  resource: Resource,
  room: number | undefined,
): NamedRecommendation[] {
  let total = 0;
  for (const own of recommended) total += own[bound][resource] ?? 0;
  if (room === undefined || total <= room) return recommended;
  return recommended.map((own) => {
    const amount = own[bound][resource];
    return amount === undefined
      ? own
      : { ...own, [bound]: withAmount(own[bound], resource, scaleAmount(amount, room, total)) };
  });
}
