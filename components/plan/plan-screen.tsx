'use client';

import { TextInput, Title } from '@mantine/core';
import { IconClipboardCheck, IconSearch } from '@tabler/icons-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { DECISIONS, type Decision } from '@/server/updater/reasons';
import { usePlan } from '../api/queries';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { DecisionTally } from './decision-tally';
import { filterPlan } from './groups';
import classes from './plan-screen.module.css';
import { PlanStatus } from './plan-status';
import { VpaPlanCard } from './vpa-plan-card';

const DECISION_NAMES = Object.keys(DECISIONS) as Decision[];
const PARAMS = { q: parseAsString.withDefault(''), decision: parseAsStringLiteral(DECISION_NAMES) };

/** What the next pass will do to every pod, and why: the very plan that the pass carries out. */
export function PlanScreen() {
  const { data: plan, failure } = usePlan();
  const [params, setParams] = useQueryStates(PARAMS, { history: 'replace' });
  if (!plan) return failureScreen(failure) ?? <LoadingScreen />;
  const shown = filterPlan(plan.vpas, { text: params.q, decision: params.decision ?? '' });
  return (
    <>
      <div className={classes.heading}>
        <Title order={1}>Plan</Title>
        <PlanStatus plan={plan} />
      </div>
      <DecisionTally
        summary={plan.summary}
        chosen={params.decision ?? ''}
        onChoose={(decision) => setParams({ decision: decision || null })}
      />
      <TextInput
        className={classes.search}
        aria-label="Filter by VPA"
        placeholder="Filter by namespace or VPA"
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={params.q}
        onChange={(event) => setParams({ q: event.currentTarget.value || null })}
      />
      {plan.vpas.length === 0 && (
        <Screen icon={IconClipboardCheck} title="Nothing to plan" headingLevel={2}>
          No VPA controls a pod.
        </Screen>
      )}
      {plan.vpas.length > 0 && shown.length === 0 && (
        <p className={classes.nothing}>No pod under this filter.</p>
      )}
      <div className={classes.list}>
        {shown.map((vpa) => (
          <VpaPlanCard key={`${vpa.namespace}/${vpa.name}`} vpa={vpa} nowMs={plan.atMs} />
        ))}
      </div>
    </>
  );
}
