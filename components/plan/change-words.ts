import type { ContainerChange } from '@/server/contract/plan';
import { formatAmounts, resourceName } from '@/server/words/amounts';
import { placeName } from '@/server/words/container-name';

interface ChangeLine {
  container: string;
  resource: string;
  from: string;
  to: string;
  direction: 'up' | 'down';
}

/** Everything that pods may be made to state. */
export const STATED_RESOURCES = ['cpu', 'memory', 'ephemeral-storage'] as const;

/** Every request and limit that a change would alter, one line each. */
export function plannedChangeLines(changes: readonly ContainerChange[]): ChangeLine[] {
  return changes.flatMap(({ container, from, to, limits, formerLimits = {} }) =>
    STATED_RESOURCES.flatMap((resource) => {
      const word = resourceName(resource);
      return [
        ...lineOf(container, word, resource, [from[resource], to[resource]]),
        ...lineOf(container, `${word} limit`, resource, [formerLimits[resource], limits[resource]]),
      ];
    }),
  );
}

function lineOf(
  container: string,
  word: string,
  resource: (typeof STATED_RESOURCES)[number],
  [from, to]: readonly [from: number | undefined, to: number | undefined],
): ChangeLine[] {
  if (to === undefined || to === from) return [];
  const [before, after = ''] = formatAmounts(resource, [from, to]);
  return [
    {
      container: placeName(container),
      resource: word,
      from: before ?? 'not set',
      to: after,
      direction: to > (from ?? 0) ? 'up' : 'down',
    },
  ];
}
