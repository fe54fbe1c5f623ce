import type { ClusterOrder } from '../../contract/clusters';
import { keyOfScope } from '../../decide/pods/stop';
import { AppError } from '../../lib/report/errors';
import type { Clock } from '../../lib/time/clock';
import { comesWithin } from '../../lib/time/comes-within';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import { type LoopListener, type Repeating, repeat } from '../../lib/time/repeat';
import type { MemberFault } from '../../words/member-faults';
import type { Asker } from '../signing-on';
import { isFinal, isOpen, LONGEST_MS, type Order, placeOf, shownOrder, type Wanted } from './order';
import type { OrderFile } from './order-file';

const ASK_AGAIN_MS = 2_000;
/** A stop is in a hurry: most clusters are asked at once. */
const AT_ONCE = 100;
/** An order is answered within this time; clusters that take longer are asked on. */
const LONGEST_ANSWER_MS = 2_000;
const SHOWN_MS = 10 * 60_000;
/** In all, and of one person: every cluster of a hub twice. */
const MOST_OPEN = 50_000;
const MOST_OPEN_OF_ONE = 1_000;

interface OrderPorts {
  /** Undefined once the member has done it. Never rejects. */
  bring(order: Order): Promise<MemberFault | undefined>;
  /** Told once of every order that ended after its person was answered. */
  endedLate(order: Order): void;
  /** Dates orders and ages. */
  wallClock: Clock;
  file: OrderFile;
  loops: LoopListener;
}

/**
 * What people told clusters to do, in memory, and in a file until each has it. A cluster gets the orders of each person one after the other and as that
 * person, and is asked again while it is away. A stop waits for nobody else; a resume waits for older stops, and is
 * dropped if a newer stop was taken.
 */
export class Orders {
  /** By member, the oldest first. */
  private readonly given = new Map<string, Order[]>();
  private readonly rounds = new Map<string, { round: Promise<void>; next?: Promise<void> }>();
  private readonly answered = new WeakSet<Order>();
  private loop: Repeating | undefined;

  constructor(private readonly ports: OrderPorts) {}

  /** Goes on with what an earlier process did not bring to these members. */
  goOn(members: ReadonlySet<string>): void {
    const { wallClock, file } = this.ports;
    const now = wallClock.steady();
    for (const { who, groups, atMs, state, isProven, ...wanted } of file.read()) {
      if (!members.has(wanted.member)) continue;
      const sinceMs = now - Math.max(0, wallClock.now() - atMs);
      const came: Order['came'] = state === 'open' ? { state: 'away' } : { state, endedMs: sinceMs };
      const order: Order = { ...wanted, atMs, sinceMs, asker: { name: who, groups }, came };
      this.put(order);
      this.answered.add(order);
      if (state === 'open' && !isProven) this.end(order, 'forgotten');
    }
    if (this.given.size > 0) this.begin();
  }

  /** Brings an order to members, and says how far each is after a moment. @throws AppError `busy` */
  async give(members: readonly string[], asker: Asker, wanted: Wanted): Promise<Order[]> {
    const { wallClock } = this.ports;
    this.mustTakeMore(members.length, asker);
    const times = { atMs: wallClock.now(), sinceMs: wallClock.steady() };
    const orders = members.map(
      (member): Order => ({ ...wanted, ...times, member, asker, came: { state: 'asked' } }),
    );
    for (const order of orders) this.put(order);
    this.begin();
    await comesWithin(wallClock, LONGEST_ANSWER_MS, this.bringAll(orders));
    for (const order of orders) if (isOpen(order)) this.answered.add(order);
    await this.keep();
    return orders;
  }

  /** The newest order of a person for a member, until a while after it ended. */
  newest(member: string, { name }: Asker): ClusterOrder | undefined {
    const order = this.given.get(member)?.findLast(({ asker }) => asker.name === name);
    return order && shownOrder(order);
  }

  async close(): Promise<void> {
    if (!this.loop) return;
    await this.loop.stop();
    await this.keep();
  }

  /** Also what was taken where something is open: an older resume must not come after it. */
  private keep(): Promise<void> {
    return this.ports.file.keep(() =>
      [...this.given.values()]
        .filter((orders) => orders.some((order) => isOpen(order) || order.came.state === 'forgotten'))
        .flatMap((orders) => orders.filter(({ came }) => isKept(came.state))),
    );
  }

  private mustTakeMore(more: number, { name }: Asker): void {
    const open = [...this.given.values()].flat().filter(isOpen);
    const own = open.filter(({ asker }) => asker.name === name);
    if (open.length + more > MOST_OPEN || own.length + more > MOST_OPEN_OF_ONE)
      throw new AppError('busy', 'too many clusters are still asked for earlier orders');
  }

  private put(order: Order): void {
    const place = placeOf(order);
    const others = (this.given.get(order.member) ?? []).filter((one) => placeOf(one) !== place);
    this.given.set(order.member, [...others, order]);
  }

  private begin(): void {
    this.loop ??= repeat({
      name: 'cluster-orders',
      everyMs: ASK_AGAIN_MS,
      waitsFirst: true,
      loops: this.ports.loops,
      run: () => this.askAgain(),
    });
  }

  private async askAgain(): Promise<undefined> {
    const now = this.ports.wallClock.steady();
    for (const [member, orders] of this.given) {
      for (const order of orders)
        if (isOpen(order) && now - order.sinceMs > LONGEST_MS[order.deed]) this.end(order, 'too-old');
      // What ended tells open resumes that they are too late.
      if (orders.every(({ came }) => now - (came.endedMs ?? now) > shownMs(came.state)))
        this.given.delete(member);
    }
    await this.bringAll([...this.given.values()].flat().filter(isOpen));
  }

  private bringAll(orders: readonly Order[]): Promise<void> {
    const visits = new Map(orders.map((order) => [visitOf(order), order]));
    return fewAtATime([...visits.values()], (order) => this.visit(order), { atOnce: AT_ONCE });
  }

  /** One round at a time for each person at a member; an order that comes during one is in the next. */
  private visit({ member, asker }: Order): Promise<void> {
    const key = visitOf({ member, asker });
    const begin = () => {
      const round = this.round(member, asker.name).finally(() => {
        if (this.rounds.get(key)?.round === round) this.rounds.delete(key);
      });
      this.rounds.set(key, { round });
      return round;
    };
    const current = this.rounds.get(key);
    if (!current) return begin();
    current.next ??= current.round.then(begin);
    return current.next;
  }

  private async round(member: string, who: string | undefined): Promise<void> {
    const own = (this.given.get(member) ?? []).filter((one) => isOpen(one) && one.asker.name === who);
    for (const order of own) {
      const others = this.given.get(member) ?? [];
      if (!others.includes(order)) continue;
      const stop = stopBefore(order, others);
      if (stop) {
        const { state, fault } = stop.came;
        Object.assign(order.came, { state, fault });
        continue;
      }
      if (isTooLate(order, others)) {
        this.end(order, 'too-old');
        continue;
      }
      const fault = await this.ports.bring(order);
      if (fault === undefined) this.end(order, 'taken');
      else if (isFinal(fault)) this.end(order, 'refused', fault);
      else {
        for (const one of own) if (isOpen(one)) Object.assign(one.came, { state: 'away', fault });
        return;
      }
    }
  }

  private end(order: Order, state: ClusterOrder['state'], fault?: MemberFault): void {
    Object.assign(order.came, { state, fault, endedMs: this.ports.wallClock.steady() });
    order.asker = { name: order.asker.name, groups: [] };
    if (!this.answered.has(order)) return;
    this.ports.endedLate(order);
    void this.keep();
  }
}

const isKept = (state: ClusterOrder['state']) => state !== 'refused' && state !== 'too-old';

/** Whoever ordered it may look only the next day. */
const shownMs = (state: ClusterOrder['state']) => (state === 'forgotten' ? LONGEST_MS.stop : SHOWN_MS);

const visitOf = ({ member, asker }: Pick<Order, 'member' | 'asker'>) => JSON.stringify([member, asker.name]);

function isStopOfSame(one: Order, order: Order): boolean {
  return one.deed === 'stop' && keyOfScope(one.scope) === keyOfScope(order.scope);
}

/** The older stop that a resume waits for: while that is on its way or the cluster is away, so it is with the resume. */
function stopBefore(order: Order, others: readonly Order[]): Order | undefined {
  if (order.deed !== 'resume') return undefined;
  return others.slice(0, others.indexOf(order)).find((one) => isStopOfSame(one, order) && isOpen(one));
}

function isTooLate(order: Order, others: readonly Order[]): boolean {
  const after = others.slice(others.indexOf(order) + 1);
  return (
    order.deed === 'resume' && after.some((one) => isStopOfSame(one, order) && one.came.state === 'taken')
  );
}
