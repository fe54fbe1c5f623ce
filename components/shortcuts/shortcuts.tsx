'use client';

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useStatus } from '../api/queries';
import { focusRow } from '../lists/focus-row';
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

/** Opens the sheet of shortcuts. */
export function useShortcutSheet(): () => void {
  return useContext(Sheet);
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
