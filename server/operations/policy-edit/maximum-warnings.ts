import type { PodDemand } from '../../decide/places/pod-need';
import { type CompiledVpa, policyFor } from '../../decide/pods/compiled-vpa';
import { RESOURCES, type Resource } from '../../objects/units';
import { formatAmounts } from '../../words/amounts';
import { formatShare } from '../../words/counts';

/** A maximum below this share of the need is probably a mistake. */
const FAR_BELOW = 2 / 3;

/**
 * Maxima that are probably mistakes: far below what the usage needs, or above what any node can give. `nodes`
 * are the allocatable amounts of the largest nodes; empty if no node is known.
 */
export function maximumWarnings(vpa: CompiledVpa, nodes: readonly PodDemand[]): string[] {
  const own = [...(vpa.recommendation ?? [])].flatMap(([containerName, { target, uncappedTarget }]) =>
    RESOURCES.flatMap((resource) => {
      const most = policyFor(vpa, containerName)?.maxAllowed[resource];
      const need = uncappedTarget?.[resource] ?? target[resource];
      return most === undefined || need === undefined || most >= need * FAR_BELOW
        ? []
        : [farBelow(containerName, resource, most, need)];
    }),
  );
  return [...own, ...aboveNodes(vpa, nodes)];
}

function farBelow(container: string, resource: Resource, most: number, need: number): string {
  const [maximum, wanted] = formatAmounts(resource, [most, need]);
  const what = resource === 'cpu' ? 'CPU' : 'memory';
  const risk = resource === 'cpu' ? 'it will be throttled or starved' : 'it may be OOM-killed';
  return `The maximum of ${maximum} ${what} for ${container} is ${formatShare(most / need)} of the ${wanted} that its usage needs: ${risk}.`;
}

function aboveNodes({ policies }: CompiledVpa, nodes: readonly PodDemand[]): string[] {
  if (nodes.length === 0) return [];
  return [...policies].flatMap(([container, { maxAllowed }]) =>
    RESOURCES.flatMap((resource) => {
      const most = maxAllowed[resource];
      const largest = Math.max(...nodes.map((node) => node[resource]));
      if (most === undefined || most <= largest) return [];
      const [maximum, given] = formatAmounts(resource, [most, largest]);
      const what = resource === 'cpu' ? 'CPU' : 'memory';
      const whose = container === '*' ? 'every other container' : container;
      return [`The maximum of ${maximum} ${what} for ${whose} is more than any node can give (${given}).`];
    }),
  );
}
