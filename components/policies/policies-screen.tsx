'use client';

import { IconTemplate } from '@tabler/icons-react';
import { countOf } from '@/server/words/counts';
import { useStatus } from '../api/queries';
import { kubectl } from '../layout/kubectl';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { RoleAwayScreen } from '../screens/cluster-screens';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { NewPolicyButton } from './new-policy-button';
import { POLICY_COLUMNS } from './policy-columns';
import { POLICY_LIST } from './policy-list';
import tableClasses from './policy-table.module.css';

/** Every policy for many workloads: what it matches, what it made, and what stands in its way. */
export function PoliciesScreen() {
  const list = useList(POLICY_LIST);
  const status = useStatus().data;
  const { view, state, failure, isRefused } = list;
  if (failure?.kind === 'refused' && failure.code === 'role-not-running')
    return <RoleAwayScreen message="PLUMBLINE_ROLES leaves out fleet" />;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  if (view && !view.isInstalled && view.all === 0)
    return (
      <Screen
        icon={IconTemplate}
        title="Policies are not installed in this cluster"
        command={kubectl('apply -f deploy/crds/', status?.kubeconfig)}
        remedy="Install the kind VerticalScalingPolicy like this; Plumbline finds it by itself."
      >
        A policy makes and keeps the VPAs of many workloads.
      </Screen>
    );
  return (
    <>
      <ListHeading
        title="Policies"
        count={view && countOf(view.all, 'policy', 'policies')}
        about="Each makes, keeps and collects the VPAs of the workloads it matches. VPAs of others are left alone."
        actions={<NewPolicyButton />}
      />
      {view?.all === 0 ? (
        <Screen icon={IconTemplate} headingLevel={2} title="No policy yet">
          A policy selects workloads by labels, and makes, keeps and collects a VPA for each of them.
        </Screen>
      ) : (
        <PagedList definition={POLICY_LIST} list={list} one="policy">
          {({ rows }) => (
            <ListTable
              caption="Policies with what they match and made"
              columns={POLICY_COLUMNS}
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
