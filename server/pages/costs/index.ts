import type { VisibleNamespaces } from '../../access';
import {
  COST_GROUPS,
  COST_WORDS,
  type CostGroup,
  type CostsView,
  type RealisedAnswer,
  type WorkloadCostView,
} from '../../contract/costs';
import type { WorkloadSummary } from '../../contract/recommendations';
import { addCost, noCost } from '../../decide/new/workload-cost';
import type { Cost } from '../../decide/pods/money/cost';
import type { Plan } from '../../decide/running/planned';
import { MadeOnce } from '../../lib/memo/made-once';
import { ofKey } from '../../lib/memo/of-key';
import type { Clock } from '../../lib/time/clock';
import { inSlices, type Sliced, Slices } from '../../lib/time/slices';
import { ASSUMED_PRICES, type PriceTable } from '../../model/price-table';
import { JudgedRows } from '../judged-rows';
import { pageOf } from '../list';
import { type ListRequest, readListQuery } from '../list-query';
import { Newest } from '../newest';
import type { PagesParts } from '../parts';
import type { AnswerDeadline } from '../patience';
import { Sheet } from '../sheet';
import {
  type CostedWorkload,
  costedWorkload,
  costListSpec,
  costRow,
  KNOWN_OF_COSTS,
  type ListedCost,
  rowsBy,
} from './cost-list';
import { csvHead, csvRow } from './csv';
import { bounded, type NamespaceCost } from './metrics';
import { readRealisedQuery } from './realised-query';
import { RealisedStore } from './realised-store';
import { stagesOf } from './stages';
import type { WorkloadCosts } from './workload-costs';

/** Rows of the CSV made between two pauses. */
const ROWS_AT_ONCE = 200;

interface Summaries {
  readonly summaries: readonly WorkloadSummary[];
  readonly revision: number;
}

export interface KnownCosts {
  readonly workloads: readonly CostedWorkload[];
  readonly sheets: Readonly<Record<CostGroup, Sheet<ListedCost>>>;
  readonly within: MadeOnce<VisibleNamespaces, Pick<CostsView, 'leftOut' | 'usedMs'>>;
  /** A few, so that metrics stay bounded. */
  readonly namespaces: readonly NamespaceCost[];
}

/** What is kept at the same prices. */
interface Priced {
  readonly prices: PriceTable | undefined;
  readonly newest: Newest<KnownCosts>;
  readonly rows: JudgedRows<WorkloadSummary, CostedWorkload | { readonly foreignIn: string }>;
  readonly spec: ReturnType<typeof costListSpec>;
  realisedStore: RealisedStore | undefined;
}

/** The prices in force: those of people, where the cluster has any, else those of the setting, else assumed ones. */
export function pricesInForce({
  config,
  operations,
}: Pick<PagesParts, 'config' | 'operations'>): PriceTable | undefined {
  return operations?.prices ? operations.prices.reckoned : config.prices;
}

/** What the list of costs says beside its rows, of one namespace. */
interface Aside {
  doubles: number;
  foreign: number;
  /** 0 without samples. */
  usedMs: number;
}

/** What the list of costs says beside its rows, by namespace. */
class Asides {
  private readonly byNamespace = new Map<string, Aside>();

  of(namespace: string): Aside {
    return ofKey(this.byNamespace, namespace, () => ({ doubles: 0, foreign: 0, usedMs: 0 }));
  }

  /** Made here, so that it holds these alone and not what else its maker knows, such as the costs before. */
  byReach(): MadeOnce<VisibleNamespaces, Pick<CostsView, 'leftOut' | 'usedMs'>> {
    return new MadeOnce({ make: async (reach: VisibleNamespaces) => this.within(reach) });
  }

  private within(reach: VisibleNamespaces): Pick<CostsView, 'leftOut' | 'usedMs'> {
    const leftOut = { doubles: 0, foreign: 0 };
    let usedMs = 0;
    for (const [namespace, aside] of this.byNamespace) {
      if (!reach.covers(namespace)) continue;
      leftOut.doubles += aside.doubles;
      leftOut.foreign += aside.foreign;
      usedMs = Math.max(usedMs, aside.usedMs);
    }
    return { leftOut, ...(usedMs > 0 && { usedMs }) };
  }
}

/** What workloads cost: kept per VPA, made again only for those that changed, and added up per query. */
export class CostPages {
  private priced: Priced | undefined;

  constructor(
    private readonly parts: PagesParts,
    private readonly workloadCosts: WorkloadCosts,
    private readonly summaries: (patience: AnswerDeadline) => Promise<Summaries>,
    private readonly waiting: { patience(): AnswerDeadline; realTime: Clock },
  ) {}

  /** @throws AppError `bad-request` naming the invalid parameters */
  async list(asked: ListRequest): Promise<CostsView> {
    const query = readListQuery(asked, COST_WORDS, { known: KNOWN_OF_COSTS });
    const by = groupOf(query.filters.by);
    const patience = this.waiting.patience();
    const { sheets, within, prices, spec } = await this.known(patience);
    const { rows, tallies, ...others } = await sheets[by].page(spec, query, patience);
    const { totals, shares, ...choices } = tallies;
    const { leftOut, usedMs } = await within.of(asked.reach);
    return {
      rows: rows.map(({ row, parts }) => costRow(row, parts, by, prices !== undefined)),
      ...others,
      tallies: choices,
      by,
      ...(prices && { currency: prices.currency }),
      ...(this.parts.operations?.prices && { prices: this.parts.operations.prices.view() }),
      totals,
      shares,
      ...(usedMs !== undefined && { usedMs }),
      leftOut,
    };
  }

  /**
   * Every row of the list as CSV.
   * @throws AppError `bad-request` naming the invalid parameters
   */
  async csv(asked: ListRequest): Promise<string> {
    const query = readListQuery(asked, COST_WORDS, { known: KNOWN_OF_COSTS });
    const by = groupOf(query.filters.by);
    const patience = this.waiting.patience();
    const { sheets, prices, spec } = await this.known(patience);
    // Pages asked for one by one could be of different moments.
    const ordered = await sheets[by].ordered(spec, query, patience);
    const slices = new Slices();
    const lines = [csvHead(by, prices?.currency)];
    for (let page = 1; page <= Math.ceil(ordered.rows.length / ROWS_AT_ONCE); page++) {
      for (const { row, parts } of pageOf(ordered, { ...spec, pageSize: ROWS_AT_ONCE }, { ...query, page })
        .rows)
        lines.push(csvRow(costRow(row, parts, by, prices !== undefined), by));
      await slices.breathe();
    }
    return lines.join('');
  }

  /**
   * What became of requests since a date, as far as it is read by now.
   * @throws AppError `bad-request` naming the invalid parameters
   */
  realised(asked: ListRequest): RealisedAnswer {
    const { clock } = this.parts;
    const { sinceMs, namespace, policy } = readRealisedQuery(asked.params, clock.now());
    const priced = this.now();
    priced.realisedStore ??= new RealisedStore({
      series: this.parts.series,
      prices: priced.prices,
      clock,
      realTime: this.waiting.realTime,
      workloads: async () => (await this.known(this.waiting.patience())).workloads,
    });
    return {
      ...priced.realisedStore.answer(sinceMs, { namespace, policy, reach: asked.reach }),
      ...(priced.prices && { currency: priced.prices.currency }),
    };
  }

  /** One workload's cost now; undefined if it is not known, or the list's problem says why it cannot be. */
  of(namespace: string, name: string): WorkloadCostView | undefined {
    try {
      const found = this.parts.handles.recommender?.costOf(namespace, name);
      if (!found) return undefined;
      const { price: _price, ...cost } = found;
      return { cost, ...(this.prices && { currency: this.prices.currency }) };
    } catch {
      return undefined;
    }
  }

  /** What metrics say; nothing while no recommender runs here. */
  async metered(): Promise<{ costs: readonly NamespaceCost[]; currency?: string }> {
    if (!this.parts.handles.recommender) return { costs: [] };
    const { namespaces, prices } = await this.known(this.waiting.patience());
    const isStated = prices !== undefined && prices !== ASSUMED_PRICES;
    return { costs: namespaces, ...(isStated && { currency: prices.currency }) };
  }

  /** The costs as of now, or a moment ago, with the prices that they are reckoned at. */
  private async known(patience: AnswerDeadline): Promise<KnownCosts & Pick<Priced, 'prices' | 'spec'>> {
    const { summaries, revision } = await this.summaries(patience);
    const priced = this.now();
    const { newest, prices, spec } = priced;
    const planned = this.parts.handles.updater?.shown;
    const costs = await newest.of(
      `${revision} ${planned?.revision}`,
      (former) => inSlices(this.costing(priced, { summaries, plan: planned?.latest?.plan }, former)),
      patience,
    );
    return { ...costs, prices, spec };
  }

  private *costing(
    { rows, prices }: Priced,
    { summaries, plan }: { summaries: readonly WorkloadSummary[]; plan: Plan | undefined },
    former: KnownCosts | undefined,
  ): Sliced<KnownCosts> {
    const judged = yield* rows.judging(summaries, (summary) => {
      const cost = this.workloadCosts.of(summary);
      return cost ? costedWorkload(summary, cost) : { foreignIn: summary.namespace };
    });
    const plans = new Map(plan?.vpas.map((one) => [`${one.namespace}/${one.name}`, one]));
    const asides = new Asides();
    const workloads: CostedWorkload[] = [];
    for (const row of judged) {
      if ('foreignIn' in row) asides.of(row.foreignIn).foreign++;
      else if (isDouble(row)) asides.of(row.namespace).doubles++;
      else {
        const own = plans.get(`${row.namespace}/${row.name}`);
        workloads.push(own ? { ...row, stages: stagesOf(row.cost, own) } : row);
      }
      yield;
    }
    const byNamespace = new Map<string, Cost>();
    for (const { namespace, cost, usedMs = 0 } of workloads) {
      const aside = asides.of(namespace);
      aside.usedMs = Math.max(aside.usedMs, usedMs);
      const sum = ofKey(byNamespace, namespace, () => noCost(prices !== undefined));
      addCost(sum, cost);
      yield;
    }
    const sheetOf = (by: CostGroup) => [by, new Sheet(rowsBy(by, workloads), former?.sheets[by])] as const;
    const sheets: (readonly [CostGroup, Sheet<ListedCost>])[] = [];
    for (const by of COST_GROUPS) {
      sheets.push(sheetOf(by));
      yield;
    }
    return {
      workloads,
      sheets: Object.fromEntries(sheets) as KnownCosts['sheets'],
      within: asides.byReach(),
      namespaces: bounded([...byNamespace].map(([namespace, cost]) => ({ namespace, cost }))),
    };
  }

  private get prices(): PriceTable | undefined {
    return pricesInForce(this.parts);
  }

  /** What is known at the prices in force: with others, everything is reckoned anew. */
  private now(): Priced {
    const { prices } = this;
    if (!this.priced || this.priced.prices !== prices)
      this.priced = {
        prices,
        newest: new Newest(),
        rows: new JudgedRows(this.parts.problems.by('costs')),
        spec: costListSpec(prices !== undefined),
        realisedStore: undefined,
      };
    return this.priced;
  }
}

/** Another VPA stands for its workload. */
function isDouble({ cost: { pods } }: CostedWorkload): boolean {
  return pods.elsewhere > 0 && pods.counted + pods.waiting === 0;
}

function groupOf(word: string | undefined): CostGroup {
  return COST_GROUPS.find((one) => one === word) ?? 'workload';
}
