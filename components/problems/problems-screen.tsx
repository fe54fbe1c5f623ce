'use client';

import { Anchor, Title } from '@mantine/core';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import type { ProblemsView } from '@/server/process/pages/views';
import { countOf } from '@/server/words/counts';
import { useStatus } from '../api/queries';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import type { ListState } from '../lists/use-list-state';
import Link from '../navigation/link';
import { useIsClosed } from '../navigation/use-pages';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { groupProblems } from './group-problems';
import { NeedyCard } from './needy-card';
import { ProblemGroupCard } from './problem-group-card';
import { PROBLEM_LIST, type ProblemFilter, type ProblemSort } from './problem-list';
import classes from './problems-screen.module.css';

/**
 * What is wrong now, with Plumbline and with workloads, each with its remedy. Shown even without a cluster.
 */
export function ProblemsScreen() {
  const list = useList(PROBLEM_LIST);
  const { view, state, failure, isRefused } = list;
  const { data: status, nowMs = 0 } = useStatus();
  if ((!view && !isRefused) || !status) return failureScreen(failure) ?? <LoadingScreen />;
  if (view?.all === 0) return status.lastPass ? <AllWell /> : <NotKnownYet />;
  return (
    <>
      <div className={classes.heading}>
        <Title order={1}>Problems</Title>
        <FurtherPages />
      </div>
      <PagedList definition={PROBLEM_LIST} list={list} one="problem">
        {(shown) => <Parts view={shown} state={state} nowMs={nowMs} />}
      </PagedList>
    </>
  );
}

interface PartsProps {
  view: ProblemsView;
  state: ListState<ProblemFilter, ProblemSort>;
  nowMs: number;
}

function Parts({ view, state, nowMs }: PartsProps) {
  const { rows, tallies, parts, matching } = view;
  const own = rows.flatMap((row) => ('own' in row ? [row.own] : []));
  const workloads = rows.flatMap((row) => ('workload' in row ? [row.workload] : []));
  const isWhole = !state.filtered;
  return (
    <div className={classes.parts}>
      {(own.length > 0 || (isWhole && parts.own === 0)) && (
        <section aria-labelledby="own-problems">
          <Title order={2} id="own-problems" className={classes.part}>
            Plumbline itself
          </Title>
          {own.length === 0 && <p className={classes.well}>Plumbline works as it should.</p>}
          <div className={classes.groups}>
            {groupProblems(own).map((group) => (
              <ProblemGroupCard
                key={group.code}
                group={group}
                objects={
                  state.filter.problem ? matching : (tallies.problem[group.code] ?? group.problems.length)
                }
                nowMs={nowMs}
              />
            ))}
          </div>
        </section>
      )}
      {(workloads.length > 0 || (isWhole && parts.workloads === 0)) && (
        <section aria-labelledby="needy-workloads">
          <Title order={2} id="needy-workloads" className={classes.part}>
            Workloads that need attention
            {parts.workloads > 0 && (
              <span className={classes.count}>{countOf(parts.workloads, 'workload')}</span>
            )}
          </Title>
          {workloads.length === 0 && <p className={classes.well}>None that Plumbline knows of.</p>}
          {workloads.length > 0 && <NeedyCard workloads={workloads} nowMs={nowMs} />}
        </section>
      )}
    </div>
  );
}

function FurtherPages() {
  const isClosed = useIsClosed('/diagnostics');
  return (
    <span className={classes.further}>
      <Anchor component={Link} href="/telling" fz="sm">
        Telling people
      </Anchor>
      {!isClosed && (
        <Anchor component={Link} href="/diagnostics" fz="sm">
          Settings and diagnostics
        </Anchor>
      )}
    </span>
  );
}

/** Both parts are empty and all passes are on time, since a late one would be a problem. */
function AllWell() {
  return (
    <Screen icon={IconCircleCheck} title="Nothing is wrong" actions={<FurtherPages />}>
      Plumbline works as it should, and no workload needs attention. Problems will be listed here, with what
      to do about them.
    </Screen>
  );
}

function NotKnownYet() {
  return (
    <Screen icon={IconHourglass} tone="busy" title="Nothing is known yet">
      The first pass has not finished. Problems it finds will be listed here.
    </Screen>
  );
}
