import { LRUCache } from 'lru-cache';
import { inSlices } from '../lib/time/slices';
import { type ListResult, type ListSpec, type Ordered, ordering, pageOf, type Tallies } from './list';
import type { ListQuery } from './list-query';
import type { AnswerDeadline } from './patience';

/** Sort orders kept: those of the open tabs, with the filters in use. */
const MOST_ORDERS = 64;

interface Order {
  readonly making: Promise<unknown>;
  made?: unknown;
}

/**
 * The rows of a list at one revision. Each query sorts them once, in slices, and all its pages are cut from
 * that.
 */
export class Sheet<Row> {
  private readonly orders = new LRUCache<string, Order>({ max: MOST_ORDERS });
  private readonly formerOrders: LRUCache<string, Order> | undefined;
  /** The same for all revisions of a list. */
  private readonly list: object;

  /** @param former the list at an earlier revision, whose orders serve while new ones are made */
  constructor(
    readonly rows: readonly Row[],
    former?: Sheet<Row>,
  ) {
    this.formerOrders = former?.orders;
    this.list = former?.list ?? {};
  }

  /** One page of a query; see `ordered`. */
  async page<Part, Made extends Tallies<Row, Part>>(
    spec: ListSpec<Row, Part, Made>,
    query: ListQuery,
    patience: AnswerDeadline,
    about = '',
  ): Promise<ListResult<Row, Part, Made>> {
    return pageOf(await this.ordered(spec, query, patience, about), spec, query);
  }

  /** All pages of a query, of this revision or the former. `about` must include everything `spec` depends on. */
  async ordered<Part, Made extends Tallies<Row, Part>>(
    spec: ListSpec<Row, Part, Made>,
    query: ListQuery,
    patience: AnswerDeadline,
    about = '',
  ): Promise<Ordered<Row, Made>> {
    const { filters, sort, descending, reach } = query;
    const key = JSON.stringify([about, reach.key, filters, sort, descending]);
    const order = this.orders.get(key) ?? this.ordering(key, spec, query);
    const former = this.formerOrders?.get(key)?.made;
    if (!order.made && former)
      return (await patience.await(order.making, former, this.list)) as Ordered<Row, Made>;
    const made = order.made ?? (await order.making);
    patience.isNew(this.list);
    return made as Ordered<Row, Made>;
  }

  private ordering<Part, Made extends Tallies<Row, Part>>(
    key: string,
    spec: ListSpec<Row, Part, Made>,
    query: ListQuery,
  ): Order {
    const order: Order = { making: inSlices(ordering(this.rows, spec, query)) };
    this.orders.set(key, order);
    order.making.then(
      (made) => {
        order.made = made;
      },
      () => this.orders.delete(key),
    );
    return order;
  }
}
