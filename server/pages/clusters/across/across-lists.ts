import { VisibleNamespaces } from '../../../access';
import {
  ACROSS_WORDS,
  type AcrossMember,
  type AcrossView,
  type ApprovalsAcross,
  BY_CLUSTER,
  type InboxAcross,
  type PlanAcross,
  type RecordAcross,
  type SavingsAcross,
  type WorkloadsAcross,
} from '../../../contract/across';
import type { ClusterRow } from '../../../contract/clusters';
import type { DigestList, DigestLists, ToldByMembers } from '../../../contract/digest';
import { MadeOnce } from '../../../lib/memo/made-once';
import { AppError } from '../../../lib/report/errors';
import { inSlices, type Sliced } from '../../../lib/time/slices';
import { sorting } from '../../../lib/time/sorting';
import { compareTexts, naturalKey } from '../../../words/natural-order';
import { ordering, pageOf, type Tallies } from '../../list';
import { readListQuery } from '../../list-query';
import { KNOWN_OF_WORKLOADS, sortedWorkload, WORKLOAD_LIST_SPEC } from '../../workloads/workload-list';
import { acrossSpec, groupOfCluster, type OfCluster } from './across-spec';
import { APPROVALS_ACROSS } from './approvals-across';
import { INBOX_ACROSS } from './inbox-across';
import { type ListKind, listKind } from './list-kinds';
import { memberOf } from './member-of';
import { PLAN_ACROSS } from './plan-across';
import { RECORD_ACROSS } from './record-across';
import { savingsAcross } from './savings-across';

export interface AcrossViews {
  inbox: InboxAcross;
  workloads: WorkloadsAcross;
  plan: PlanAcross;
  approvals: ApprovalsAcross;
  record: RecordAcross;
  savings: SavingsAcross;
}

/** What a list is made of: the rows of all clusters, and what there is to say of each. */
interface Gathered<Row> {
  rows: OfCluster<Row>[];
  members: AcrossMember[];
  told: number;
}

/** Lists over the clusters of a hub, as each last told the person. They are made once for each query and revision. */
export class AcrossLists {
  private readonly views = new MadeOnce<AskedView, object>({ make: ({ view }) => view() });

  /** One page of a list over clusters. @throws AppError `bad-request` naming the invalid parameters */
  page<Name extends DigestList>(
    list: Name,
    told: ToldByMembers,
    params: URLSearchParams,
  ): Promise<AcrossViews[Name]> {
    const key = JSON.stringify([told.asker, list, String(params), told.revision]);
    const view = () => MAKERS[list](told, params);
    return this.views.of({ key, view }) as Promise<AcrossViews[Name]>;
  }
}

interface AskedView {
  readonly key: string;
  view(): Promise<object>;
}

type Makers = {
  [Name in DigestList]: (told: ToldByMembers, params: URLSearchParams) => Promise<AcrossViews[Name]>;
};

/** The workloads of every cluster. */
const WORKLOADS_ACROSS = listKind({
  list: 'workloads',
  words: ACROSS_WORDS.workloads,
  known: KNOWN_OF_WORKLOADS,
  pageSize: 50,
  spec: WORKLOAD_LIST_SPEC,
  rowOf: ({ row, risk, spareCpu, spareMemory }) => sortedWorkload(row, { risk, spareCpu, spareMemory }),
  shown: ({ row }) => row,
});

const MAKERS: Makers = {
  inbox: (told, params) => viewOf(INBOX_ACROSS, told, params),
  workloads: (told, params) => viewOf(WORKLOADS_ACROSS, told, params),
  plan: (told, params) => viewOf(PLAN_ACROSS, told, params),
  approvals: (told, params) => viewOf(APPROVALS_ACROSS, told, params),
  record: (told, params) => viewOf(RECORD_ACROSS, told, params),
  savings: savingsView,
};

async function savingsView(all: ToldByMembers, params: URLSearchParams): Promise<SavingsAcross> {
  const told = readOnce(all);
  const currencies = await inSlices(currenciesIn(told));
  const [currency] = currencies.size === 1 ? [...currencies] : [];
  const view = await viewOf(savingsAcross(currency !== undefined), told, params);
  return { ...view, ...(currency !== undefined && { currency }) };
}

function* currenciesIn({ rows, listOf }: ToldByMembers): Sliced<Set<string | undefined>> {
  const currencies = new Set<string | undefined>();
  for (const { name } of rows) {
    const list = yield* listOf(name, 'savings');
    if (list && list.rows.length > 0) currencies.add(list.currency);
  }
  return currencies;
}

/** Each list is read anew whenever it is asked for; here, once. */
function readOnce(told: ToldByMembers): ToldByMembers {
  const read = new Map<string, unknown>();
  return {
    ...told,
    *listOf<Name extends DigestList>(member: string, list: Name) {
      const key = `${list} ${member}`;
      if (!read.has(key)) read.set(key, yield* told.listOf(member, list));
      return read.get(key) as DigestLists[Name] | undefined;
    },
  };
}

async function viewOf<Name extends DigestList, Row, Part, Shown, Made extends Tallies<Row, Part>>(
  kind: ListKind<Name, Row, Part, Shown, Made>,
  told: ToldByMembers,
  params: URLSearchParams,
): Promise<
  AcrossView<Shown> & { tallies: { [Tally in keyof Made]: ReturnType<ReturnType<Made[Tally]>['result']> } }
> {
  // Each member has judged already what the person may read there.
  const query = readListQuery({ params, reach: VisibleNamespaces.all }, kind.words, {
    known: kind.known ?? {},
  });
  const labels = [...new Set(told.rows.flatMap(({ labels }) => Object.keys(labels)))].sort(compareTexts);
  const { group } = query.filters;
  if (group !== undefined && group !== BY_CLUSTER && !labels.includes(group))
    throw new AppError('bad-request', `group is not known: ${group}`, [
      { field: 'group', message: `must be ${[BY_CLUSTER, ...labels].join(', ')}` },
    ]);
  const gathered = await inSlices(gathering(kind, told));
  const spec = acrossSpec(kind.spec, {
    by: group,
    groups: group === undefined ? [] : groupsIn(told.rows, group),
    ...(kind.pageSize !== undefined && { pageSize: kind.pageSize }),
  });
  const ordered = await inSlices(ordering(gathered.rows, spec, query));
  const { rows, tallies, ...list } = pageOf(ordered, spec, query);
  return {
    ...list,
    rows: rows.map(({ row, parts }) => ({
      cluster: row.cluster.name,
      ...(group !== undefined && { group: groupOfCluster(row.cluster, group) ?? '' }),
      row: kind.shown(row.row, parts),
    })),
    members: gathered.members,
    clusters: told.rows.length,
    told: gathered.told,
    labels,
    tallies: tallies as never,
  };
}

function* gathering<Name extends DigestList, Row, Part, Shown, Made extends Tallies<Row, Part>>(
  { list, rowOf, compare }: ListKind<Name, Row, Part, Shown, Made>,
  { listOf, rows: clusters }: ToldByMembers,
): Sliced<Gathered<Row>> {
  const rows: OfCluster<Row>[] = [];
  const members: AcrossMember[] = [];
  let told = 0;
  for (const cluster of clusters) {
    const found = cluster.answer && (yield* listOf(cluster.name, list));
    if (found) told++;
    for (const row of found?.rows ?? []) rows.push({ cluster, row: rowOf(row, found as never) });
    members.push(memberOf(cluster, found));
    yield;
  }
  return {
    rows: compare ? yield* sorting(rows, (a, b) => compare(a.row, b.row)) : rows,
    members: members.filter((member) => Object.keys(member).length > 1),
    told,
  };
}

function groupsIn(clusters: readonly ClusterRow[], by: string): string[] {
  const groups = new Set(clusters.flatMap((cluster) => groupOfCluster(cluster, by) ?? []));
  return [...groups].sort((a, b) => compareTexts(naturalKey(a), naturalKey(b)));
}
