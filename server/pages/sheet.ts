import { MadeOnce } from '../lib/memo/made-once';
import { inSlices } from '../lib/time/slices';
import { type ListResult, type ListSpec, type Ordered, ordering, pageOf, type Tallies } from './list';
import type { ListQuery } from './list-query';
import type { AnswerDeadline } from './patience';

interface Order {
  readonly key: string;
  make(): Promise<object>;
}

/**
 * The rows of a list at one revision. Each query sorts them once, in slices, and all its pages are cut from
 * that.
 */
export class Sheet<Row> {
  private readonly orders = new MadeOnce<Order, object>({ make: ({ make }) => make() });
  private readonly formerOrders: Pick<MadeOnce<Order, object>, 'known'> | undefined;
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
    const former = this.formerOrders?.known(key);
    const isMade = this.orders.known(key) !== undefined;
    const making = this.orders.of({ key, make: () => inSlices(ordering(this.rows, spec, query)) });
    if (!isMade && former) return (await patience.await(making, former, this.list)) as Ordered<Row, Made>;
    const made = await making;
    patience.isNew(this.list);
    return made as Ordered<Row, Made>;
  }
}
