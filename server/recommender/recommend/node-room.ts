import { type Amounts, RESOURCES, type Resource } from '../../model/units';
import { scaleAmount, withAmount } from '../../policy/proportions';
import type { NamedRecommendation } from './post-process';

/** What a cut to the largest node changes: the target, and the lower bound if it is above it. */
export const CUT_BOUNDS = ['target', 'lowerBound'] as const;

/**
 * Caps the recommendations of a pod's containers to what the largest node can give them together, each in
 * proportion. Returns the same list if they fit, or if no node is known.
 * @param pods the containers of each kind of pod; by default all are in one
 */
export function fitToLargestNode(
  recommended: NamedRecommendation[],
  largest: Amounts | undefined,
  pods?: readonly (readonly string[])[],
): NamedRecommendation[] {
  if (!largest) return recommended;
  let fitted = recommended;
  for (const bound of CUT_BOUNDS)
    for (const resource of RESOURCES) fitted = fitBound(fitted, { bound, resource, pods }, largest[resource]);
  return fitted;
}

interface Cut {
  readonly bound: (typeof CUT_BOUNDS)[number];
  readonly resource: Resource;
  readonly pods: readonly (readonly string[])[] | undefined;
}

function fitBound(
  recommended: NamedRecommendation[],
  { bound, resource, pods }: Cut,
  room: number | undefined,
): NamedRecommendation[] {
  if (room === undefined) return recommended;
  const totalOf = (list: readonly NamedRecommendation[]) =>
    list.reduce((sum, own) => sum + (own[bound][resource] ?? 0), 0);
  const whole = totalOf(recommended);
  if (whole <= room) return recommended;
  const totals = pods?.map((pod) => ({
    pod,
    total: totalOf(recommended.filter(({ container }) => pod.includes(container))),
  }));
  return recommended.map((own) => {
    const amount = own[bound][resource];
    // Of a container in several kinds of pods, the one that needs most decides.
    const total = totals
      ? Math.max(0, ...totals.flatMap((one) => (one.pod.includes(own.container) ? one.total : [])))
      : whole;
    return amount === undefined || total <= room
      ? own
      : { ...own, [bound]: withAmount(own[bound], resource, scaleAmount(amount, room, total)) };
  });
}
