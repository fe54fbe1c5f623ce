'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { countOf } from '@/server/words/counts';
import { useStatus } from '../api/queries';
import { EditButton } from '../edit/edit-button';
import { IconTemplate } from '../icons';
import { kubectl } from '../layout/kubectl';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { RoleAwayScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { RULE_COLUMNS } from './rule-columns';
import { RuleDialog } from './rule-dialog';
import { useRuleDraft } from './rule-draft';
import { RULE_LIST } from './rule-list';
import tableClasses from './rule-table.module.css';
import { WATCH } from './watch-address';
import { watching } from './watched-namespace';

/** Makes a policy in a form. */
function NewRuleButton() {
  const { data: draft } = useRuleDraft();
  const [watched] = useQueryState(WATCH, parseAsString);
  const filledIn = watched === null ? {} : watching(watched);
  return (
    <EditButton form="new" deed={{ to: 'create-policy' }} label="New rule">
      {(asked) => draft && <RuleDialog draft={draft} filledIn={filledIn} {...asked} />}
    </EditButton>
  );
}

/** Every rule: what it matches, what it made, and what stands in its way. */
export function RulesScreen() {
  const list = useList(RULE_LIST);
  const status = useStatus().data;
  const { view, state, failure, isRefused } = list;
  if (failure?.kind === 'refused' && failure.code === 'role-not-running')
    return <RoleAwayScreen message="PLUMBLINE_ROLES leaves out 'rules'" />;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  if (view && !view.isInstalled && view.all === 0)
    return (
      <Screen
        icon={IconTemplate}
        title="Rules are not installed in this cluster"
        command={kubectl('apply -f deploy/crds/', status?.kubeconfig)}
        remedy="Install the kind VerticalScalingPolicy like this; Plumbline finds it by itself."
      >
        A rule makes and keeps the VPAs of many workloads.
      </Screen>
    );
  return (
    <>
      <ListHeading
        title="Rules"
        count={view && countOf(view.all, 'rule', 'rules')}
        about="Each makes a VPA for every workload it matches, keeps it as the rule says, and removes it with the workload. VPAs of others are left alone."
        actions={<NewRuleButton />}
      />
      {view?.all === 0 ? (
        <Screen icon={IconTemplate} headingLevel={2} title="No rule yet">
          A rule selects workloads by labels, makes a VPA for each, keeps it as the rule says, and removes it
          with the workload.
        </Screen>
      ) : (
        <PagedList definition={RULE_LIST} list={list} one="rule">
          {({ rows }) => (
            <ListTable
              caption="Rules with what they match and made"
              columns={RULE_COLUMNS}
              rows={rows}
              keyOf={({ name }) => name}
              sort={state.sort}
              onSort={state.setSort}
              classes={tableClasses}
            />
          )}
        </PagedList>
      )}
    </>
  );
}
