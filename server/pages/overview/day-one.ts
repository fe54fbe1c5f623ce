import type { DayOneView } from '../../contract/overview';
import type { NamespaceSums } from './namespace-sum';
import { oomsOf, sumView } from './sum-view';

/** More are found in the list. */
const MOST_NAMESPACES = 12;

/** What workloads without a VPA come to; undefined if there is none. */
export function dayOneView({ byNamespace, whole }: NamespaceSums): DayOneView | undefined {
  if (whole.vpas === 0) return undefined;
  const { totals, wasteful, endangered } = sumView(whole);
  return {
    workloads: whole.vpas,
    totals,
    wasteful,
    endangered,
    ooms: oomsOf(whole),
    namespaces: [...byNamespace]
      .map(([name, sum]) => ({ name, workloads: sum.vpas }))
      .sort((a, b) => b.workloads - a.workloads || (a.name < b.name ? -1 : 1))
      .slice(0, MOST_NAMESPACES),
    allNamespaces: byNamespace.size,
  };
}
