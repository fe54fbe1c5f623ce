import type { ClusterOrdersView, ClusterRow } from '../contract/clusters';
import { formatAmount } from '../words/amounts';
import { orderWords } from '../words/cluster-orders';
import { MEMBER_FAULTS } from '../words/member-faults';
import { NO_AMOUNT } from './amount-words';
import { table } from './text';

/** Each cluster as it last answered. */
export function clustersText(rows: readonly ClusterRow[]): string {
  const lines = rows.map((row) => {
    const { name, answer } = row;
    if (!answer) return [name, stateOf(row), ...Array<string>(6).fill(NO_AMOUNT)];
    const { vpas, urgencies, totals } = answer;
    const amounts = (['cpu', 'memory'] as const).map(
      (resource) =>
        `${formatAmount(resource, totals[resource].requested)} / ${formatAmount(resource, totals[resource].recommended)}`,
    );
    const counts = [vpas, urgencies.broken, urgencies.waits, urgencies.better].map(String);
    return [name, stateOf(row), ...counts, ...amounts];
  });
  const heads = [
    'CLUSTER',
    'STATE',
    'VPAS',
    'BROKEN',
    'WAITS',
    'BETTER',
    'CPU NOW / NEEDED',
    'MEMORY NOW / NEEDED',
  ];
  return table(heads, lines);
}

export function ordersText({ orders }: ClusterOrdersView): string {
  return table(
    ['CLUSTER', 'RESULT'],
    orders.map(({ name, order }) => [name, orderWords(order)]),
  );
}

function stateOf({ answer, fault }: ClusterRow): string {
  if (fault) return MEMBER_FAULTS[fault].sentence;
  if (!answer) return 'Being asked';
  return answer.isStopped ? 'Stopped' : 'Runs';
}
