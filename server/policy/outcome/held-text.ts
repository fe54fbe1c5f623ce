import { RESOURCES } from '../../model/units';
import { undoneText } from '../../words/outcomes';
import type { HeldAmounts } from './state';

/** What was tried, what came of it and what holds now, in one paragraph; times as ISO 8601. */
export function heldAmountsText({ containers, ...held }: HeldAmounts): string {
  const changes = [...containers].flatMap(([container, { from, to }]) =>
    RESOURCES.flatMap((resource) => {
      const [was, tried] = [from[resource], to[resource]];
      return was === undefined || tried === undefined ? [] : [{ container, resource, was, tried }];
    }),
  );
  const memoryLimit = containers.get(held.container)?.memoryLimit;
  return undoneText({ ...held, changes, ...(memoryLimit !== undefined && { memoryLimit }) });
}
