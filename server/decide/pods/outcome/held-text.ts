import { REQUESTED_RESOURCES } from '../../../objects/units';
import { countOf } from '../../../words/counts';
import { ALL_PODS, partText } from '../../../words/outcome-parts';
import { undoneText } from '../../../words/outcomes';
import { type HeldAmounts, heldIn, type Outcomes } from './state';

/** More parts are counted. */
const MOST_TOLD = 3;

/** What was tried, what came of it and what holds now, in one paragraph; times as ISO 8601. */
export function heldAmountsText({ containers, ...held }: HeldAmounts, part = ALL_PODS): string {
  const changes = [...containers].flatMap(([container, { from, to }]) =>
    REQUESTED_RESOURCES.flatMap((resource) => {
      const [was, tried] = [from[resource], to[resource]];
      return was === undefined || tried === undefined ? [] : [{ container, resource, was, tried }];
    }),
  );
  const memoryLimit = containers.get(held.container)?.memoryLimit;
  const text = undoneText({ ...held, changes, ...(memoryLimit !== undefined && { memoryLimit }) });
  return part === ALL_PODS ? text : `${partText(part)}: ${text}`;
}

/** The same of all parts of the pods of a VPA; undefined if nothing is held. */
export function allHeldText(outcomes: Outcomes): string | undefined {
  const held = heldIn(outcomes);
  if (held.length === 0) return undefined;
  const told = held.slice(0, MOST_TOLD).map(([part, one]) => heldAmountsText(one, part));
  const more = held.length - told.length;
  return [
    ...told,
    ...(more > 0 ? [`The same goes for ${countOf(more, 'other part')} of its pods`] : []),
  ].join('. ');
}
