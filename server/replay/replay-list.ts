import { auditedPlace } from '@/server/operations/audited';
import {
  REPLAY_STATES,
  REPLAY_WORDS,
  type ReplayRow,
  type ReplayState,
  type ReplaysView,
} from '../contract/replays';
import { countBy, hasWords, isValue, type ListSpec, listOf } from '../pages/list';
import { type KnownValues, type ListRequest, readListQuery } from '../pages/list-query';
import { placeText } from './rows';

const PAGE_SIZE = 25;
const KNOWN: KnownValues = { state: (value) => (REPLAY_STATES as readonly string[]).includes(value) };

const TALLIES = {
  state: countBy<ReplayRow, ReplayRow>(({ state }) => state),
  namespace: countBy<ReplayRow, ReplayRow>(namespaceOf),
};

const SPEC: ListSpec<ReplayRow, ReplayRow, typeof TALLIES> = {
  parts: (row) => [row],
  namespaceOf,
  filters: {
    q: hasWords(textOf),
    namespace: isValue(namespaceOf),
    state: isValue(({ state }) => state),
  },
  tallies: TALLIES,
  sorts: {
    started: ({ startedMs }) => startedMs,
    what: whatOf,
    state: ({ state }) => state,
    days: ({ request }) => request.days,
  },
  pageSize: PAGE_SIZE,
};

/** The kept replays that match a query. @throws AppError `bad-request` naming the invalid parameters */
export function listReplays(
  rows: readonly ReplayRow[],
  asked: ListRequest,
  isInMemory: boolean,
): ReplaysView {
  const query = readListQuery(asked, REPLAY_WORDS, { known: KNOWN });
  const { rows: listed, tallies, ...others } = listOf(rows, SPEC, query);
  return {
    ...others,
    rows: listed.map(({ row }) => row),
    tallies: {
      state: tallies.state as Partial<Record<ReplayState, number>>,
      namespace: tallies.namespace as Record<string, number>,
    },
    isInMemory,
  };
}

function textOf(row: ReplayRow): string {
  const variants = row.request.variants.map(({ name }) => name).join(' ');
  return `${whatOf(row)} ${row.who} ${variants}`.toLowerCase();
}

function namespaceOf({ request: { scope } }: ReplayRow): string | undefined {
  return auditedPlace(scope).namespace || undefined;
}

function whatOf({ request: { scope } }: ReplayRow): string {
  return placeText(scope) || 'cluster';
}
