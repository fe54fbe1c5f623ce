import { type Amounts, RESOURCES, type Resource } from '../../model/units';
import { type CompiledVpa, policyFor } from '../../policy/compiled-vpa';
import { formatAmounts } from '../../words/amounts';
import { formatShare } from '../../words/counts';

/** A maximum below this share of what is needed is hardly meant. */
const FAR_BELOW = 2 / 3;

/**
 * Maxima that are likely not meant: far below what the usage so far asks for, or above what any node can give.
 * `nodes` are the allocatable amounts of the largest nodes; none while no node is known.
 */
export function maximumWarnings(vpa: CompiledVpa, nodes: readonly Amounts[]): string[] {
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
  const risk = resource === 'cpu' ? 'it is throttled or crowded out' : 'it may be killed for memory';
  return `The maximum of ${maximum} ${what} for ${container} is ${formatShare(most / need)} of the ${wanted} that its usage asks for: ${risk}.`;
}

function aboveNodes({ policies }: CompiledVpa, nodes: readonly Amounts[]): string[] {
  if (nodes.length === 0) return [];
  return [...policies].flatMap(([container, { maxAllowed }]) =>
    RESOURCES.flatMap((resource) => {
      const most = maxAllowed[resource];
      const largest = Math.max(...nodes.map((node) => node[resource] ?? 0));
      if (most === undefined || most <= largest) return [];
      const [maximum, given] = formatAmounts(resource, [most, largest]);
      const what = resource === 'cpu' ? 'CPU' : 'memory';
      const whose = container === '*' ? 'every other container' : container;
      return [`The maximum of ${maximum} ${what} for ${whose} is more than any node can give (${given}).`];
    }),
  );
}
