import { expect, it } from 'vitest';
import type { HiddenLoad } from '../decide/replicas/hidden-load';
import { hiddenSince, lastingOf } from './hidden-since';

const MINUTE_MS = 60_000;
const loadOf = (container: string) => ({ resource: 'cpu', container }) as HiddenLoad;

it('tells of a hidden load after five minutes without a break', () => {
  let hidden = hiddenSince([], [loadOf('app')], 0);
  hidden = hiddenSince(hidden, [loadOf('app'), loadOf('web')], 3 * MINUTE_MS);
  expect(lastingOf(hidden, 5 * MINUTE_MS - 1)).toEqual([]);
  expect(lastingOf(hidden, 5 * MINUTE_MS).map(({ load }) => load.container)).toEqual(['app']);
  hidden = hiddenSince(hidden, [], 6 * MINUTE_MS);
  hidden = hiddenSince(hidden, [loadOf('app')], 7 * MINUTE_MS);
  expect(lastingOf(hidden, 8 * MINUTE_MS)).toEqual([]);
});
