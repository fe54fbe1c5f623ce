import type { ContainerChange } from '@/server/updater/plan/plan-types';
import { formatAmounts } from '@/server/words/amounts';

interface ChangeLine {
  container: string;
  resource: string;
  from: string;
  to: string;
  direction: 'up' | 'down';
}

/** Every request that a change would alter, one line each. */
export function changeLines(changes: readonly ContainerChange[]): ChangeLine[] {
  return changes.flatMap((change) =>
    (['cpu', 'memory'] as const).flatMap((resource) => {
      const to = change.to[resource];
      const from = change.from[resource];
      if (to === undefined || to === from) return [];
      const [before, after = ''] = formatAmounts(resource, [from, to]);
      return [
        {
          container: change.container,
          resource: resource === 'cpu' ? 'CPU' : 'memory',
          from: before ?? 'not set',
          to: after,
          direction: to > (from ?? 0) ? ('up' as const) : ('down' as const),
        },
      ];
    }),
  );
}
