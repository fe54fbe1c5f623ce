'use client';

import { Button } from '@mantine/core';
import { countOf } from '@/server/words/counts';
import { apiAddress } from '../api/address';
import { IconFileDownload, IconTemplate } from '../icons';
import { ListHeading } from '../lists/list-heading';
import { ListTable } from '../lists/list-table';
import { PagedList } from '../lists/paged-list';
import { useList } from '../lists/use-list';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { MissingNotice } from './missing-notice';
import { acrossCount } from './missing-words';
import tableClasses from './rules-across.module.css';
import { rulesColumns } from './rules-columns';
import { RULES_ACROSS_LIST } from './rules-list';

/** Every rule of all clusters, and which clusters lack it or have another version. */
export function RulesAcrossScreen() {
  const list = useList(RULES_ACROSS_LIST);
  const { view, nowMs = 0, state, failure, isRefused } = list;
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  const { label } = state.filter;
  return (
    <>
      <ListHeading
        title="Rules"
        count={view && acrossCount(view, 'rule')}
        about="What each cluster has, compared with what most have. Rules are changed where they are kept, such as in Git: the hub changes none."
        actions={view && view.all > 0 && <RulesForGit label={label} />}
      />
      {view && <MissingNotice view={view} many="rules" nowMs={nowMs} />}
      {view?.all === 0 && view.told > 0 ? (
        <Screen icon={IconTemplate} headingLevel={2} title="No rule yet">
          {countOf(view.told, 'cluster')} told of none.
        </Screen>
      ) : (
        <PagedList definition={RULES_ACROSS_LIST} list={list} one="rule">
          {({ rows }) => (
            <ListTable
              caption="Rules of all clusters"
              columns={rulesColumns(label)}
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

/** Saves rules as folders for Kustomize. @param rule all of them, if absent */
export function RulesForGit({ rule = '', label }: { rule?: string; label: string }) {
  const query = new URLSearchParams({ ...(rule && { rule }), ...(label && { label }) });
  return (
    <Button
      component="a"
      href={apiAddress(`/api/clusters/rules.zip?${query}`)}
      download
      variant="default"
      leftSection={<IconFileDownload size={16} stroke={1.7} />}
    >
      Export for Git
    </Button>
  );
}
