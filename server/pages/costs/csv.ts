import type { CostGroup, CostRow } from '../../contract/costs';
import { PARTS } from '../../decide/pods/money/cost';
import { RESOURCES, type Resource } from '../../objects/units';
import { csvLine } from '../../words/csv';

const SHOWN: Readonly<Record<Resource, { name: string; size: number }>> = {
  cpu: { name: 'cores', size: 1000 },
  memory: { name: 'gib', size: 1024 ** 3 },
};

/** The names of the columns; those of money are there only with a currency, and are per hour. */
export function csvHead(by: CostGroup, currency: string | undefined): string {
  const names = by === 'workload' ? ['namespace', 'workload', 'policy', 'mode'] : [by, 'workloads'];
  return csvLine([
    ...names,
    'pods',
    'pods_not_priced',
    'pods_waiting',
    ...PARTS.flatMap((part) => RESOURCES.map((resource) => `${part}_${SHOWN[resource].name}`)),
    ...(currency
      ? PARTS.flatMap((part) =>
          RESOURCES.map((resource) => `${part}_${resource}_${currency.toLowerCase()}_per_hour`),
        )
      : []),
  ]);
}

export function csvRow(row: CostRow, by: CostGroup): string {
  const { amounts, money, pods } = row.cost;
  const names =
    by === 'workload' ? [row.namespace, row.name, row.policy, row.updateMode] : [row.name, row.workloads];
  return csvLine([
    ...names,
    pods.counted,
    pods.notPriced,
    pods.waiting,
    ...PARTS.flatMap((part) => RESOURCES.map((resource) => amounts[part][resource] / SHOWN[resource].size)),
    ...(money ? PARTS.flatMap((part) => RESOURCES.map((resource) => money[part][resource])) : []),
  ]);
}
