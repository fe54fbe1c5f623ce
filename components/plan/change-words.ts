import type { ContainerChange } from '@/server/contract/plan';
import { formatAmounts } from '@/server/words/amounts';
import { placeName } from '@/server/words/container-name';
import { resourceWord } from '@/server/words/reasons/clauses';

interface ChangeLine {
  container: string;
  resource: string;
  from: string;
  to: string;
  direction: 'up' | 'down';
}

/** Every request that a change would alter, one line each. */
export function plannedChangeLines(changes: readonly ContainerChange[]): ChangeLine[] {
  return changes.flatMap((change) =>
    (['cpu', 'memory', 'ephemeral-storage'] as const).flatMap((resource) => {
      const to = change.to[resource];
      const from = change.from[resource];
      if (to === undefined || to === from) return [];
      const [before, after = ''] = formatAmounts(resource, [from, to]);
      return [
        {
          container: placeName(change.container),
          resource: resourceWord(resource),
          from: before ?? 'not set',
          to: after,
          direction: to > (from ?? 0) ? ('up' as const) : ('down' as const),
        },
      ];
    }),
  );
}
