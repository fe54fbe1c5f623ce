'use client';

import { Box } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import type { RuleDetail, RuleView } from '@/server/contract/rules';
import { countOf } from '@/server/words/counts';
import { useClusterTime } from '../api/queries';
import { CalendarCard } from '../calendar/calendar-card';
import { EditButton } from '../edit/edit-button';
import { IconAlertTriangle } from '../icons';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import columns from '../layout/columns.module.css';
import { ObjectHeading } from '../layout/object-heading';
import { ScrollRegion } from '../layout/scroll-region';
import { List } from '../lists/list';
import { ListFooter } from '../lists/list-footer';
import { ListTable } from '../lists/list-table';
import { useList } from '../lists/use-list';
import { useWay } from '../navigation/use-way';
import { failureScreen } from '../screens/failure-screen';
import { NoSuch } from '../screens/not-found-screens';
import { ConditionList } from '../workload/condition-list';
import { DeleteRule } from './delete-rule';
import { RULE_WORKLOAD_COLUMNS } from './rule-columns';
import { RuleDialog } from './rule-dialog';
import { useRuleDraft } from './rule-draft';
import { ruleWorkloadList } from './rule-list';
import classes from './rule-screen.module.css';
import tableClasses from './rule-table.module.css';
import { RULE_STATE_LABELS, selectionWords } from './rule-words';

/** One policy: what it selects, the VPAs it made, and what stands in its way. */
export function RuleScreen({ name }: { name: string }) {
  const definition = useMemo(() => ruleWorkloadList(name), [name]);
  const list = useList(definition);
  const nowMs = useClusterTime();
  const { view, state, failure, isRefused } = list;
  const { data: draft } = useRuleDraft(name);
  const isEditing = useSearchParams().has('edit') && view !== undefined;
  if (!isEditing && failure?.kind === 'refused' && failure.code === 'not-found')
    return (
      <NoSuch title={`No rule ${name}`} href="/rules" list="rules">
        It does not exist, or was deleted.
      </NoSuch>
    );
  if (!view && !isRefused) return failureScreen(failure);
  const policy = view?.policy;
  return (
    <>
      {view && <RuleHeading policy={view.policy} isPartial={view.isPartial} />}
      {policy && <Notices policy={policy} />}
      {draft && policy?.spec?.calendar && (
        <CalendarCard calendar={draft.calendar} nowMs={nowMs} whose="of its VPAs" />
      )}
      <Box aria-label="Workloads of the rule" component="section" mb={20}>
        <List definition={definition} list={list} isEmpty={({ workloads }) => workloads.matching === 0}>
          {({ workloads }) => (
            <>
              <ListTable
                caption="Workloads of the rule with their VPAs"
                columns={RULE_WORKLOAD_COLUMNS}
                rows={workloads.rows}
                keyOf={({ namespace, kind, name: workload }) => `${namespace}/${kind}/${workload}`}
                sort={state.sort}
                onSort={state.setSort}
                classes={tableClasses}
              />
              <ListFooter
                shown={workloads.matching}
                all={workloads.all}
                one="workload"
                pages={workloads.pages}
                page={workloads.page}
                onPage={state.setPage}
              />
            </>
          )}
        </List>
      </Box>
      {policy && !policy.builtIn && (
        <div className={`${columns.wide} ${columns.top}`}>
          <Card title="Rule">
            {draft && (
              <ScrollRegion label="YAML of the rule" className={classes.yaml}>
                <pre>{draft.yaml}</pre>
              </ScrollRegion>
            )}
          </Card>
          <Card title="Conditions">
            <ConditionList conditions={conditionsOf(policy)} nowMs={nowMs} good={['Ready']} of="rule" />
          </Card>
        </div>
      )}
    </>
  );
}

function RuleHeading({ policy, isPartial }: Pick<RuleView, 'policy' | 'isPartial'>) {
  const way = useWay();
  const { name, builtIn, state, precedence, mode, workloads, vpas, conflicts, edited } = policy;
  const { data: draft } = useRuleDraft(name);
  const isGoing = state === 'awaits-decision' || state === 'deleting';
  return (
    <ObjectHeading
      crumbs={[{ href: '/rules', label: 'Rules' }]}
      title={name}
      actions={
        !builtIn && (
          <>
            {!isGoing && (
              <EditButton form="policy" deed={{ to: 'change-policy', name }} label="Change the rule">
                {(asked) => draft && <RuleDialog draft={draft} name={name} {...asked} />}
              </EditButton>
            )}
            {state !== 'deleting' && (
              <DeleteRule
                name={name}
                vpas={vpas}
                isAwaited={state === 'awaits-decision'}
                onDeleted={() => way.push('/rules')}
              />
            )}
          </>
        )
      }
    >
      <span>
        <strong>{RULE_STATE_LABELS[state]}</strong>
      </span>
      <span>{builtIn ? 'by the labels of Goldilocks' : selectionWords(policy)}</span>
      {mode && <span>mode {mode}</span>}
      {precedence !== undefined && <span>precedence {precedence}</span>}
      <span>
        {countOf(workloads, 'workload')}, {countOf(vpas, 'VPA')}
      </span>
      {conflicts > 0 && <span>{countOf(conflicts, 'conflict')}</span>}
      {edited > 0 && <span>{countOf(edited, 'VPA')} edited by hand</span>}
      {isPartial && <span>listed below: those in the namespaces that you may read</span>}
    </ObjectHeading>
  );
}

function Notices({
  policy: { state, why, asks, faults, warnings, matchesEverything },
}: {
  policy: RuleDetail;
}) {
  return (
    <div className={classes.notices}>
      {state === 'awaits-decision' && (
        <Callout
          icon={IconAlertTriangle}
          tone="warning"
          title="It is deleted, but does not say what should happen to its VPAs"
          detail={asks ?? why}
        />
      )}
      {faults.length > 0 && (
        <Callout
          icon={IconAlertTriangle}
          tone="danger"
          title="It makes and changes no VPAs until this is corrected"
          detail={faults.join('; ')}
        />
      )}
      {warnings.length > 0 && (
        <Callout
          icon={IconAlertTriangle}
          tone="warning"
          title="Part of it is wrong, and is read the safe way"
          detail={warnings.join('; ')}
        />
      )}
      {matchesEverything && (
        <Callout
          icon={IconAlertTriangle}
          tone="neutral"
          title="It takes every workload of every namespace"
          detail="It has no selector and no exclusion."
        />
      )}
    </div>
  );
}

function conditionsOf({ conditions }: RuleDetail) {
  return conditions.map(({ type, status, reason, message, lastTransitionTime }) => ({
    type,
    status,
    ...(reason && { reason }),
    ...(message && { message }),
    ...(lastTransitionTime && { lastTransitionMs: Date.parse(lastTransitionTime) }),
  }));
}
