'use client';

import { Title } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { PlanView } from '@/server/updater/views';
import { usePlan } from '../api/queries';
import { ListFooter } from '../lists/list-footer';
import { NoMatches } from '../lists/no-matches';
import { pageOf } from '../lists/pages';
import { useListState } from '../lists/use-list-state';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { DecisionTally } from './decision-tally';
import { decisionCounts } from './groups';
import { horizonOf } from './horizon';
import { HorizonCard } from './horizon-card';
import { PlanFilterBar } from './plan-filter-bar';
import { filterPlan, PLAN_LIST, reasonCounts, sortPlan } from './plan-list';
import classes from './plan-screen.module.css';
import { PlanStatus } from './plan-status';
import { ReasonBars } from './reason-bars';
import { VpaPlanCard } from './vpa-plan-card';

const PAGE_SIZE = 25;

/** What the next pass will do to every pod, and why: the very plan that the pass carries out. */
export function PlanScreen() {
  const { data: plan, failure } = usePlan();
  if (!plan) return failureScreen(failure) ?? <LoadingScreen />;
  return (
    <>
      <div className={classes.heading}>
        <Title order={1}>Plan</Title>
        <PlanStatus plan={plan} />
      </div>
      {plan.vpas.length > 0 ? (
        <PlanList plan={plan} />
      ) : (
        <Screen icon={IconClipboardCheck} title="Nothing to plan" headingLevel={2}>
          No VPA controls a pod.
        </Screen>
      )}
    </>
  );
}

function PlanList({ plan }: { plan: PlanView }) {
  const list = useListState(PLAN_LIST);
  const { q, namespace, vpa, decision, reason, when } = list.filter;
  const { key, descending } = list.sort;
  /** What a tally or a picture counts: all that its own filter could choose from. */
  const [undecided, unreasoned, untimed, shown] = useMemo(() => {
    const filter = { q, namespace, vpa, decision, reason, when };
    return [
      filterPlan(plan.vpas, { ...filter, decision: '' }),
      filterPlan(plan.vpas, { ...filter, reason: '' }),
      filterPlan(plan.vpas, { ...filter, when: '' }),
      sortPlan(filterPlan(plan.vpas, filter), { key, descending }),
    ];
  }, [plan, q, namespace, vpa, decision, reason, when, key, descending]);
  const page = pageOf(shown, list.page, PAGE_SIZE);
  return (
    <>
      <DecisionTally
        summary={decisionCounts(undecided.flatMap((one) => one.pods))}
        chosen={decision}
        onChoose={(chosen) => list.setFilter({ decision: chosen })}
      />
      <div className={classes.pictures}>
        <HorizonCard
          horizon={horizonOf(untimed, plan.atMs)}
          nowMs={plan.atMs}
          chosen={when}
          onChoose={(chosen) => list.setFilter({ when: chosen })}
        />
        <ReasonBars
          counts={reasonCounts(unreasoned)}
          chosen={reason}
          onChoose={(chosen) => list.setFilter({ reason: chosen })}
        />
      </div>
      <PlanFilterBar vpas={plan.vpas} list={list} />
      {shown.length === 0 && (
        <NoMatches all="Show the whole plan" onClear={list.clearFilter}>
          No pod of the plan matches this filter.
        </NoMatches>
      )}
      <div className={classes.list}>
        {page.items.map((one) => (
          <VpaPlanCard key={`${one.namespace}/${one.name}`} vpa={one} nowMs={plan.atMs} />
        ))}
      </div>
      <ListFooter
        shown={shown.length}
        all={plan.vpas.length}
        one="VPA"
        pages={page.pages}
        page={page.page}
        onPage={list.setPage}
      />
    </>
  );
}
