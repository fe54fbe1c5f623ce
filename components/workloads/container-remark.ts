import type { ContainerView } from '@/server/contract/recommendations';
import { formatAmountRange } from '@/server/words/amounts';

/**
 * The sentence in place of a container's numbers if there are none to compare: its policy turns it off, or
 * there is no recommendation. Undefined if there is a target to show.
 */
export function containerRemark(container: ContainerView, reason: string | undefined): string | undefined {
  if (container.off) return 'Not changed: its policy mode is Off.';
  if (container.cpu.target !== undefined || container.memory.target !== undefined) return undefined;
  const requests = [
    container.cpu.request && formatAmountRange('cpu', container.cpu.request),
    container.memory.request && formatAmountRange('memory', container.memory.request),
  ].filter((request) => request !== undefined);
  const requested = requests.length > 0 ? `Requests ${requests.join(' and ')}. ` : '';
  return `${requested}${reason ?? 'No recommendation for this container yet.'}`;
}
