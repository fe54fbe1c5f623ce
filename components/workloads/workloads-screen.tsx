'use client';

import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useMemo, useState } from 'react';
import type { BulkStep } from '@/server/contract/requests/bulk';
import {
  type MatchingWorkloads,
  type WorkloadChoice,
  type WorkloadsView,
  workloadKey,
} from '@/server/contract/workloads';
import { countOf } from '@/server/words/counts';
import { useStatus } from '../api/queries';
import { request } from '../api/request';
import type { BulkAim } from '../bulk/bulk-dialog';
import { GlyphLegend } from '../charts/glyph-legend';
import { ExportButton } from '../export/export-button';
import { IconArrowsHorizontal, IconCircleCheck } from '../icons';
import { kubectl } from '../layout/kubectl';
import { type ColumnChoice, columnsText, shownColumns, usualColumns } from '../lists/column-choice';
import { ColumnMenu } from '../lists/column-menu';
import { keep, useKept } from '../lists/kept';
import { ListHeading } from '../lists/list-heading';
import { PagedList } from '../lists/paged-list';
import { useChosen } from '../lists/use-chosen';
import { useList } from '../lists/use-list';
import { ViewMenu } from '../lists/view-menu';
import Link from '../navigation/link';
import { hpaHref } from '../navigation/pages';
import { useWhereNone } from '../navigation/use-pages';
import { useWay } from '../navigation/use-way';
import { onDemand } from '../on-demand/on-demand';
import { EmptyScreen, RoleAwayScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { ChoosingBar } from './choosing-bar';
import { ExportMenu } from './export-menu';
import { COLUMNS_WITH_HPA, WORKLOAD_COLUMN_CHOICES } from './workload-columns';
import {
  type AbsentThing,
  absentIn,
  exportQuery,
  matchingQuery,
  WITH_HPAS,
  WORKLOAD_LIST,
} from './workload-list';
import { WorkloadTable } from './workload-table';
import classes from './workloads-screen.module.css';

const BulkDialog = onDemand(() => import('../bulk/bulk-dialog'));

const NAME = 'workloads';

function NoHpas() {
  const status = useStatus().data;
  const where = useWhereNone();
  if (status && !status.roles.includes('hpa'))
    return <RoleAwayScreen message="PLUMBLINE_ROLES leaves out 'hpa'" />;
  return (
    <Screen
      icon={IconArrowsHorizontal}
      title="No HorizontalPodAutoscaler yet"
      command={kubectl('autoscale deployment my-app --cpu-percent=70 --min=2 --max=10', status?.kubeconfig)}
      remedy="Make one for a Deployment like this, and edit its metrics here; it appears within one sync."
    >
      An HPA scales the replicas of a workload by its metrics, and {where} none.
    </Screen>
  );
}

/** The columns of a list as chosen: kept for the viewer, and in the address, so that a link shows the same. */
function useColumns(list: string, all: readonly ColumnChoice[]) {
  const keptAs = `plumbline-columns-${list}`;
  const kept = useKept(keptAs);
  const [address, setAddress] = useQueryState('columns', parseAsString.withDefault(''));
  const shown = useMemo(() => shownColumns(all, address, kept), [all, address, kept]);
  return {
    shown,
    isUsual: shown.join() === usualColumns(all).join(),
    choose: (keys: readonly string[]) => {
      const text = columnsText(all, keys);
      keep(keptAs, text);
      void setAddress(text || null);
    },
  };
}

/** The HPAs that match and scale nothing of the list. */
function OtherHpas({ others }: { others: WorkloadsView['otherHpas'] }) {
  if (!others) return null;
  const { first, all } = others;
  return (
    <Text c="dimmed" fz={13} mb={12}>
      {countOf(all, 'HPA scales', 'HPAs scale')} a workload that is not in this list:{' '}
      {first.map(({ namespace, name }, index) => (
        <span key={`${namespace}/${name}`}>
          {index > 0 && ', '}
          <Link href={hpaHref(namespace, name)}>
            {namespace}/{name}
          </Link>
        </span>
      ))}
      {all > first.length && ` and ${(all - first.length).toLocaleString('en-US')} more`}
    </Text>
  );
}

export function WorkloadsScreen() {
  const chosenColumns = useColumns(NAME, WORKLOAD_COLUMN_CHOICES);
  const list = useList(chosenColumns.shown.includes('hpa') ? WITH_HPAS : WORKLOAD_LIST);
  const columns = withHpa(chosenColumns, list.state.filter.hpa);
  const { data: status } = useStatus();
  const chosen = useChosen<WorkloadChoice>(workloadKey);
  const all = useMatchingWorkloads();
  const [aim, setAim] = useState<BulkAim>();
  const [undo, setUndo] = useState<readonly BulkStep[]>([]);
  const { broken = 0, waits = 0 } = status?.urgencies ?? {};
  const needing = broken + waits;
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure);
  const absent = view && absentIn(view, state.filter.vpa);
  if (absent) return <Absent absent={absent} />;
  if (view && !view.hasHpas && state.filter.hpa !== '' && view.matching === 0) return <NoHpas />;
  const query = matchingQuery(state);
  const columnText = columnsText(WORKLOAD_COLUMN_CHOICES, columns.shown);
  if (columnText) query.set('columns', columnText);
  return (
    <>
      <ListHeading
        title="Workloads"
        count={view && countWords(view, state.filter.vpa)}
        actions={
          <>
            {undo.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setAim({ kind: 'undo', steps: undo })}
              >
                Undo the last change
              </Button>
            )}
            <ViewMenu list={NAME} />
            <ColumnMenu all={WORKLOAD_COLUMN_CHOICES} {...columns} onChoose={columns.choose} />
            <ExportButton query={exportQuery(state)} size="compact-sm" />
            <ExportMenu query={query} />
          </>
        }
      >
        {needing > 0 && (
          <Link href="/" className={classes.needy}>
            {countOf(needing, 'thing needs attention', 'things need attention')}
          </Link>
        )}
      </ListHeading>
      <PagedList definition={WORKLOAD_LIST} list={list} one="workload" legend={<GlyphLegend />}>
        {({ rows, matching, otherHpas }) => (
          <>
            <OtherHpas others={otherHpas} />
            <WorkloadTable rows={rows} columns={columns} chosen={chosen} state={state} />
            {chosen.rows.length > 0 && (
              <ChoosingBar
                chosen={chosen.rows}
                matching={matching}
                columns={columnText}
                isLoadingAll={all.isPending}
                onChooseAll={() =>
                  all.mutate(matchingQuery(state), { onSuccess: (found) => chosen.set(found.rows) })
                }
                onClear={chosen.clear}
                onAim={setAim}
              />
            )}
            {all.error && (
              <Text role="alert" my="md">
                {all.error.message}
              </Text>
            )}
          </>
        )}
      </PagedList>
      {aim && (
        <BulkDialog
          aim={aim}
          onChanged={(steps) => {
            setUndo(steps);
            chosen.clear();
          }}
          onClose={() => setAim(undefined)}
        />
      )}
    </>
  );
}

/** Where people filter by HPA, its column is among the usual ones. */
function withHpa(columns: ReturnType<typeof useColumns>, hpa: string): ReturnType<typeof useColumns> {
  if (hpa === '' || hpa === 'none' || !columns.isUsual) return columns;
  return { ...columns, shown: COLUMNS_WITH_HPA, isUsual: false };
}

function countWords({ all }: WorkloadsView, coverage: string): string {
  switch (coverage) {
    case 'without':
      return countOf(all, 'workload without a VPA', 'workloads without a VPA');
    case 'all':
      return countOf(all, 'workload');
    default:
      return countOf(all, 'autoscaled workload');
  }
}

function Absent({ absent }: { absent: AbsentThing }) {
  switch (absent) {
    case 'workload':
      return <EmptyScreen />;
    case 'vpa':
      return <LeadTo href="/workloads?vpa=without" />;
    case 'without-vpa':
      return (
        <Screen
          icon={IconCircleCheck}
          title="Every workload has a VPA"
          actions={
            <Button component={Link} href="/workloads" variant="default">
              Show all workloads
            </Button>
          }
        >
          Workloads that no VPA targets appear here.
        </Screen>
      );
  }
}

/** There is nothing to choose from here, and all of it there. */
function LeadTo({ href }: { href: string }) {
  const { replace } = useWay();
  useEffect(() => replace(href), [replace, href]);
  return <LoadingScreen />;
}

/** The names of all that match a query of the list, up to what may be chosen at once. */
function useMatchingWorkloads() {
  return useMutation({
    mutationFn: (query: URLSearchParams) => request<MatchingWorkloads>(`/api/workloads/matching?${query}`),
  });
}
