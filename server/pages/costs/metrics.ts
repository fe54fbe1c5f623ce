import { Gauge, type Registry } from 'prom-client';
import { type Cost, PARTS, sizeOf } from '../../decide/pods/money/cost';
import { RESOURCES } from '../../objects/units';
import { costOfAll } from './cost-list';

/** More namespaces than this share one series each, under a name that no namespace has. */
const MOST_NAMESPACES = 200;
const OTHERS = '_others';
const MILLICORES_PER_CORE = 1000;

export interface NamespaceCost {
  readonly namespace: string;
  readonly cost: Cost;
}

/** The largest by what they request, then all others together. */
export function bounded(costs: readonly NamespaceCost[], most = MOST_NAMESPACES): NamespaceCost[] {
  if (costs.length <= most) return [...costs];
  const sorted = costs
    .map((one) => ({ one, size: sizeOf(one.cost, 'requests') }))
    .sort((a, b) => b.size - a.size)
    .map(({ one }) => one);
  const rest = sorted.slice(most);
  const isPriced = rest.some(({ cost }) => cost.money);
  return [...sorted.slice(0, most), { namespace: OTHERS, cost: costOfAll(rest, isPriced) }];
}

export function costMetrics(
  registry: Registry,
  known: () => Promise<{ costs: readonly NamespaceCost[]; currency?: string }>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'plumbline_cost_cpu_cores',
    help: 'Cores that pods request, use and would request at their targets, and the saving and growth to there; added up apart.',
    labelNames: ['part', 'namespace'],
    registers,
    async collect() {
      const { costs } = await known();
      this.reset();
      for (const { namespace, cost } of costs)
        for (const part of PARTS) this.set({ part, namespace }, cost.amounts[part].cpu / MILLICORES_PER_CORE);
    },
  });
  new Gauge({
    name: 'plumbline_cost_memory_bytes',
    help: 'The same for memory, in bytes.',
    labelNames: ['part', 'namespace'],
    registers,
    async collect() {
      const { costs } = await known();
      this.reset();
      for (const { namespace, cost } of costs)
        for (const part of PARTS) this.set({ part, namespace }, cost.amounts[part].memory);
    },
  });
  new Gauge({
    name: 'plumbline_cost_per_hour',
    help: 'The same in money per hour, of pods whose node has a price; none where nobody stated prices.',
    labelNames: ['part', 'resource', 'namespace', 'currency'],
    registers,
    async collect() {
      const { costs, currency } = await known();
      this.reset();
      if (currency === undefined) return;
      for (const { namespace, cost } of costs)
        for (const part of cost.money ? PARTS : [])
          for (const resource of RESOURCES)
            this.set({ part, resource, namespace, currency }, cost.money?.[part][resource] ?? 0);
    },
  });
  new Gauge({
    name: 'plumbline_cost_pods_not_priced',
    help: 'Pods on nodes without a price, which money leaves out.',
    labelNames: ['namespace'],
    registers,
    async collect() {
      const { costs } = await known();
      this.reset();
      for (const { namespace, cost } of costs) if (cost.money) this.set({ namespace }, cost.pods.notPriced);
    },
  });
}
