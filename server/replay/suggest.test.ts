import { describe, expect, it } from 'vitest';
import type { VariantChart } from '../contract/replays';
import { AS_NOW, isWithin, proposalOf, searchGrid, searchMode, shownOf } from './suggest';

const LIMITS = { oomsADay: 0, cpuShort: 0.02, memoryShort: 0.001 };
const tried = (name: string, cost: number, figures: VariantChart['figures'] = {}): VariantChart => ({
  name,
  figures: { cost, oomsADay: 0, cpuShort: 0, memoryShort: 0, ...figures },
  containers: [],
  marks: [],
});
const grid = ['adaptive', 'careful', 'default'].map((recommender) => ({ name: recommender, recommender }));

describe('a proposal', () => {
  it.each([
    [
      'is the cheapest within the limits',
      [tried(AS_NOW, 10), tried('adaptive', 5), tried('default', 7)],
      'adaptive',
    ],
    [
      'is none that is killed',
      [tried(AS_NOW, 10), tried('adaptive', 5, { oomsADay: 0.1 }), tried('default', 7)],
      'default',
    ],
    [
      'is none that is short',
      [tried(AS_NOW, 10), tried('adaptive', 5, { cpuShort: 0.03 }), tried('default', 7)],
      'default',
    ],
    ['is nothing if the policy is the cheapest', [tried(AS_NOW, 4), tried('adaptive', 5)], undefined],
    ['is nothing at the same cost', [tried(AS_NOW, 5), tried('adaptive', 5)], undefined],
    [
      'is nothing if none keeps the limits',
      [tried(AS_NOW, 9, { oomsADay: 1 }), tried('default', 5, { oomsADay: 1 })],
      undefined,
    ],
    [
      'may cost more if the policy breaks the limits',
      [tried(AS_NOW, 4, { oomsADay: 1 }), tried('default', 7)],
      'default',
    ],
  ])('%s', (_, all, name) => {
    expect(proposalOf(all, grid, LIMITS).variant?.name).toBe(name);
  });

  it('counts what no recording tells as kept', () => {
    expect(isWithin({ figures: { cost: 1, cpuShort: 0.02 } }, LIMITS)).toBe(true);
  });

  it('comes with the policy as it is, and the cheapest others', () => {
    const all = [
      tried(AS_NOW, 9),
      ...[8, 7, 6, 5, 4].map((cost) => tried(`v${cost}`, cost)),
      tried('adaptive', 5),
    ];
    expect(shownOf(all, 'adaptive').map(({ name }) => name)).toEqual([AS_NOW, 'adaptive', 'v4', 'v5', 'v6']);
  });
});

describe('a search', () => {
  it('tries every recommender as it is before other margins, each once', () => {
    const names = searchGrid(['default', 'adaptive'], undefined).map(({ name }) => name);
    expect(names.slice(0, 5)).toEqual([
      'default',
      'adaptive',
      'adaptive, saving',
      'adaptive, careful',
      'adaptive, ceiling 1.5',
    ]);
    expect(searchGrid(['default'], undefined).map(({ name }) => name)).not.toContain('adaptive, saving');
    expect(new Set(names).size).toBe(names.length);
  });

  it('tries what changes running pods where the policy does not', () => {
    expect(['Off', 'Initial', 'Recreate', undefined].map(searchMode)).toEqual([
      'InPlaceOrRecreate',
      'InPlaceOrRecreate',
      undefined,
      undefined,
    ]);
  });
});
