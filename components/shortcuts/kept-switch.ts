'use client';

import { useLocalStorage } from '@mantine/hooks';

/** Whether keys alone do something; people who dictate or press keys by accident can turn it off. */
export function useShortcutsOn() {
  return useLocalStorage({ key: 'plumbline-shortcuts', defaultValue: true });
}
