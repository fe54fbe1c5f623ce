import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { RECOMMENDER_NAMES } from '@/server/decide/estimators/recommenders';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import { UPDATE_MODES } from '@/server/objects/vpa-types';
import { runs } from '@/tests/support/property-runs';
import { FIGURE_NAMES, FIGURES } from '../../contract/figures';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../engine/workload';
import { figuresUnder } from './run';

const STEPS = 150;
const odd = (most: number) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: 0, max: most, noNaN: true }) },
    fc.constantFrom(0, Number.NaN, most * 1000, -1, Number.POSITIVE_INFINITY),
  );
const series = (most: number) =>
  fc.option(fc.array(odd(most), { minLength: STEPS / 2, maxLength: STEPS }), { nil: undefined });

const amounts = fc.record(
  {
    cpu: fc.constantFrom(0, 1, 10, 500, 4000).map(cpuMillicores),
    memory: fc.constantFrom(0, 1, 1e6, 1e9, 1e11).map(memoryBytes),
  },
  { requiredKeys: [] },
);

const workloads: fc.Arbitrary<ReplayWorkload> = fc.record({
  namespace: fc.constant('shop'),
  name: fc.constant('cart'),
  startMs: fc.constantFrom(Date.UTC(2026, 2, 1, 23, 30), 0, Date.UTC(2026, 2, 2) + 12_345),
  stepMs: fc.constantFrom(1_000, 60_000, 3_600_000),
  steps: fc.constant(STEPS),
  replicas: fc.integer({ min: 1, max: 4 }),
  containers: fc
    .array(
      fc.record({
        requests: amounts,
        limits: amounts,
        usage: fc.array(
          fc.record({ cpuMillicores: series(2000), memoryBytes: series(2e9) }, { requiredKeys: [] }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      { minLength: 1, maxLength: 2 },
    )
    .map((all) => all.map((one, index) => ({ name: `c${index}`, ...one }))),
});

it('gives finite figures for any recording, and shares between 0 and 1', () => {
  fc.assert(
    fc.property(
      workloads,
      fc.constantFrom(...RECOMMENDER_NAMES),
      fc.constantFrom(...UPDATE_MODES),
      fc.constantFrom('open' as const, 'closed' as const),
      (workload, recommender, updateMode, loop) => {
        const spec = { updatePolicy: { updateMode, minReplicas: 1 } };
        const policy = { spec, recommender, parameters: {}, config: defaultConfig() };
        const options = { ...DEFAULT_OPTIONS, loop };
        const figures = figuresUnder({ name: 'any', policy, options }, workload);
        for (const name of FIGURE_NAMES) {
          const value = figures[name];
          if (value === undefined) continue;
          expect(value, name).toSatisfy(Number.isFinite);
          if (FIGURES[name].total === 'sum' && !name.includes('Slack'))
            expect(value, name).toBeGreaterThanOrEqual(0);
        }
        for (const name of ['cpuShort', 'memoryShort', 'oomFreeDays'] as const) {
          expect(figures[name] ?? 0, name).toBeGreaterThanOrEqual(0);
          expect(figures[name] ?? 0, name).toBeLessThanOrEqual(1);
        }
        expect(figures.throttledMinutesADay ?? 0).toBeLessThanOrEqual(1440);
      },
    ),
    { numRuns: runs(150) },
  );
});
