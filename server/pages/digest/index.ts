import type { VisibleNamespaces } from '../../access';
import {
  type DigestLists,
  type DigestView,
  type FirstRows,
  MOST_DIGESTED,
  SUMS_ALONE,
} from '../../contract/digest';
import type { ListView } from '../../contract/lists';
import type { StopsView } from '../../contract/operations';
import { readEntries } from '../../contract/requests/audit';
import type { Runtime } from '../../host/runtime';
import { AppError } from '../../lib/report/errors';
import { VERSION } from '../../lib/report/version';
import { sumView } from '../overview/sum-view';

interface AsPerson {
  reach: VisibleNamespaces;
  user: string | undefined;
  /** The stops that concern the person. */
  stops: StopsView | undefined;
  withLists: boolean;
}

/** What a hub keeps of this cluster, as far as it is within reach: sums of all, and the first of each list. */
export async function digestOf(
  running: Runtime,
  { reach, user, stops, withLists }: AsPerson,
): Promise<DigestView> {
  const [sums, { urgencies }, lists] = await Promise.all([
    running.pages.sums({ reach }),
    running.pages.counts(reach),
    withLists ? listsOf(running, reach) : undefined,
  ]);
  const { vpas, totals } = sumView(sums.whole);
  const { cluster } = running.status();
  const partsOf = ({ requested, recommended }: (typeof totals)['cpu']) => ({ requested, recommended });
  return {
    version: VERSION,
    ...(user !== undefined && { user }),
    cluster: { kind: cluster.kind, ...(cluster.kind === 'connected' && { version: cluster.version }) },
    vpas,
    urgencies,
    totals: { cpu: partsOf(totals.cpu), memory: partsOf(totals.memory) },
    stops: (stops?.stops ?? []).map(({ scope }) => ({ scope })),
    ...(lists && { lists }),
  };
}

/** Whether a query string asks for the lists as well. @throws AppError `bad-request` for what it does not know */
export function asksForLists(params: URLSearchParams): boolean {
  const lists = params.get('lists');
  if (lists === null || lists === SUMS_ALONE) return lists === null;
  const message = `must be ${SUMS_ALONE}, or left out for all of them`;
  throw new AppError('bad-request', `lists ${message}`, [{ field: 'lists', message }]);
}

async function listsOf(running: Runtime, reach: VisibleNamespaces): Promise<DigestLists> {
  const { pages, handles } = running;
  const { recommender } = handles;
  // Before its first plan, there is nothing to tell of it.
  const updater = handles.updater?.shown.isFilled ? handles.updater : undefined;
  const [inbox, workloads, record, plan, approvals, savings] = await Promise.all([
    pages.inbox.digest(reach, MOST_DIGESTED.inbox),
    workloadsOf(running, reach),
    recordOf(running, reach),
    updater && planOf(running, updater, reach),
    updater && approvalsOf(running, updater, reach),
    recommender && savingsOf(running, reach),
  ]);
  return {
    inbox,
    workloads,
    record,
    ...(plan && { plan }),
    ...(approvals && { approvals }),
    ...(savings && { savings }),
  };
}

async function workloadsOf({ pages }: Runtime, reach: VisibleNamespaces): Promise<DigestLists['workloads']> {
  const { rows, all } = await pages.workloadLists.first(reach, MOST_DIGESTED.workloads);
  return {
    rows: rows.map(({ row, risk, spareCpu, spareMemory }) => ({
      row,
      risk,
      ...(spareCpu !== undefined && { spareCpu }),
      ...(spareMemory !== undefined && { spareMemory }),
    })),
    all,
  };
}

type Updater = NonNullable<Runtime['handles']['updater']>;

async function planOf({ pages }: Runtime, updater: Updater, reach: VisibleNamespaces) {
  let atMs = 0;
  const first = await firstRows(MOST_DIGESTED.plan, async (page) => {
    const view = await pages.plan(updater, { params: pageParams(page), reach });
    ({ atMs } = view);
    return view;
  });
  return { ...first, atMs };
}

async function approvalsOf({ pages, clock }: Runtime, updater: Updater, reach: VisibleNamespaces) {
  const { rows, matching } = await pages.approvals.matching(updater, { params: pageParams(1), reach });
  const atMs = updater.shown.latest?.plan.atMs ?? clock.now();
  return { rows: rows.slice(0, MOST_DIGESTED.approvals), all: matching, atMs };
}

async function savingsOf({ pages }: Runtime, reach: VisibleNamespaces) {
  let currency: string | undefined;
  const first = await firstRows(MOST_DIGESTED.savings, async (page) => {
    const view = await pages.costs.list({ params: pageParams(page), reach });
    ({ currency } = view);
    return view;
  });
  return { ...first, ...(currency !== undefined && { currency }) };
}

/** While the database does not answer, there is nothing to tell of the past. */
async function recordOf({ store, clock }: Runtime, reach: VisibleNamespaces): Promise<DigestLists['record']> {
  const params = new URLSearchParams({ kind: 'action,change', limit: String(MOST_DIGESTED.record) });
  const within = reach.namespaces && [...reach.namespaces];
  const { entries } = await readEntries(store, { params, within }, clock.now());
  return { rows: entries, all: entries.length };
}

function pageParams(page: number): URLSearchParams {
  return new URLSearchParams({ page: String(page) });
}

/** Rows of the first pages of a list, up to `most`. */
async function firstRows<Row>(
  most: number,
  pageOf: (page: number) => Promise<Pick<ListView<Row>, 'rows' | 'pages' | 'matching'>>,
): Promise<FirstRows<Row>> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const view = await pageOf(page);
    rows.push(...view.rows);
    if (rows.length >= most || page >= view.pages) return { rows: rows.slice(0, most), all: view.matching };
  }
}
