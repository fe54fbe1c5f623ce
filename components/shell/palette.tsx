'use client';

import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightFilterFunction } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { pageIn } from '@/server/contract/cluster-pages';
import type { WorkloadName } from '@/server/contract/workloads';
import { scopeWords } from '@/server/words/stops';
import { useSearch, useSearchAcross, useStatus } from '../api/queries';
import { IconSearch } from '../icons';
import { policyFormHref } from '../inbox/inbox-words';
import { useGo } from '../navigation/deferred-navigation';
import { nameOfPage, workloadHref } from '../navigation/pages';
import { usePages } from '../navigation/use-pages';
import { type NamedScope, useStopControls } from '../stop/stop-controls';
import classes from './palette.module.css';
import { deedTyped, scopesMeant } from './palette-deeds';
import { itemsMeant, type PaletteItem } from './palette-items';
import { usePaletteActions } from './use-palette-actions';

const TYPING_PAUSE_MS = 120;
const [store, spotlight] = createSpotlight();

interface PaletteProps {
  /** How often it was asked for; it opens each time. */
  openings: number;
}

/** What is typed to be done, to each of what is named. */
function useNamedDeeds(
  meant: ReturnType<typeof deedTyped>,
  found: readonly Required<NamedScope>[],
): PaletteItem[] {
  const { stopThis } = useStopControls();
  const go = useGo();
  if (!meant) return [];
  return scopesMeant(meant.name, found).flatMap((scope): PaletteItem[] => {
    const { namespace, name } = scope;
    const words =
      name === undefined
        ? scopeWords({ kind: 'namespace', namespace })
        : scopeWords({ kind: 'vpa', namespace, name });
    if (meant.deed === 'stop')
      return [{ id: `stop ${words}`, label: `Stop ${words}…`, run: () => stopThis(scope) }];
    if (name === undefined) return [];
    const run = () => go(policyFormHref(namespace, name, {}));
    return [{ id: `edit ${words}`, label: `Change mode or policy of ${words}…`, run }];
  });
}

/** Goes to a page or a workload, or starts an action, by part of its name. */
export default function Palette({ openings }: PaletteProps) {
  const go = useGo();
  useEffect(() => {
    if (openings > 0) spotlight.open();
  }, [openings]);
  const [opened, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const meant = deedTyped(typed);
  const sought = meant?.name ?? typed;
  const [words] = useDebouncedValue(sought, TYPING_PAUSE_MS);
  const { isHub = false, isHubAlone = false } = useStatus().data ?? {};
  const answer = useSearch(words, { enabled: opened && !isHubAlone }).data;
  const elsewhere = useSearchAcross(words, opened && isHub && words.trim() !== '').data;
  // Until the server has answered, the results for the previous words are filtered here.
  const found = answer?.q === sought.trim() ? answer.found : answer?.found.filter(isNamed(sought));
  const deeds = usePaletteActions();
  const named = useNamedDeeds(meant, found ?? []);
  const pages = usePages().map((page) => ({
    id: page.href,
    label: nameOfPage(page),
    words: 'words' in page ? page.words : '',
    run: () => go(page.href),
  }));
  const actions = [
    {
      group: 'Pages',
      actions: itemsMeant(typed, pages).map(spotlightAction),
    },
    {
      group: 'Actions',
      actions: [...itemsMeant(typed, deeds), ...named].map(spotlightAction),
    },
    {
      group: 'Workloads',
      actions: (found ?? []).map((workload) => ({
        id: `${workload.namespace}/${workload.name}`,
        label: workload.name,
        description: `${workload.namespace} · ${workload.target.kind} ${workload.target.name}`,
        onClick: () => go(workloadHref(workload.namespace, workload.name)),
      })),
    },
    {
      group: 'Workloads of all clusters',
      actions: (elsewhere?.found ?? []).map(({ cluster, ...workload }) => ({
        id: `${cluster} ${workload.namespace}/${workload.name}`,
        label: workload.name,
        description: `${cluster} · ${workload.namespace} · ${workload.target.kind} ${workload.target.name}`,
        onClick: () => go(pageIn(cluster, workloadHref(workload.namespace, workload.name))),
      })),
    },
  ].filter((group) => group.actions.length > 0);
  useChosenAmong(actions.flatMap((group) => group.actions.map(({ id }) => id)));
  return (
    <Spotlight
      store={store}
      actions={actions}
      onSpotlightOpen={open}
      onSpotlightClose={close}
      query={typed}
      onQueryChange={setTyped}
      filter={asFound}
      shortcut={null}
      highlightQuery
      classNames={{ action: classes.action, actionDescription: classes.description }}
      attributes={{ content: { 'aria-label': 'Search pages, actions and workloads' } }}
      // A blurred page is drawn anew with each key.
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      scrollable
      maxHeight={420}
      nothingFound="No page, action or workload has that name"
      searchProps={{
        'aria-label': 'Search pages, actions and workloads',
        leftSection: <IconSearch size={18} stroke={1.7} />,
        placeholder: 'Page, action or workload',
      }}
    />
  );
}

/**
 * Keeps what is chosen when a late answer adds items: Spotlight counts places, and the next key would start from the
 * place where the chosen item was.
 */
function useChosenAmong(ids: readonly string[]): void {
  const text = ids.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list of items is what moves them.
  useEffect(() => {
    const { listId, selected } = store.getState();
    const items = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
    const place = items.findIndex((item) => item.hasAttribute('data-selected'));
    if (place === -1 && selected >= 0) items[0]?.setAttribute('data-selected', 'true');
    if (selected >= 0) store.updateState((state) => ({ ...state, selected: Math.max(0, place) }));
  }, [text]);
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
