'use client';

import { Kbd, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { Spotlight, type SpotlightFilterFunction, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { WorkloadName } from '@/server/process/pages/views';
import { useSearch, useStatus } from '../api/queries';
import { pagesFor, workloadHref } from '../navigation/pages';
import { itemsMeant, type PaletteItem } from './palette';
import { usePaletteActions } from './use-palette-actions';
import classes from './workload-search.module.css';

const TYPING_PAUSE_MS = 120;

/** Ctrl+K: go to a page or a workload, or start an action, by part of its name. */
export function WorkloadSearch() {
  const router = useRouter();
  const [opened, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const answer = useSearch(words, { enabled: opened }).data;
  // Until the server has answered, the results for the previous words are filtered here.
  const found = answer?.q === typed.trim() ? answer.found : answer?.found.filter(isNamed(typed));
  const embedded = useStatus().data?.embedded ?? false;
  const deeds = usePaletteActions();
  const pages = pagesFor({ embedded }).map((page) => ({
    id: page.href,
    label: page.label,
    words: 'words' in page ? page.words : '',
    run: () => router.push(page.href),
  }));
  const actions = [
    {
      group: 'Pages',
      actions: itemsMeant(typed, pages).map(spotlightAction),
    },
    {
      group: 'Actions',
      actions: itemsMeant(typed, deeds).map(spotlightAction),
    },
    {
      group: 'Workloads',
      actions: (found ?? []).map((workload) => ({
        id: `${workload.namespace}/${workload.name}`,
        label: workload.name,
        description: `${workload.namespace} · ${workload.target.kind} ${workload.target.name}`,
        onClick: () => router.push(workloadHref(workload.namespace, workload.name)),
      })),
    },
  ].filter((group) => group.actions.length > 0);
  return (
    <>
      <UnstyledButton className={classes.open} onClick={spotlight.open} aria-label="Search (Ctrl+K)">
        <IconSearch size={16} stroke={1.7} />
        <span className={classes.label}>Search</span>
        <Kbd size="xs" className={classes.keys}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Spotlight
        actions={actions}
        onSpotlightOpen={open}
        onSpotlightClose={close}
        query={typed}
        onQueryChange={setTyped}
        filter={asFound}
        shortcut={['mod + K', '/']}
        highlightQuery
        classNames={{ action: classes.action, actionDescription: classes.description }}
        attributes={{ content: { 'aria-label': 'Search pages, actions and workloads' } }}
        overlayProps={{ backgroundOpacity: 0.4, blur: 1 }}
        scrollable
        maxHeight={420}
        nothingFound="No page, action or workload has that name"
        searchProps={{
          'aria-label': 'Search pages, actions and workloads',
          leftSection: <IconSearch size={18} stroke={1.7} />,
          placeholder: 'Page, action or workload',
        }}
      />
    </>
  );
}

/** Whether the server's answer is for the typed words. */
const asFound: SpotlightFilterFunction = (_, actions) => actions;

function isNamed(words: string): (workload: WorkloadName) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ namespace, name, target }) =>
    wanted.every((word) => `${namespace}/${name} ${target.kind} ${target.name}`.toLowerCase().includes(word));
}

function spotlightAction({ id, label, run }: PaletteItem) {
  return { id, label, onClick: run };
}
