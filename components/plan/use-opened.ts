'use client';

import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';

const OPENED = parseAsArrayOf(parseAsString).withDefault([]);

/** The opened groups of pods, as in the address bar, each `NAMESPACE/VPA KEY`. */
export function useOpened() {
  const [opened, setOpened] = useQueryState('open', OPENED);
  const toggle = (group: string) =>
    setOpened((groups) =>
      groups.includes(group) ? groups.filter((one) => one !== group) : [...groups, group],
    );
  return { opened, toggle };
}
