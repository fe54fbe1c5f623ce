import { LRUCache } from 'lru-cache';
import { inSlices } from '../../slices';
import { type ListResult, type ListSpec, type Ordered, ordering, pageOf, type Tallies } from './list';
import type { ListQuery } from './list-query';

/** Sort orders kept: those of the open tabs, with the filters in use. */
const MOST_ORDERS = 64;

/**
 * The rows of a list at one revision. Each query sorts them once, in slices, and all its pages are cut from
 * that.
 */
export class Sheet<Row> {
  private readonly orders = new LRUCache<string, Promise<unknown>>({ max: MOST_ORDERS });

  constructor(readonly rows: readonly Row[]) {}

  /** `about` must include everything `spec` depends on. */
  async page<Part, Made extends Tallies<Row, Part>>(
    spec: ListSpec<Row, Part, Made>,
    query: ListQuery,
    about = '',
  ): Promise<ListResult<Row, Part, Made>> {
    const { filters, sort, descending } = query;
    const key = JSON.stringify([about, filters, sort, descending]);
    let order = this.orders.get(key) as Promise<Ordered<Row, Made>> | undefined;
    if (!order) {
      order = inSlices(ordering(this.rows, spec, query));
      this.orders.set(key, order);
      order.catch(() => this.orders.delete(key));
    }
    return pageOf(await order, spec, query);
  }
}
