'use client';

import type { AnsweredOrder, HubRecordRow, HubRecordView } from '@/server/contract/hub-record';
import { countOf } from '@/server/words/counts';
import { MEMBER_FAULTS } from '@/server/words/member-faults';
import { HUB_CHANGES } from '@/server/words/records';
import { scopeWords } from '@/server/words/stops';
import { whoWords } from '@/server/words/who';
import { changeTitle, OUTCOME_CHOICES, PERIOD_CHOICES, whatChoices } from '../audit/entry-words';
import { PageTurner } from '../audit/page-turner';
import { StoreNotice } from '../audit/store-notice';
import { IconHistory } from '../icons';
import { List } from '../lists/list';
import type { ListDefinition } from '../lists/list-definition';
import { ListHeading } from '../lists/list-heading';
import { type ListAsked, listParams } from '../lists/list-params';
import { type Column, ListTable } from '../lists/list-table';
import { useList } from '../lists/use-list';
import { TimeAgo } from '../live/time-ago';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import classes from './hub-record.module.css';

const FILTERS = ['q', 'what', 'outcome', 'last'] as const;
type RecordFilter = (typeof FILTERS)[number];

const PAGE_SIZE = '50';
const POSSIBLE = ['done', 'refused', 'unavailable'];

function recordPath({ filter, sort, after }: ListAsked<RecordFilter, 'time'>): string {
  const asked = { ...filter, q: filter.q.trim(), order: sort.descending ? '' : 'oldest', after };
  const stated = Object.entries(asked).filter(([, value]) => value !== '');
  return `/api/clusters/orders?${new URLSearchParams([['limit', PAGE_SIZE], ...stated])}`;
}

const HUB_RECORD_LIST: ListDefinition<HubRecordView, RecordFilter, 'time'> = {
  params: listParams<RecordFilter, 'time'>({
    filters: FILTERS,
    sorts: ['time'],
    usual: { key: 'time', descending: true },
  }),
  path: recordPath,
  label: 'Filter the record',
  controls: [
    { kind: 'words', name: 'q', label: 'Find in the record', placeholder: 'Find a cluster, a user, a word' },
    {
      kind: 'choice',
      name: 'what',
      label: 'What',
      all: 'Any action',
      choices: () =>
        whatChoices(['change']).filter(({ value }) => HUB_CHANGES.some((change) => change === value)),
    },
    {
      kind: 'choice',
      name: 'outcome',
      label: 'Outcome',
      all: 'Any outcome',
      choices: () => OUTCOME_CHOICES.filter(({ value }) => POSSIBLE.includes(value)),
    },
    {
      kind: 'one',
      name: 'last',
      label: 'Period',
      choices: () => PERIOD_CHOICES,
      clears: [],
    },
  ],
  noMatch: { sentence: 'No entry matches this filter.', all: 'Show all entries' },
};

type Scope = Parameters<typeof scopeWords>[0];

/** What was done, beside its title: the scope and the reason of an order, or what a route does. */
function aboutWords(row: HubRecordRow): string {
  const { change, detail, route, reason } = row;
  const said = change === 'clusters-change' ? [detail, route] : [coveredWords(row), reason];
  return said.filter(Boolean).join(' · ');
}

/** What an order covered; of others only its kind is told. */
function coveredWords({ scope }: Pick<HubRecordRow, 'scope'>): string {
  if (!scope) return '';
  if (scope.kind === 'all' || scope.namespace !== undefined) return scopeWords(scope as Scope);
  return scope.kind === 'namespace' ? 'a namespace' : 'one VPA';
}

const STATES: Readonly<Record<AnsweredOrder['state'], string>> = {
  taken: 'took it',
  refused: 'refused it',
  asked: 'had not answered yet',
  away: 'was away',
  'too-old': 'never took it',
  forgotten: 'did not take it before the hub started again',
};

/** `40 took it, 1 was away`: how many clusters answered what. */
function answersInBrief(clusters: readonly AnsweredOrder[]): string {
  return (Object.keys(STATES) as AnsweredOrder['state'][])
    .map((state) => ({ state, count: clusters.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${countOf(count, 'cluster')} ${STATES[state]}`)
    .join(', ');
}

/** What one cluster answered; why is told to whom it concerned. */
function answerWords({ name, state, fault }: AnsweredOrder, isOwn: boolean): string {
  return `${name} ${STATES[state]}${fault && isOwn ? `: ${MEMBER_FAULTS[fault].sentence}` : '.'}`;
}

function hubRecordColumns(nowMs: number): readonly Column<HubRecordRow, never, 'time'>[] {
  return [
    {
      key: 'when',
      label: 'When',
      sort: 'time',
      className: classes.when,
      cell: ({ atMs }) => <TimeAgo atMs={atMs} nowMs={nowMs} />,
    },
    {
      key: 'what',
      label: 'What',
      className: classes.what,
      isRowHeading: true,
      cell: (row) => (
        <>
          <span className={classes.title} data-tone={row.outcome === 'done' ? 'good' : 'bad'}>
            {changeTitle(row.change)}
          </span>
          <span className={classes.soft}>{aboutWords(row)}</span>
        </>
      ),
    },
    { key: 'who', label: 'Who', cell: ({ who }) => whoWords(who) },
    {
      key: 'answers',
      label: 'What clusters answered',
      className: classes.answers,
      cell: (row) => <Answers row={row} />,
    },
  ];
}

function Answers({ row: { detail, clusters, isOwn, outcome } }: { row: HubRecordRow }) {
  const [only] = clusters;
  if (!only) return detail;
  if (outcome === 'unavailable') return `${only.name} did not answer: it may have been done.`;
  if (clusters.length === 1) return answerWords(only, isOwn);
  return (
    <>
      {answersInBrief(clusters)}
      <details className={classes.more}>
        <summary>Each</summary>
        <ul>
          {clusters.map((one) => (
            <li key={one.name}>{answerWords(one, isOwn)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

export function HubRecordScreen() {
  const list = useList(HUB_RECORD_LIST);
  const { view, nowMs = 0, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure);
  const isWhole = !state.filtered && !state.after;
  return (
    <>
      <ListHeading
        title="Hub record"
        count={undefined}
        about="What was stopped, resumed and changed through this hub. Each cluster has it in its own log too, with what it changed."
      />
      {view && <StoreNotice store={view.store} />}
      <List definition={HUB_RECORD_LIST} list={list} isEmpty={({ rows }) => rows.length === 0 && !isWhole}>
        {({ rows, nextAfter }) =>
          rows.length === 0 ? (
            <Screen icon={IconHistory} title="No entries yet" headingLevel={2}>
              Stops and changes that people make through this hub appear here.
            </Screen>
          ) : (
            <>
              <ListTable
                caption="What was done through the hub"
                columns={hubRecordColumns(nowMs)}
                rows={rows}
                keyOf={({ id }) => id}
                sort={state.sort}
                onSort={state.setSort}
                classes={classes}
              />
              <PageTurner
                after={state.after}
                next={nextAfter}
                descending={state.sort.descending}
                onTurn={state.setAfter}
              />
            </>
          )
        }
      </List>
    </>
  );
}
