import type { ChangeRecord } from '../../store';
import { countOf } from '../../words/counts';
import { MEMBER_FAULTS } from '../../words/member-faults';
import { isOpen, type Order } from './order';

const MOST_NAMED = 20;
const STARTED_AGAIN = 'The hub started again, and cannot ask as this person.';

/** What the hub records of an order when its person is answered; all of `orders` are of one. */
export function orderRecord(clusters: string, orders: readonly Order[], atMs: number): ChangeRecord {
  const taken = orders.filter(({ came }) => came.state === 'taken');
  const parts = [
    ['taken by', taken],
    ['refused by', orders.filter(({ came }) => came.state === 'refused')],
    ['not yet taken by', orders.filter(isOpen)],
  ] as const;
  const said = parts.filter(([, some]) => some.length > 0).map(([what, some]) => `${what} ${namesOf(some)}`);
  return {
    ...recordOf(orders[0], atMs),
    outcome: taken.length > 0 || orders.some(isOpen) ? 'done' : 'refused',
    detail: `${clusters}: ${said.join('; ')}`,
    after: afterOf(orders),
  };
}

/** What the hub records of an order at one cluster that ended after that. */
export function lateRecord(order: Order, atMs: number): ChangeRecord {
  const { member, came } = order;
  const isTaken = came.state === 'taken';
  const isForgotten = came.state === 'forgotten';
  const why = isForgotten ? STARTED_AGAIN : came.fault ? MEMBER_FAULTS[came.fault].sentence : '';
  return {
    ...recordOf(order, atMs),
    outcome: isTaken ? 'done' : 'refused',
    after: afterOf([order]),
    detail: isTaken
      ? `taken by ${member}`
      : `${came.state === 'refused' ? 'refused' : 'not taken'} by ${member}. ${why}`.trim(),
  };
}

/** What was ordered, and what each cluster answered. */
function afterOf(orders: readonly Order[]) {
  const { scope, reason } = orders[0] ?? {};
  return {
    scope,
    ...(reason && { reason }),
    clusters: orders.map(({ member, came: { state, fault } }) => ({
      name: member,
      state,
      ...(fault && { fault }),
    })),
  };
}

function recordOf(order: Order | undefined, atMs: number): Omit<ChangeRecord, 'outcome' | 'detail'> {
  const { deed = 'stop', asker } = order ?? {};
  return {
    kind: 'change',
    atMs,
    who: asker?.name ?? '',
    change: `clusters-${deed}`,
    namespace: '',
    name: '',
    before: null,
    after: null,
  };
}

function namesOf(orders: readonly Order[]): string {
  const named = orders.slice(0, MOST_NAMED).map(({ member }) => member);
  const more = orders.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${countOf(more, 'more', 'more')}` : '');
}
