import { expect, it } from 'vitest';
import { absentIn, WORKLOAD_LIST } from './workload-list';

const NONE = { q: '', vpa: '', namespace: '', mode: '', recommender: '', policy: '', state: '', hpa: '' };

it.each([
  [0, { with: 0, without: 0 }, '', 'workload'],
  [0, { with: 0, without: 0 }, 'without', 'workload'],
  [0, { with: 0, without: 3 }, '', 'vpa'],
  [0, { with: 3, without: 0 }, 'without', 'without-vpa'],
  [3, { with: 3, without: 0 }, 'all', undefined],
  // No recommender runs here: nobody knows the workloads without a VPA, and those with one are listed.
  [3, { with: 3, without: 0 }, 'without', undefined],
  // The answer before the filter was changed.
  [0, { with: 0, without: 3 }, 'without', undefined],
  [0, { with: 3, without: 0 }, '', undefined],
])('a list of %i, of %o, with the filter "%s" lacks %s', (all, coverage, vpa, absent) => {
  expect(absentIn({ all, coverage }, vpa)).toBe(absent);
});

it('offers no filter by what only a VPA has where there is none', () => {
  const offered = (vpa: string) =>
    WORKLOAD_LIST.controls.flatMap((control) =>
      control.kind !== 'choice' || control.isOffered?.(undefined, { ...NONE, vpa }) === false
        ? []
        : [control.name],
    );
  expect(offered('without')).toEqual(['state']);
  expect(offered('')).toEqual(['mode', 'recommender', 'state']);
});
