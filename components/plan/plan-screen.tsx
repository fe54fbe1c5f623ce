'use client';

import { Anchor, Title } from '@mantine/core';
import type { PlanView } from '@/server/contract/plan';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import type { ListState } from '../lists/use-list-state';
import Link from '../navigation/link';
import { EmptyScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { DecisionTally } from './decision-tally';
import { HorizonCard } from './horizon-card';
import { type PlanFilter, type PlanSort, planList } from './plan-list';
import classes from './plan-screen.module.css';
import { planSentence } from './plan-sentence';
import { PlanStatus } from './plan-status';
import { ReasonBars } from './reason-bars';
import { useOpened } from './use-opened';
import { VpaPlanCard } from './vpa-plan-card';

/** What the next pass will do to every pod, and why. */
export function PlanScreen() {
  const { opened } = useOpened();
  const definition = planList(opened);
  const list = useList(definition);
  const { view, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  return (
    <>
      <div className={classes.heading}>
        <Title order={1}>Planned changes</Title>
        {view && <PlanStatus plan={view} />}
        <Anchor component={Link} href="/replay/try" fz="sm">
          Try a pod
        </Anchor>
      </div>
      {view?.all === 0 ? (
        <EmptyScreen headingLevel={2} title="Nothing to plan" />
      ) : (
        <>
          {view && !state.filtered && <p className={classes.sentence}>{planSentence(view)}</p>}
          {view && <Pictures view={view} state={state} />}
          <PagedList definition={definition} list={list} one="VPA">
            {({ rows, atMs }) => (
              <div className={classes.list}>
                {rows.map((row) => (
                  <VpaPlanCard key={`${row.namespace}/${row.name}`} vpa={row} nowMs={atMs} />
                ))}
              </div>
            )}
          </PagedList>
        </>
      )}
    </>
  );
}

/** The plan in pictures, each of which filters the list by what it counts. */
function Pictures({ view, state }: { view: PlanView; state: ListState<PlanFilter, PlanSort> }) {
  const { tallies, atMs } = view;
  const { decision, when, reason } = state.filter;
  return (
    <>
      <DecisionTally
        summary={tallies.decision}
        chosen={decision}
        onChoose={(chosen) => state.setFilter({ decision: chosen })}
      />
      <div className={classes.pictures}>
        <HorizonCard
          horizon={tallies.when}
          nowMs={atMs}
          chosen={when}
          onChoose={(chosen) => state.setFilter({ when: chosen })}
        />
        <ReasonBars
          counts={tallies.reason}
          chosen={reason}
          onChoose={(chosen) => state.setFilter({ reason: chosen })}
        />
      </div>
    </>
  );
}
