import type { VisibleNamespaces } from '../../access';
import type { HpaRow } from '../../contract/hpas';
import type { WorkloadSummary } from '../../contract/recommendations';
import { MOST_CHOSEN } from '../../contract/requests/chosen';
import {
  type MatchingWorkloads,
  WORKLOAD_WORDS,
  type WorkloadRow,
  type WorkloadsView,
  workloadKey,
} from '../../contract/workloads';
import { MadeOnce } from '../../lib/memo/made-once';
import { inSlices, type Sliced } from '../../lib/time/slices';
import { sorting } from '../../lib/time/sorting';
import type { RecommenderHandle } from '../../recommender/handle';
import { compareTexts } from '../../words/natural-order';
import type { HpaLists } from '../hpa-lists';
import type { JudgedRows } from '../judged-rows';
import { type ListQuery, type ListRequest, readListQuery } from '../list-query';
import { Newest } from '../newest';
import { NamespaceSum, type NamespaceSums, sumsOf, sumsWithin } from '../overview/namespace-sum';
import type { AnswerDeadline } from '../patience';
import { Sheet } from '../sheet';
import { newsOf } from '../source';
import { formatAsked, type TableFile } from '../table-file';
import { HpasByTarget, isHpaFilter, listWithHpas } from './hpas-of-workloads';
import { KNOWN_OF_WORKLOADS, type ListedWorkload, listedWorkload } from './workload-list';
import { TABLE_FORMATS, workloadTable } from './workload-table';

/** The workloads with a VPA. */
interface WithVpa {
  readonly sheet: Sheet<ListedWorkload>;
  readonly sums: MadeOnce<VisibleNamespaces, NamespaceSums>;
  readonly revision: string;
}

interface WorkloadListParts {
  withVpa(patience: AnswerDeadline): Promise<WithVpa>;
  /** Undefined while no recommender runs here. */
  withoutVpa(): RecommenderHandle['withoutVpa'] | undefined;
  rows: JudgedRows<WorkloadSummary, ListedWorkload>;
  hpas: Pick<HpaLists, 'hasAny' | 'byTarget'>;
  patience(): AnswerDeadline;
}

/** The sheets that have workloads without a VPA. */
interface Others {
  readonly without: Sheet<ListedWorkload>;
  readonly sums: MadeOnce<VisibleNamespaces, NamespaceSums>;
  readonly all: Sheet<ListedWorkload>;
}

/** What a person asks for, and what answers it. */
interface Read {
  readonly query: ListQuery;
  readonly known: WithVpa;
  readonly sheet: Sheet<ListedWorkload>;
  readonly patience: AnswerDeadline;
  /** None unless they are asked for. */
  readonly hpas: HpasByTarget;
}

/** HPAs that scale nothing of a list are named up to so many. */
const MOST_OTHERS = 5;

/** The list of workloads: those with a VPA, those without, or both. */
export class WorkloadLists {
  private readonly others = new Newest<Others>();

  constructor(private readonly parts: WorkloadListParts) {}

  /** One page. @throws AppError `bad-request` naming the invalid parameters, as for all methods with a query */
  async page(asked: ListRequest): Promise<WorkloadsView> {
    const { query, known, sheet, patience, hpas } = await this.read(asked, ['hpas']);
    const { rows, ...others } = await sheet.page(listWithHpas(hpas), query, patience, hpas.revision);
    const { overview, vpas } = (await known.sums.of(asked.reach)).whole;
    const coverage = {
      with: vpas,
      without: within(asked.reach, this.parts.withoutVpa()?.list() ?? []),
    };
    const { hpa, namespace } = query.filters;
    const left = hpa && (await inSlices(hpas.others(sheet.rows, hpa, namespace)));
    return {
      rows: rows.map(({ row }) => withHpas(row, hpas)),
      ...others,
      overview,
      coverage,
      hasHpas: hpas === HpasByTarget.none ? this.parts.hpas.hasAny : !hpas.isEmpty,
      ...(left &&
        left.length > 0 && {
          otherHpas: { first: left.slice(0, MOST_OTHERS).map(nameOfHpa), all: left.length },
        }),
    };
  }

  /** Where there are workloads without a VPA, as far as is known: a stop must not wait for the rest. */
  namespacesWithoutVpa(reach: VisibleNamespaces): string[] {
    const source = this.parts.withoutVpa();
    if (!source) return [];
    source.refresh()?.catch(() => undefined);
    const names = new Set(source.list().map(({ namespace }) => namespace));
    return [...names].filter((name) => reach.covers(name));
  }

  async sumsWithoutVpa(reach: VisibleNamespaces): Promise<NamespaceSums> {
    const patience = this.parts.patience();
    const source = this.parts.withoutVpa();
    if (!source) return { byNamespace: new Map(), whole: new NamespaceSum() };
    return (await this.othersOf(source, await this.parts.withVpa(patience), patience)).sums.of(reach);
  }

  /** The names of all that match, up to what may be chosen at once. */
  async matching(asked: ListRequest): Promise<MatchingWorkloads> {
    const rows = await this.ordered(asked);
    return {
      rows: rows.slice(0, MOST_CHOSEN).map(({ row }) => nameOf(row)),
      matching: rows.length,
    };
  }

  /** The first `most`, those in most danger first, and how many there are. */
  async first(reach: VisibleNamespaces, most: number): Promise<{ rows: ListedWorkload[]; all: number }> {
    const rows = await this.ordered({ params: new URLSearchParams(), reach });
    return { rows: rows.slice(0, most), all: rows.length };
  }

  /**
   * All that match as a file, in the `columns` and the `format` asked for.
   * @param only the keys of the rows to keep, see `workloadKey`
   */
  async table(asked: ListRequest, only?: ReadonlySet<string>): Promise<TableFile> {
    const { params } = asked;
    const format = formatAsked(params, TABLE_FORMATS);
    const rows = await this.ordered(asked, ['format', 'columns']);
    const columns = (params.get('columns') ?? '').split(',').filter(Boolean);
    return workloadTable(rowsOf(rows, only), format, columns);
  }

  private async ordered(asked: ListRequest, others: readonly string[] = []) {
    const { query, sheet, patience, hpas } = await this.read(asked, others);
    // Pages asked for one by one could be of different moments.
    return (await sheet.ordered(listWithHpas(hpas), query, patience, hpas.revision)).rows;
  }

  private async read(asked: ListRequest, others: readonly string[] = []): Promise<Read> {
    const whole = readListQuery(asked, WORKLOAD_WORDS, {
      known: { ...KNOWN_OF_WORKLOADS, hpa: isHpaFilter },
      others,
    });
    const { vpa, ...filters } = whole.filters;
    const query = { ...whole, filters };
    const patience = this.parts.patience();
    const known = await this.parts.withVpa(patience);
    const isAboutHpas =
      filters.hpa !== undefined || query.sort === 'hpa' || asked.params.get('hpas') === 'true';
    const hpas = isAboutHpas ? await this.parts.hpas.byTarget(asked, patience) : HpasByTarget.none;
    const source = this.parts.withoutVpa();
    if (vpa === undefined || !source) {
      source?.refresh()?.catch(() => undefined);
      return { query, known, sheet: known.sheet, patience, hpas };
    }
    const made = await this.othersOf(source, known, patience);
    return { query, known, sheet: vpa === 'without' ? made.without : made.all, patience, hpas };
  }

  private async othersOf(
    source: RecommenderHandle['withoutVpa'],
    known: WithVpa,
    patience: AnswerDeadline,
  ): Promise<Others> {
    await newsOf(source, patience);
    return this.others.of(
      `${source.revision} ${known.revision}`,
      (former) => inSlices(this.making(source.list(), known.sheet.rows, former)),
      patience,
    );
  }

  private *making(
    summaries: readonly WorkloadSummary[],
    withVpa: readonly ListedWorkload[],
    former: Others | undefined,
  ): Sliced<Others> {
    const rows = yield* this.parts.rows.judging(summaries, (summary) => listedWorkload(summary));
    const all = yield* sorting(
      [...withVpa, ...rows],
      (a, b) => compareTexts(a.namespace, b.namespace) || compareTexts(a.nameKey, b.nameKey),
    );
    return {
      without: new Sheet(rows, former?.without),
      all: new Sheet(all, former?.all),
      sums: new MadeOnce({ make: (reach) => inSlices(sumsOfReach(rows, reach)) }),
    };
  }
}

/** Summed when asked for: only a cluster without a VPA asks. */
function* sumsOfReach(rows: readonly ListedWorkload[], reach: VisibleNamespaces): Sliced<NamespaceSums> {
  return yield* sumsWithin(yield* sumsOf(rows), reach);
}

function within({ namespaces }: VisibleNamespaces, summaries: readonly WorkloadSummary[]): number {
  if (!namespaces) return summaries.length;
  return summaries.filter(({ namespace }) => namespaces.has(namespace)).length;
}

function withHpas(listed: ListedWorkload, hpas: HpasByTarget): WorkloadRow {
  const those = hpas.of(listed);
  return those.length > 0 ? { ...listed.row, hpas: those } : listed.row;
}

function nameOfHpa({ namespace, name }: HpaRow): Pick<HpaRow, 'namespace' | 'name'> {
  return { namespace, name };
}

function* rowsOf(
  listed: readonly ListedWorkload[],
  only: ReadonlySet<string> | undefined,
): Iterable<WorkloadRow> {
  for (const { row } of listed) if (!only || only.has(workloadKey(row))) yield row;
}

function nameOf({ namespace, name, target, updateMode, heldMode, hasNoVpa }: WorkloadRow) {
  return {
    namespace,
    name,
    target,
    updateMode,
    ...(heldMode && { heldMode }),
    ...(hasNoVpa && { hasNoVpa }),
  };
}
