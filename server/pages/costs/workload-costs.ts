import type { WorkloadSummary } from '../../contract/recommendations';
import type { WorkloadCost } from '../../decide/new/workload-cost';
import { ofKey } from '../../lib/memo/of-key';
import type { PriceTable } from '../../model/price-table';
import type { RecommenderHandle } from '../../recommender/handle';

type Costing = Pick<RecommenderHandle, 'costOf'>;

/** What each workload comes to, reckoned once for each version of its summary and of the prices: all sums on pages add up these. */
export class WorkloadCosts {
  private known = new WeakMap<WorkloadSummary, WorkloadCost | 'foreign'>();
  private pricedBy: PriceTable | undefined;

  constructor(
    private readonly recommender: () => Costing | undefined,
    private readonly prices: () => PriceTable | undefined,
  ) {}

  /**
   * Undefined for a VPA of another recommender.
   * @throws QuantityError if a pod or the status has an amount that is none
   */
  of(summary: WorkloadSummary): WorkloadCost | undefined {
    const prices = this.prices();
    if (prices !== this.pricedBy) this.known = new WeakMap();
    this.pricedBy = prices;
    const cost = ofKey(
      this.known,
      summary,
      () => this.recommender()?.costOf(summary.namespace, summary.name) ?? 'foreign',
    );
    return cost === 'foreign' ? undefined : cost;
  }

  /** The same; undefined also if it cannot be reckoned, which the list of costs reports. */
  ifKnown(summary: WorkloadSummary): WorkloadCost | undefined {
    try {
      return this.of(summary);
    } catch {
      return undefined;
    }
  }
}
