'use client';

import { Anchor, Title } from '@mantine/core';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import type { ProblemsView } from '@/server/contract/problems';
import { countOf } from '@/server/words/counts';
import { URGENCIES, URGENCY_ORDER, type Urgency, urgencyOfProblem } from '@/server/words/urgency';
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
  if (view?.all === 0 && view.awaiting === 0) return status.lastPass ? <AllWell /> : <NotKnownYet />;
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
  const shown = URGENCY_ORDER.filter((urgency) =>
    state.filter.urgency ? state.filter.urgency === urgency : true,
  );
  return (
    <div className={classes.parts}>
      {shown.map((urgency) => (
        <Part key={urgency} urgency={urgency} view={view} state={state} nowMs={nowMs} />
      ))}
    </div>
  );
}

/** What is equally urgent: of Plumbline itself, then of workloads. */
function Part({ urgency, view, state, nowMs }: PartsProps & { urgency: Urgency }) {
  const { rows, tallies, parts, awaiting, matching } = view;
  const own = rows.flatMap((row) =>
    'own' in row && urgencyOfProblem(row.own.code) === urgency ? [row.own] : [],
  );
  const workloads = rows.flatMap((row) =>
    'workload' in row && row.urgency === urgency ? [row.workload] : [],
  );
  const approvals = urgency === 'waits' && !hasOtherFilter(state) ? awaiting : 0;
  const of = parts[urgency];
  const count = of.own + of.workloads + (urgency === 'waits' ? awaiting : 0);
  const isEmpty = own.length === 0 && workloads.length === 0 && approvals === 0;
  if (isEmpty && (count > 0 || hasOtherFilter(state))) return null;
  return (
    <section aria-labelledby={urgency}>
      <Title order={2} id={urgency} className={classes.part}>
        {URGENCIES[urgency]}
        <span className={classes.count}>{count.toLocaleString('en-US')}</span>
      </Title>
      {isEmpty && <p className={classes.well}>{NOTHING[urgency]}</p>}
      {approvals > 0 && (
        <p className={classes.approvals}>
          <Anchor component={Link} href={approvalsHref(state)} fz="sm">
            {countOf(approvals, 'change waits', 'changes wait')} for approval
          </Anchor>
        </p>
      )}
      <div className={classes.groups}>
        {groupProblems(own).map((group) => (
          <ProblemGroupCard
            key={group.code}
            group={group}
            objects={state.filter.problem ? matching : (tallies.problem[group.code] ?? group.problems.length)}
            nowMs={nowMs}
          />
        ))}
        {workloads.length > 0 && <NeedyCard workloads={workloads} nowMs={nowMs} />}
      </div>
    </section>
  );
}

const NOTHING: Readonly<Record<Urgency, string>> = {
  broken: 'Nothing that Plumbline knows of.',
  waits: 'Nothing waits for a person.',
  better: 'Nothing that Plumbline knows of.',
};

/** Whether only some of what is equally urgent is shown; approvals are a list of their own by namespace. */
function hasOtherFilter({ filter }: PartsProps['state']): boolean {
  return filter.q !== '' || filter.problem !== '' || filter.namespace !== '';
}

function approvalsHref({ filter: { namespace } }: PartsProps['state']): string {
  return namespace ? `/approvals?${new URLSearchParams({ namespace })}` : '/approvals';
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
    <Screen
      icon={IconCircleCheck}
      title="Nothing is broken, and nothing waits for you"
      actions={<FurtherPages />}
    >
      Plumbline works as it should, no workload needs attention, and nothing is known that could be better.
      Problems will be listed here, with what to do about them.
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
