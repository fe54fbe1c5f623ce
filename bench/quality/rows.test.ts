import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type Figures } from '@/server/contract/figures';
import { contestantsOf, EVERYONE } from './contestants';
import { FAMILIES } from './families';
import { MADE_NAMES, madeRecording } from './made-series';
import { pictureOf } from './picture';
import { rowsOf } from './rows';
import { type MeasuredSeries, measuredSeries } from './series';
import { tableOf } from './table';

const NONE = Object.fromEntries(FIGURE_NAMES.map((name) => [name, undefined])) as Figures;

/** One series that uses a core: `default` as the upstream runs it reserves 2 at 4 % short, and 4 at 1 %; `adaptive` 2 at 1 %. */
function series(name: string): MeasuredSeries {
  const replayed = (family: 'upstream' | 'adaptive', member: number, times: number, cpuShort: number) => ({
    mode: 'InPlaceOrRecreate' as const,
    family,
    member,
    figures: { ...NONE, cpuRequestsOverUsage: times, cpuShort, evictions: 0, resizes: 40 },
  });
  return {
    name,
    block: name,
    startMs: 0,
    endMs: 86_400_000,
    podDays: 10,
    hasMemory: false,
    used: { cpu: 1, memory: 0 },
    replayed: [
      replayed('upstream', 0, 2, 0.04),
      replayed('upstream', 1, 4, 0.01),
      replayed('adaptive', 0, 2, 0.01),
    ],
    planned: { cpu: { 'oracle, hourly': { reserved: 1.2, short: 0.04, kills: 0, changes: 24 } }, memory: {} },
  };
}

describe('the rows of the scoreboard', () => {
  const rows = rowsOf(['a', 'b'].map(series));
  const rowOf = (name: string) =>
    rows.find(({ who }) => (who.kind === 'plan' ? who.plan : `${who.family} ${who.member}`) === name);

  it('compare what is reserved at the same risk', () => {
    expect(rowOf('adaptive 0')?.cpu.equalRisk).toMatchObject({ series: 2, lower: 1 });
    expect(rowOf('adaptive 0')?.cpu.equalRisk?.mean).toBeCloseTo(0.5);
    expect(rowOf('upstream 0')?.cpu.equalRisk?.mean).toBeCloseTo(1);
    expect(rowOf('oracle, hourly')?.cpu.equalRisk?.mean).toBeCloseTo(0.6);
  });

  it('say beside it what comes as it is, and how often pods change', () => {
    expect(rowOf('adaptive 0')).toMatchObject({
      changes: 4,
      cpu: { reserved: { mean: 1 }, risk: { value: 0.01 } },
    });
    expect(rowOf('oracle, hourly')?.changes).toBe(24);
    expect(rowOf('adaptive 0')?.memory.risk).toBeUndefined();
  });

  it('are a table and a picture of everyone', () => {
    const table = tableOf(rows);
    expect(table).toContain('| `adaptive`, in place | **0.50** (0.50–0.50) | 0.50 (0.50–0.50) | 100 % |');
    expect(new Set(table.split('\n').map((line) => line.split('|').length)).size).toBe(1);
    const picture = pictureOf(rows);
    expect(picture).toMatch(/^<svg [^>]*>[\s\S]*<\/svg>\n$/);
    for (const name of ['upstream', 'adaptive', 'oracle, hourly'])
      expect(picture).toContain(`>${name}</text>`);
    expect(picture).not.toContain('NaN');
  });
});

describe('the contestants', () => {
  it.each([
    ['default', {}],
    ['adaptive', {}],
    ['adaptive-close', { pace: 'close' }],
  ])('have %s once as it comes, in each mode', (name, stated) => {
    const own = contestantsOf(EVERYONE).filter(({ family, member }) => family === name && member === 0);
    expect(own.map(({ mode }) => mode)).toEqual(['InPlaceOrRecreate', 'Recreate']);
    for (const { parameters } of own) expect(parameters).toEqual(stated);
  });
});

describe('a made series', () => {
  it('is measured with all that people do instead', () => {
    const asked = { modes: ['InPlaceOrRecreate'] as const, families: [] };
    const recording = madeRecording('weekly 1');
    const measured = recording && measuredSeries(recording, contestantsOf(asked));
    expect(measured?.replayed).toHaveLength(FAMILIES.upstream.members.length);
    const { cpu } = measured?.planned ?? {};
    const reserved = (['oracle, constant', 'oracle, daily', 'oracle, hourly'] as const).map(
      (name) => cpu?.[name]?.reserved ?? 0,
    );
    expect(reserved.toSorted((a, b) => b - a)).toEqual(reserved);
    const usual = measured?.replayed.find(({ member }) => member === 0)?.figures.cpuShort ?? 0;
    expect(cpu?.['oracle, hourly']?.short).toBeLessThanOrEqual(usual);
  });

  it('is the same each time, by its name', () => {
    for (const name of MADE_NAMES) expect(madeRecording(name)).toEqual(madeRecording(name));
    expect(madeRecording('unknown 1')).toBeUndefined();
  });
});
