'use client';

import { Button } from '@mantine/core';
import { countOf } from '@/server/words/counts';
import { apiAddress } from '../api/address';
import { IconFileDownload, IconTemplate } from '../icons';
import { byName, ListScreen } from '../lists/list-screen';
import { Screen } from '../screens/screen';
import { MissingNotice } from './missing-notice';
import { acrossCount } from './missing-words';
import tableClasses from './rules-across.module.css';
import { rulesColumns } from './rules-columns';
import { RULES_ACROSS_LIST } from './rules-list';

/** Every rule of all clusters, and which clusters lack it or have another version. */
export function RulesAcrossScreen() {
  return (
    <ListScreen
      definition={RULES_ACROSS_LIST}
      title="Rules"
      caption="Rules of all clusters"
      one="rule"
      count={(view) => acrossCount(view, 'rule')}
      about={() =>
        'What each cluster has, compared with what most have. Rules are changed where they are kept, such as in Git: the hub changes none.'
      }
      actions={({ view, state }) => view && view.all > 0 && <RulesForGit label={state.filter.label} />}
      above={(view, nowMs) => <MissingNotice view={view} many="rules" nowMs={nowMs} />}
      noneYet={({ all, told }) =>
        all === 0 && told > 0 ? (
          <Screen icon={IconTemplate} headingLevel={2} title="No rule yet">
            {countOf(told, 'cluster')} told of none.
          </Screen>
        ) : undefined
      }
      columns={({ state }) => rulesColumns(state.filter.label)}
      keyOf={byName}
      classes={tableClasses}
    />
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
