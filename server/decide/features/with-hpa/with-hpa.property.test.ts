import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hpaOn } from '@/tests/support/hpa';
import { vpa } from '@/tests/support/plan-input';
import { runs } from '@/tests/support/property-runs';
import type { HorizontalPodAutoscaler } from '../../../objects/types';
import { RESOURCES } from '../../../objects/units';
import { compileVpa } from '../../pods/compiled-vpa';
import { claimsOf, contestedByHpas } from '../../pods/hpa-claims';
import { forNewPods } from './for-new-pods';
import { HPA_GIVEN_ANNOTATION } from './hpa-given';
import { HPA_LEADER_ANNOTATION, nextLeader } from './hpa-leader';
import { KEPT_THRESHOLDS_ANNOTATION } from './hpa-thresholds';
import { WITH_HPA_ANNOTATION, withHpas } from './with-hpa';

const NOW_MS = Date.UTC(2026, 7, 1);
const name = fc.constantFrom('cpu', 'memory', 'app', 'log', '__proto__', '');
const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('70', '100m', '-5', Number.NaN, 1e300));
const target = fc.oneof(
  odd,
  fc.record({ averageUtilization: odd, averageValue: odd }, { requiredKeys: [] }),
  fc.record({ averageUtilization: fc.integer({ min: -1, max: 200 }) }),
);
const source = fc.oneof(odd, fc.record({ name, container: name, target }, { requiredKeys: ['name'] }));
const metric = fc.oneof(odd, fc.record({ resource: source }), fc.record({ containerResource: source }));
const current = fc.record({ averageUtilization: odd, averageValue: odd }, { requiredKeys: [] });
const measured = fc.oneof(odd, fc.record({ resource: fc.record({ name, current }) }));
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'cpu',
    'cpu/app 2026-08-01T00:00:00Z',
    '{"cpu":{"threshold":1,"percent":70,"first":70}}',
    '{"app":{"cpu":5}}',
  ),
);

const hpas = fc.array(
  fc
    .record({
      metrics: fc.array(metric, { maxLength: 4 }),
      statuses: fc.oneof(odd, fc.array(measured)),
      note: text,
    })
    .map(
      ({ metrics, statuses, note }): HorizontalPodAutoscaler => ({
        ...hpaOn(metrics as never, statuses as never, {
          annotations: { [KEPT_THRESHOLDS_ANNOTATION]: note },
        }),
        metadata: { name: 'hpa', namespace: 'shop', annotations: { [KEPT_THRESHOLDS_ANNOTATION]: note } },
      }),
    ),
  { maxLength: 2 },
);

const nameless = [{ containerResource: { name: 'cpu' } }];
const withoutContainer = hpaOn(nameless as never, nameless as never);

it('whatever HPAs and annotations hold, each metric is either left alone or changed, and nothing fails', () => {
  fc.assert(
    fc.property(
      hpas,
      fc.constantFrom(undefined, 'bottleneck', 'keep-threshold', 'x'),
      text,
      text,
      (all, mode, leader, given) => {
        const object = vpa();
        object.metadata = {
          ...object.metadata,
          annotations: {
            [HPA_LEADER_ANNOTATION]: leader,
            [HPA_GIVEN_ANNOTATION]: given,
            ...(mode !== undefined && { [WITH_HPA_ANNOTATION]: mode }),
          },
        };
        const own = compileVpa(object);
        const beside = withHpas(object, all);
        const claims = all.flatMap(claimsOf);
        expect(beside.kept.length + beside.freed.length).toBe(claims.length);
        if (mode === undefined || mode === 'x' || all.length !== 1) expect(beside.freed).toEqual([]);
        // New pods never get more changed than running ones may be.
        const fresh = forNewPods(own, own.recommendation, all);
        const running = contestedByHpas(beside.kept);
        for (const resource of RESOURCES)
          if (running?.has('app', resource)) {
            expect(contestedByHpas(fresh.claims)?.has('app', resource)).toBe(true);
          }
        for (const hpa of all) nextLeader(hpa, undefined, NOW_MS);
      },
    ),
    { numRuns: runs(1000), examples: [[[withoutContainer], 'keep-threshold', 'cpu', 'cpu']] },
  );
});
