'use client';

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { scopeWords } from '@/server/words/stops';
import { useStatus } from '../api/queries';
import { useShortcutSheet } from '../shortcuts/shortcuts';
import { scopeKey } from '../stop/scope-words';
import { useStopControls } from '../stop/stop-controls';
import { chooseZone, localZone, useZone } from '../times/viewer-zone';
import { otherZone, otherZoneWords } from '../times/zone-words';
import type { PaletteItem } from './palette-items';

/** The actions that can be found by part of their name. */
export function usePaletteActions(): PaletteItem[] {
  const controls = useStopControls();
  const { stops: { stops = [] } = {}, isHubAlone = false } = useStatus().data ?? {};
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: true });
  const openSheet = useShortcutSheet();
  const { choice } = useZone();
  const next = scheme === 'dark' ? 'light' : 'dark';
  return [
    ...(isHubAlone
      ? []
      : [
          {
            id: 'stop',
            label: 'Stop evictions and resizes',
            words: 'halt pause freeze off',
            run: controls.stop,
          },
        ]),
    ...stops.map(({ scope }) => ({
      id: `resume ${scopeKey(scope)}`,
      label: `Resume ${scopeWords(scope)}`,
      words: 'start continue unstop',
      run: () => controls.resume(scope),
    })),
    ...(localZone() === 'UTC'
      ? []
      : [
          {
            id: 'times',
            label: `Times: ${otherZoneWords(choice)}`,
            words: 'time zone utc local clock hours',
            run: () => chooseZone(otherZone(choice)),
          },
        ]),
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      words: 'keys help hotkeys',
      run: openSheet,
    },
    {
      id: 'theme',
      label: `Switch to the ${next} colour scheme`,
      words: 'theme dark light color mode',
      run: () => setColorScheme(next),
    },
  ];
}
