'use client';

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useStatus } from '../api/queries';
import { useGo } from '../navigation/deferred-navigation';
import { usePages } from '../navigation/use-pages';
import { onDemand } from '../on-demand/on-demand';
import { useStopControls } from '../stop/stop-controls';
import { chooseZone, useZone } from '../times/viewer-zone';
import { otherZone } from '../times/zone-words';
import { useShortcutsOn } from './kept-switch';
import type { ShortcutAction } from './shortcut-keys';
import { useKeys } from './use-keys';

const ShortcutSheet = onDemand(() => import('./shortcut-sheet'));

const Sheet = createContext<() => void>(() => undefined);

export function useShortcutSheet(): () => void {
  return useContext(Sheet);
}

/** Moves the focus to the next row of the table that has it, or of the first one, or to the row before. */
function focusRow(by: 1 | -1): void {
  const here = document.activeElement?.closest('tbody');
  const table = here?.closest('table') ?? document.querySelector('main table');
  const rows = [...(table?.querySelectorAll<HTMLElement>('tbody') ?? [])].flatMap((body) => {
    const link = body.querySelector<HTMLElement>('a[href]');
    return link ? [{ body, link }] : [];
  });
  const at = rows.findIndex(({ body }) => body === here);
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by];
  next?.link.focus();
  next?.body.scrollIntoView({ block: 'nearest' });
}

/** The shortcuts of all pages, and the sheet that lists them. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const go = useGo();
  const controls = useStopControls();
  const { choice } = useZone();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: true });
  const pages = usePages();
  const { stops } = useStatus().data ?? {};
  const isAllStopped = stops?.stops.some(({ scope }) => scope.kind === 'all') ?? false;
  const [isOn] = useShortcutsOn();
  const [isOpen, setOpen] = useState(false);
  const act = (action: ShortcutAction) => {
    switch (action.kind) {
      case 'go':
        return go(action.href);
      case 'sheet':
        return setOpen(true);
      case 'stop':
        return isAllStopped ? controls.resume({ kind: 'all' }) : controls.stop();
      case 'edit':
        return document.querySelector<HTMLElement>('main [data-edits]')?.click();
      case 'row':
        return focusRow(action.by);
      case 'times':
        return chooseZone(otherZone(choice));
      case 'colours':
        return setColorScheme(scheme === 'dark' ? 'light' : 'dark');
    }
  };
  useKeys(
    isOn,
    pages.map(({ href }) => href),
    act,
  );
  return (
    <Sheet.Provider value={() => setOpen(true)}>
      {children}
      {isOpen && <ShortcutSheet pages={pages} onClose={() => setOpen(false)} />}
    </Sheet.Provider>
  );
}
