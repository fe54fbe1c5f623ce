'use client';

import { scopeWords } from '@/server/words/stops';
import { policyFormHref } from '../inbox/inbox-words';
import { useGo } from '../navigation/deferred-navigation';
import { type NamedScope, useStopControls } from '../stop/stop-controls';
import { type deedTyped, scopesMeant } from './palette-deeds';
import type { PaletteItem } from './palette-items';

/** What is typed to be done, to each of what is named. */
export function useNamedDeeds(
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
