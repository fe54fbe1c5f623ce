import { ACROSS_WORDS } from '../../../contract/across';
import type { CostRow } from '../../../contract/costs';
import { naturalKey } from '../../../words/natural-order';
import { type CostedWorkload, costListSpec, type ListedCost } from '../../costs/cost-list';
import { listKind } from './list-kinds';

interface CostThere extends ListedCost {
  readonly row: CostRow;
}

function costThere(row: CostRow): CostThere {
  const { name, namespace = '', policy = '', updateMode = '', cost } = row;
  const nameKey = naturalKey(name);
  const member: CostedWorkload = {
    namespace,
    name,
    policy,
    mode: updateMode,
    text: `${namespace}/${name} ${policy}`.toLowerCase(),
    nameKey,
    cost,
    price: undefined,
    usedMs: undefined,
    containers: [],
    pods: cost.pods.counted,
  };
  return { name, nameKey, members: [member], row };
}

/** What workloads cost in every cluster. @param isPriced whether all of them have one currency */
export const savingsAcross = (isPriced: boolean) => {
  const { shares: _shares, ...tallies } = costListSpec(isPriced).tallies;
  return listKind({
    list: 'savings',
    words: ACROSS_WORDS.savings,
    pageSize: 50,
    spec: { ...costListSpec(isPriced), tallies },
    rowOf: (row) => costThere(isPriced ? row : withoutMoney(row)),
    shown: (listed: ListedCost) => (listed as CostThere).row,
  });
};

function withoutMoney(row: CostRow): CostRow {
  const { money: _money, ...cost } = row.cost;
  return { ...row, cost };
}
