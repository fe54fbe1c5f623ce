import type { SuggestedVariant } from '@/server/contract/replays';
import { countOf, formatShare } from '@/server/words/counts';

/** What a search found, in a title and a sentence. */
export function proposalWords({ variant, isCurrentWithin, limits, tried, planned }: SuggestedVariant): {
  title: string;
  detail: string;
} {
  const { oomsADay, cpuShort, memoryShort } = limits;
  const kept = `at most ${oomsADay} OOM kills a container-day, ${limitShare(cpuShort)} of the time short of CPU and ${limitShare(memoryShort)} short of memory`;
  const time = tried < planned ? ` There was time for ${tried} of ${planned}.` : '';
  const counted = `${countOf(tried, 'policy was', 'policies were')} tried.${time}`;
  if (variant)
    return {
      title: `Proposal: ${variant.name}`,
      detail: isCurrentWithin
        ? `It is the cheapest that keeps ${kept}. ${counted}`
        : `It is the cheapest that keeps ${kept}, which the policy as it is does not. ${counted}`,
    };
  return isCurrentWithin
    ? { title: 'Keep the policy as it is', detail: `None that keeps ${kept} is cheaper. ${counted}` }
    : { title: 'No proposal', detail: `None keeps ${kept}. ${counted}` };
}

function limitShare(share: number): string {
  return share > 0 && share < 0.01 ? `${share * 100} %` : formatShare(share);
}
