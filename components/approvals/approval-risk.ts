import type { ContainerChange } from '@/server/contract/plan';
import type { ContainerDetail } from '@/server/contract/recommendations';
import { RESOURCES } from '@/server/contract/resources';
import { formatAmounts, resourceName } from '@/server/words/amounts';
import { placeName } from '@/server/words/container-name';

/** What could go wrong with a change, as far as its use so far tells. */
export interface Risk {
  readonly words: string;
  /** Containers would have been killed or throttled. */
  readonly isHigh: boolean;
}

/** Use that was seen above what containers state after the change; the worst first. */
export function risksOf(
  changes: readonly ContainerChange[],
  containers: readonly Pick<ContainerDetail, 'name' | 'histograms'>[],
): Risk[] {
  const risks = changes.flatMap((change) =>
    RESOURCES.flatMap((resource): Risk[] => {
      const histogram = containers
        .find(({ name }) => name === change.container)
        ?.histograms.find((one) => one.resource === resource);
      const most = histogram?.buckets.at(-1)?.end;
      if (most === undefined) return [];
      const limit = change.limits[resource];
      const [from, request] = [change.from[resource], change.to[resource]];
      const used = (than: number, then: string) => {
        const [seen, stated] = formatAmounts(resource, [most, than]);
        return `${placeName(change.container)}: used up to ${seen} of ${resourceName(resource)}, above its ${then.replace('%', stated ?? '')}`;
      };
      if (limit !== undefined && most > limit)
        return [
          {
            words: used(
              limit,
              resource === 'memory'
                ? 'new limit of %: it can be killed.'
                : 'new limit of %: it can be throttled.',
            ),
            isHigh: true,
          },
        ];
      if (resource === 'memory' && request !== undefined && request < (from ?? 0) && most > request)
        return [
          { words: used(request, 'new request of %: the node keeps less free than that.'), isHigh: false },
        ];
      return [];
    }),
  );
  // Pods that change alike say the same.
  const told = new Map(risks.map((risk) => [risk.words, risk]));
  return [...told.values()].sort((a, b) => Number(b.isHigh) - Number(a.isHigh));
}
