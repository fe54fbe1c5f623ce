'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { countOf } from '@/server/words/counts';
import { useStatus } from '../api/queries';
import { EditButton } from '../edit/edit-button';
import { IconTemplate } from '../icons';
import { kubectl } from '../layout/kubectl';
import { byName, ListScreen } from '../lists/list-screen';
import { RoleAwayScreen } from '../screens/cluster-screens';
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
  return (
    <ListScreen
      definition={RULE_LIST}
      title="Rules"
      caption="Rules with what they match and made"
      one="rule"
      count={({ all }) => countOf(all, 'rule', 'rules')}
      about={() =>
        'Each makes a VPA for every workload it matches, keeps it as the rule says, and removes it with the workload. VPAs of others are left alone.'
      }
      actions={() => <NewRuleButton />}
      instead={({ view, failure }) => {
        if (failure?.kind === 'refused' && failure.code === 'role-not-running')
          return <RoleAwayScreen message="PLUMBLINE_ROLES leaves out 'rules'" />;
        return view && !view.isInstalled && view.all === 0 && <NotInstalled />;
      }}
      noneYet={({ all }) => (all === 0 ? <NoRuleYet /> : undefined)}
      columns={() => RULE_COLUMNS}
      keyOf={byName}
      classes={tableClasses}
    />
  );
}

function NotInstalled() {
  const status = useStatus().data;
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
}

function NoRuleYet() {
  return (
    <Screen icon={IconTemplate} headingLevel={2} title="No rule yet">
      A rule selects workloads by labels, makes a VPA for each, keeps it as the rule says, and removes it with
      the workload.
    </Screen>
  );
}
