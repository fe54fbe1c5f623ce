import { type Clock, wallClock } from '../../clock';
import type { ProblemBoard } from '../../problems';
import type { RecommenderHandle } from '../../recommender/handle';
import type { WorkloadSummary } from '../../recommender/views';
import { inSlices, type Sliced } from '../../slices';
import type { UpdaterHandle } from '../../updater';
import type { Planned } from '../../updater/shown-plan';
import { listInSlices } from './list';
import { type ListQuery, readListQuery, readNumber } from './list-query';
import { Memo } from './memo';
import { type NeedFacts, NeedyWorkloads, parted } from './needy-workloads';
import {
  comparePlanned,
  KNOWN_OF_PLAN,
  type PlannedVpa,
  planListSpec,
  plannedVpa,
  planRows,
} from './plan-list';
import {
  blockingOf,
  compareListed,
  KNOWN_OF_PROBLEMS,
  listedNeedy,
  listedProblem,
  PROBLEM_LIST_SPEC,
} from './problem-list';
import { searchList } from './search';
import { OverviewSum } from './totals';
import {
  type NamespacesView,
  type Need,
  type NeedyWorkload,
  PLAN_WORDS,
  type PlanView,
  PROBLEM_WORDS,
  type ProblemsView,
  type SearchView,
  type StatusAnswer,
  WORKLOAD_WORDS,
  type WorkloadsView,
} from './views';
import { KNOWN_OF_WORKLOADS, listedWorkload, WORKLOAD_LIST_SPEC } from './workload-list';

/** How long an answer waits for a refresh, in real milliseconds; after that it uses the previous state. */
const PATIENCE_MS = 30;
const USUAL_FOUND = 8;
const MOST_FOUND = 50;

interface PagesParts {
  readonly handles: {
    readonly recommender?: Pick<RecommenderHandle, 'summaries'> | undefined;
    readonly updater?: Pick<UpdaterHandle, 'shown'> | undefined;
  };
  /** The cluster's time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly problems: Pick<ProblemBoard, 'list'>;
}

/** Something that is refreshed now and then; answers use its last state. */
interface Source {
  readonly isFilled: boolean;
  refresh(): Promise<void> | undefined;
}

/**
 * The answers for pages: filtered, sorted and paged, from what the last passes left, computed in slices and
 * once for equal queries.
 */
export class Pages {
  private readonly memo = new Memo();
  private readonly needy: NeedyWorkloads;

  constructor(
    private readonly parts: PagesParts,
    private readonly realTime: Clock = wallClock,
  ) {
    this.needy = new NeedyWorkloads(() => parts.clock.now());
  }

  /** @throws AppError `bad-request` naming the invalid parameters, as for all methods with a query */
  async workloads(params: URLSearchParams): Promise<WorkloadsView> {
    const query = readListQuery(params, WORKLOAD_WORDS, { known: KNOWN_OF_WORKLOADS });
    const { summaries, revision } = await this.summaries();
    const overview = this.memo.answer('overview', revision, () => inSlices(overviewOf(summaries)));
    const list = this.memo.answer(`workloads ${keyOf(query)}`, revision, () =>
      listInSlices(mapped(summaries, listedWorkload), WORKLOAD_LIST_SPEC, query),
    );
    const { rows, ...others } = await list;
    return { rows: rows.map(({ row }) => row.row), ...others, overview: await overview };
  }

  /** The workloads that match `q` best; `namespace` and `limit` narrow it. */
  async search(params: URLSearchParams): Promise<SearchView> {
    const limit = readNumber(params, 'limit', { usual: USUAL_FOUND, most: MOST_FOUND });
    const words = { filters: ['q', 'namespace'], sorts: ['fit'], usual: { key: 'fit', descending: false } };
    const query = readListQuery(params, words, { others: ['limit'] });
    const { q = '', ...filters } = query.filters;
    const { summaries, revision } = await this.summaries();
    const found = await this.memo.answer(`search ${limit} ${keyOf(query)}`, revision, () =>
      listInSlices(mapped(summaries, listedWorkload), searchList(q, limit), { ...query, filters }),
    );
    return {
      q,
      found: found.rows.map(({ row: { row } }) => ({
        namespace: row.namespace,
        name: row.name,
        target: { kind: row.target.kind, name: row.target.name },
      })),
      matching: found.matching,
    };
  }

  /** The namespaces that have VPAs. */
  async namespaces(): Promise<NamespacesView> {
    const { summaries } = await this.summaries();
    const counts = new Map<string, number>();
    for (const { namespace } of summaries) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    return { namespaces: [...counts].map(([name, vpas]) => ({ name, vpas })) };
  }

  async plan(
    updater: Pick<UpdaterHandle, 'shown' | 'state' | 'lease'>,
    params: URLSearchParams,
  ): Promise<PlanView> {
    const query = readListQuery(params, PLAN_WORDS, { known: KNOWN_OF_PLAN, others: ['open'] });
    const { shown } = updater;
    await this.news(shown);
    const { latest, revision } = shown;
    if (!latest) throw new Error('the plan was made and is missing');
    const rows = await this.memo.answer('planned', revision, () => inSlices(plannedVpas(latest)));
    const list = await this.memo.answer(`plan ${keyOf(query)}`, revision, () =>
      listInSlices(rows, planListSpec(latest.plan.atMs), query),
    );
    const opened = new Set((params.get('open') ?? '').split(','));
    return {
      ...list,
      rows: planRows(list.rows, opened),
      atMs: latest.plan.atMs,
      updater: updater.state,
      lease: updater.lease,
    };
  }

  /** What is wrong now: with Plumbline itself, and with workloads. */
  async problems(params: URLSearchParams): Promise<ProblemsView> {
    const query = readListQuery(params, PROBLEM_WORDS, { known: KNOWN_OF_PROBLEMS });
    const { own, workloads } = parted(this.parts.problems.list(), await this.needyWorkloads());
    const nowMs = this.parts.clock.now();
    const rows = [...own.map(listedProblem), ...workloads.map((one) => listedNeedy(one, nowMs))];
    const list = await listInSlices(rows.sort(compareListed), PROBLEM_LIST_SPEC, query);
    return {
      ...list,
      rows: list.rows.map(({ row: { row }, parts }) =>
        'own' in row
          ? row
          : { workload: { ...row.workload, needs: parts.flatMap(({ need }) => need ?? []) } },
      ),
      parts: { own: own.length, workloads: workloads.length },
    };
  }

  /** How much is wrong, as last judged; judges again after the answer, since every page polls this. */
  counts(): { problems: number; needy: number; overdue: string[] } {
    const problems = this.parts.problems.list();
    this.needyWorkloads().catch(() => undefined);
    const { own, workloads } = parted(problems, this.needy.latest);
    const overdue = problems.filter(({ code }) => code === 'pass-overdue').map(({ about }) => about);
    return { problems: own.length, needy: workloads.length, overdue };
  }

  /** What prevents the first pass. */
  blocking(): StatusAnswer['blocking'] {
    return blockingOf(this.parts.problems.list()).map(({ code, message, remedy }) => ({
      code,
      message,
      remedy,
    }));
  }

  /** What one workload needs, judged as in the list. */
  async needsOf(namespace: string, name: string): Promise<Need[]> {
    const { workloads } = parted(this.parts.problems.list(), await this.needyWorkloads());
    return workloads.find((one) => one.namespace === namespace && one.name === name)?.needs ?? [];
  }

  private async needyWorkloads(): Promise<readonly NeedyWorkload[]> {
    const { summaries, revision } = await this.summaries();
    const shown = this.parts.handles.updater?.shown;
    const facts: NeedFacts = {
      summaries,
      planned: shown?.latest,
      revision: `${revision} ${shown?.revision ?? 'none'}`,
    };
    return this.needy.refresh(facts);
  }

  private async summaries(): Promise<{ summaries: readonly WorkloadSummary[]; revision: number }> {
    const source = this.parts.handles.recommender?.summaries;
    if (!source) return { summaries: [], revision: -1 };
    await this.news(source);
    return { summaries: source.list(), revision: source.revision };
  }

  /**
   * Waits a moment for a refresh, and for the first one as long as it takes. If it fails, the previous state
   * still answers; the role reports its failing passes itself.
   */
  private async news(source: Source): Promise<void> {
    const refreshing = source.refresh();
    if (!source.isFilled) await refreshing;
    else if (refreshing)
      await Promise.race([refreshing.catch(() => undefined), this.realTime.sleep(PATIENCE_MS)]);
  }
}

function keyOf({ filters, sort, descending, page }: ListQuery): string {
  return JSON.stringify([filters, sort, descending, page]);
}

function* mapped<A, B>(items: Iterable<A>, change: (item: A) => B): Generator<B> {
  for (const item of items) yield change(item);
}

function* overviewOf(summaries: readonly WorkloadSummary[]): Sliced<WorkloadsView['overview']> {
  const sum = new OverviewSum();
  for (const summary of summaries) {
    sum.add(listedWorkload(summary).row);
    yield;
  }
  return sum.result();
}

function* plannedVpas({ plan, workloads }: Planned): Sliced<readonly PlannedVpa[]> {
  const rows: PlannedVpa[] = [];
  for (const [index, vpa] of plan.vpas.entries()) {
    rows.push(plannedVpa(vpa, workloads[index]));
    yield;
  }
  return rows.sort(comparePlanned);
}
