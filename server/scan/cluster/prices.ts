import { priceOn } from '../../decide/pods/money/price';
import type { ClusterCaches } from '../../kube/caches';
import type { Price, PriceTable } from '../../model/price-table';
import type { ScanTarget } from './targets';

/** What a workload costs, and how many of its pods are on nodes without a price: they cost nothing here. */
export interface WorkloadPrice {
  readonly price: Price;
  readonly unpriced: number;
}

export type PriceOf = (target: Pick<ScanTarget, 'pods'>) => WorkloadPrice | undefined;

/**
 * The mean of the prices of the nodes that the pods of a workload are on; that of any node while none is on a node.
 * Undefined without prices.
 */
export function pricesOf({ nodes }: Pick<ClusterCaches, 'nodes'>, prices: PriceTable | undefined): PriceOf {
  if (!prices) return () => undefined;
  const labels = new Map([...nodes.list()].map(({ metadata }) => [metadata.name, metadata.labels ?? {}]));
  const byNode = new Map<string, Price | undefined>();
  const priceOf = (node: string) => {
    if (!byNode.has(node)) byNode.set(node, priceOn(prices, labels.get(node)));
    return byNode.get(node);
  };
  return ({ pods }) => {
    const placed = pods.flatMap(({ spec }) => spec.nodeName ?? []);
    if (placed.length === 0) return prices.base && { price: prices.base, unpriced: 0 };
    const price = { cpu: 0, memory: 0 };
    let unpriced = 0;
    for (const node of placed) {
      const own = priceOf(node);
      if (!own) unpriced++;
      price.cpu += (own?.cpu ?? 0) / placed.length;
      price.memory += (own?.memory ?? 0) / placed.length;
    }
    return unpriced < placed.length ? { price, unpriced } : undefined;
  };
}
