import type { VisibleNamespaces } from '../access';
import type { HpasView } from '../contract/hpas';
import { type DayOneView, NAMESPACE_WORDS, type NamespaceListView } from '../contract/overview';
import { PLAN_WORDS, type PlanView } from '../contract/plan';
import type { WorkloadSummary } from '../contract/recommendations';
import type { StatusAnswer } from '../contract/status';
import type { NamespacesView, SearchView, WorkloadsView } from '../contract/workloads';
import type { VpaPlan } from '../decide/running/planned';
import type { ProblemReporter } from '../kube/problems';
import { MadeOnce } from '../lib/memo/made-once';
import { type Clock, wallClock } from '../lib/time/clock';
import { inSlices, type Sliced } from '../lib/time/slices';
import { sorting } from '../lib/time/sorting';
import type { UpdaterHandle } from '../updater';
import type { Planned } from '../updater/shown-plan';
import { ApprovalPages } from './approvals';
import { AcrossLists } from './clusters/across/across-lists';
import { CostPages, pricesInForce } from './costs';
import { WorkloadCosts } from './costs/workload-costs';
import { HpaLists } from './hpa-lists';
import { Inbox } from './inbox';
import { blockingOf } from './inbox/blocking';
import { Dismissals } from './inbox/dismissals';
import { JudgedRows } from './judged-rows';
import { type ListRequest, numberParam, readListQuery } from './list-query';
import { NeedsSince } from './needs/needs-since';
import { NeedyWorkloads } from './needs/needy-workloads';
import { Newest } from './newest';
import { NodePages } from './nodes';
import { dayOneView } from './overview/day-one';
import { type ListedNamespace, listedNamespace, NAMESPACE_LIST_SPEC } from './overview/namespace-list';
import { type NamespaceSums, sumsOf, sumsWithin } from './overview/namespace-sum';
import { PastStore } from './overview/past-store';
import type { PagesParts } from './parts';
import { type AnswerDeadline, PatienceAfterChange } from './patience';
import {
  comparePlanned,
  KNOWN_OF_PLAN,
  type PlannedVpa,
  planListSpec,
  plannedVpa,
  planRows,
} from './plan/plan-list';
import { RulePages } from './rules';
import { searchList } from './search';
import { Sheet } from './sheet';
import { newsOf } from './source';
import { doublesAmong } from './workloads/doubles';
import { type ListedWorkload, listedWorkload } from './workloads/workload-list';
import { WorkloadLists } from './workloads/workload-lists';

const USUAL_FOUND = 8;
const MOST_FOUND = 50;

/** The workloads of one revision. */
interface Workloads {
  readonly sheet: Sheet<ListedWorkload>;
  readonly namespaceSheet: Sheet<ListedNamespace>;
  /** Within reach. */
  readonly sums: MadeOnce<VisibleNamespaces, NamespaceSums>;
  /** One for each workload, where several VPAs have the same. */
  readonly counted: readonly ListedWorkload[];
  readonly revision: string;
}

/**
 * The answers for pages. A row is judged once per version of its data. The rows of a revision are a sheet; a
 * sheet is sorted once per query, and pages are cut from it.
 */
export class Pages {
  private readonly workloadSheet: Newest<Workloads>;
  private readonly planSheet: Newest<{ sheet: Sheet<PlannedVpa>; atMs: number }>;
  private readonly hpaLists: HpaLists;
  private readonly workloadRows: JudgedRows<WorkloadSummary, ListedWorkload>;
  private readonly planProblems: ProblemReporter;
  private readonly workloadCosts: WorkloadCosts;
  readonly inbox: Inbox;
  /** Workloads with and without a VPA. */
  readonly workloadLists: WorkloadLists;
  readonly policies: RulePages;
  readonly approvals: ApprovalPages;
  readonly nodes: NodePages;
  readonly costs: CostPages;
  readonly past: PastStore;
  /** The lists over the clusters of a hub. */
  readonly across = new AcrossLists();
  private readonly waiting: PatienceAfterChange;

  constructor(
    private readonly parts: PagesParts,
    realTime: Clock = wallClock,
  ) {
    const { problems, clock } = parts;
    this.waiting = new PatienceAfterChange(realTime);
    const steadyMs = () => realTime.steady();
    this.workloadSheet = new Newest(steadyMs);
    this.planSheet = new Newest(steadyMs);
    this.hpaLists = new HpaLists(() => parts.handles.hpa, steadyMs);
    const patience = () => this.waiting.now();
    const summaries = (given: AnswerDeadline) => this.summaries(given);
    this.workloadCosts = new WorkloadCosts(
      () => parts.handles.recommender,
      () => pricesInForce(parts),
    );
    this.workloadRows = new JudgedRows(problems.by('workload list'));
    this.planProblems = problems.by('plan list');
    this.workloadLists = new WorkloadLists({
      withVpa: (patience) => this.listedWorkloads(patience),
      withoutVpa: () => parts.handles.recommender?.withoutVpa,
      rows: new JudgedRows(problems.by('workloads without a VPA')),
      hpas: this.hpaLists,
      patience,
    });
    this.policies = new RulePages(patience);
    this.approvals = new ApprovalPages(patience);
    this.nodes = new NodePages(parts, summaries, patience);
    this.costs = new CostPages(parts, this.workloadCosts, summaries, { patience, realTime });
    this.past = new PastStore({
      // The process opens its store later than its pages.
      series: { pastOf: (...asked) => parts.series.pastOf(...asked) },
      clock,
      realTime,
      owners: async () => (await this.listedWorkloads(this.patience())).counted.map(({ row }) => row),
    });
    const needy = new NeedyWorkloads(
      { now: () => clock.now(), costOf: (summary) => this.workloadCosts.ifKnown(summary) },
      problems.by('needs'),
      steadyMs,
    );
    // The process opens its store later than its pages.
    const since = new NeedsSince({
      journal: () => parts.store,
      series: {
        pastOf: (...asked) => parts.series.pastOf(...asked),
        happenings: async (...asked) => (await parts.series.happenings?.(...asked)) ?? [],
      },
      now: () => clock.now(),
    });
    this.inbox = new Inbox(
      {
        problems,
        needy,
        since,
        approvals: this.approvals,
        dismissals: new Dismissals({ journal: () => parts.store, now: () => clock.now(), steadyMs }),
        updater: () => parts.handles.updater,
        stops: () => parts.operations?.stops.keeper.list() ?? [],
        summaries,
        now: () => clock.now(),
        patience,
      },
      steadyMs,
    );
  }

  /** @throws AppError `bad-request` naming the invalid parameters, as for all methods with a query */
  async workloads(asked: ListRequest): Promise<WorkloadsView> {
    return this.workloadLists.page(asked);
  }

  /** Somebody changed something in this process: what is asked for next has it. */
  changed(): void {
    this.waiting.changed();
  }

  /** What the workloads of each namespace come to, and all of them, as far as they are within reach. */
  async sums({ reach }: Pick<ListRequest, 'reach'>): Promise<NamespaceSums> {
    return (await this.listedWorkloads(this.patience())).sums.of(reach);
  }

  /** What there is before there is a VPA; undefined if there is no workload either. */
  async dayOne({ reach }: Pick<ListRequest, 'reach'>): Promise<DayOneView | undefined> {
    return dayOneView(await this.workloadLists.sumsWithoutVpa(reach));
  }

  /** The workloads that match `q` best; `namespace` and `limit` narrow it. */
  async search(asked: ListRequest): Promise<SearchView> {
    const limit = numberParam(asked.params, 'limit', { usual: USUAL_FOUND, most: MOST_FOUND });
    const words = { filters: ['q', 'namespace'], sorts: ['fit'], usual: { key: 'fit', descending: false } };
    const query = readListQuery(asked, words, { others: ['limit'] });
    const { q = '', ...filters } = query.filters;
    const patience = this.patience();
    const { sheet } = await this.listedWorkloads(patience);
    const about = `search ${limit} ${q}`;
    const spec = searchList(q, limit);
    const { rows, matching } = await sheet.page(spec, { ...query, filters }, patience, about);
    return {
      q,
      found: rows.map(({ row: { row } }) => ({
        namespace: row.namespace,
        name: row.name,
        target: { kind: row.target.kind, name: row.target.name },
      })),
      matching,
    };
  }

  /** The namespaces that have workloads. */
  async namespaces(asked: Pick<ListRequest, 'reach'>): Promise<NamespacesView> {
    const { byNamespace } = await this.sums(asked);
    const others = this.workloadLists.namespacesWithoutVpa(asked.reach);
    return {
      isWhole: asked.reach.namespaces === undefined,
      namespaces: [...byNamespace].map(([name, sum]) => ({ name, vpas: sum.vpas, off: sum.vpasIn('Off') })),
      withoutVpas: others.filter((name) => !byNamespace.has(name)),
    };
  }

  /** The namespaces that have VPAs, with what these come to. */
  async namespaceSums(asked: ListRequest): Promise<NamespaceListView> {
    const query = readListQuery(asked, NAMESPACE_WORDS);
    const patience = this.patience();
    const { namespaceSheet } = await this.listedWorkloads(patience);
    const { rows, ...others } = await namespaceSheet.page(NAMESPACE_LIST_SPEC, query, patience);
    return { rows: rows.map(({ row }) => row.row), ...others };
  }

  async plan(
    updater: Pick<UpdaterHandle, 'shown' | 'state' | 'lease'>,
    asked: ListRequest,
  ): Promise<PlanView> {
    const query = readListQuery(asked, PLAN_WORDS, { known: KNOWN_OF_PLAN, others: ['open'] });
    const { shown } = updater;
    const patience = this.patience();
    await newsOf(shown, patience);
    const { latest, revision } = shown;
    if (!latest) throw new Error('the plan was made and is missing');
    const { sheet, atMs } = await this.planSheet.of(
      String(revision),
      (former) => inSlices(this.planned(latest, former?.sheet)),
      patience,
    );
    const list = await sheet.page(planListSpec(atMs), query, patience);
    const opened = new Set((asked.params.get('open') ?? '').split(','));
    return {
      ...list,
      rows: planRows(list.rows, opened),
      atMs,
      updater: updater.state,
      lease: updater.lease,
    };
  }

  /** Every HPA as of the last sync. */
  async hpas(asked: ListRequest): Promise<HpasView> {
    return this.hpaLists.page(asked, this.patience());
  }

  /** How much there is in the inbox, as last known, and what of it the header shows. */
  async counts(reach: VisibleNamespaces): Promise<Pick<StatusAnswer, 'urgencies' | 'awaiting' | 'overdue'>> {
    const { urgencies, codes } = await this.inbox.counts(reach);
    const late = this.parts.problems.list().filter(({ code }) => code === 'pass-overdue');
    return {
      urgencies,
      awaiting: codes.get('approval-due') ?? 0,
      overdue: late.map(({ about }) => about),
    };
  }

  blocking(): StatusAnswer['blocking'] {
    return blockingOf(this.parts.problems.list());
  }

  private patience(): AnswerDeadline {
    return this.waiting.now();
  }

  private async listedWorkloads(patience: AnswerDeadline): Promise<Workloads> {
    const { summaries, revision } = await this.summaries(patience);
    return this.workloadSheet.of(
      String(revision),
      (former) => inSlices(this.listing(summaries, String(revision), former)),
      patience,
    );
  }

  private *listing(
    summaries: readonly WorkloadSummary[],
    revision: string,
    former: Workloads | undefined,
  ): Sliced<Workloads> {
    const rows = yield* this.workloadRows.judging(summaries, (summary) =>
      listedWorkload(summary, this.workloadCosts.ifKnown(summary)),
    );
    const doubles = yield* doublesAmong(rows);
    const sums = yield* sumsOf(rows);
    const counted = rows.filter((row) => !doubles.has(row));
    const namespaces = [...sums.byNamespace].map(([name, sum]) => listedNamespace(name, sum));
    return {
      sheet: new Sheet(rows, former?.sheet),
      namespaceSheet: new Sheet(namespaces, former?.namespaceSheet),
      sums: new MadeOnce({ make: (reach) => inSlices(sumsWithin(sums, reach)) }),
      counted,
      revision,
    };
  }

  private *planned(
    { plan, workloads }: Planned,
    former: Sheet<PlannedVpa> | undefined,
  ): Sliced<{ sheet: Sheet<PlannedVpa>; atMs: number }> {
    const judged = new JudgedRows<VpaPlan, PlannedVpa>(this.planProblems);
    const rows = yield* judged.judging(plan.vpas, (vpa, index) => plannedVpa(vpa, workloads[index]));
    return { sheet: new Sheet(yield* sorting(rows, comparePlanned), former), atMs: plan.atMs };
  }

  private async summaries(
    patience: AnswerDeadline,
  ): Promise<{ summaries: readonly WorkloadSummary[]; revision: number }> {
    const source = this.parts.handles.recommender?.summaries;
    if (!source) return { summaries: [], revision: -1 };
    await newsOf(source, patience);
    return { summaries: source.list(), revision: source.revision };
  }
}
