import { expect, it } from 'vitest';
import { realKillsText } from './real-kills';

const variant = (name: string, total?: number) => ({
  name,
  summary: total === undefined ? {} : { oomKills: { total } },
});

it.each([
  [
    6,
    [variant('as now', 1), variant('tight', 3)],
    'Really 6 OOM kills in this time; the replay: as now 1, tight 3.',
  ],
  [1, [variant('as now', 0)], 'Really 1 OOM kill in this time; the replay: as now 0.'],
  [0, [variant('as now', 2)], 'Really 0 OOM kills in this time; the replay: as now 2.'],
  [0, [variant('as now', 0)], undefined],
  [undefined, [variant('as now', 2)], undefined],
  [6, [variant('of cpu alone')], undefined],
])('of %s kills really and %j in a replay, says so', (reallyKilled, variants, said) => {
  expect(realKillsText({ ...(reallyKilled !== undefined && { reallyKilled }), variants })).toBe(said);
});
