import fc from 'fast-check';
import { expect, it } from 'vitest';
import { STAGES } from '../../contract/costs';
import { noCost } from '../../decide/new/workload-cost';
import type { PodPlan } from '../../decide/running/planned';
import { RESOURCES } from '../../objects/units';
import { stagesOf } from './stages';

const planned = (
  decision: PodPlan['decision'],
  from: PodPlan['changes'][number]['from'],
  to: PodPlan['changes'][number]['to'],
  codes: string[] = [],
): PodPlan => ({
  name: 'a',
  uid: 'a',
  decision,
  reasons: codes.map((code) => ({ code })) as PodPlan['reasons'],
  priority: { outsideRecommendedRange: true, scaleUp: true, resourceDiff: 1 },
  changes: [{ container: 'app', from, to, limits: {} }],
  awaits: [],
});

const costing = (saving: { cpu: number; memory: number }, growth = { cpu: 0, memory: 0 }) => ({
  amounts: { ...noCost(false).amounts, saving, growth },
});

it('tells what goes next, what is held and by what, and what is left', () => {
  const pods = [
    planned('resize', { cpu: 500 } as never, { cpu: 200 } as never),
    planned('wait', { cpu: 500, memory: 10 } as never, { cpu: 400, memory: 70 } as never, [
      'disruption-budget',
    ]),
    planned('wait', { memory: 10 } as never, { memory: 30 } as never, ['exceeds-quota']),
    planned('leave', { cpu: 900 } as never, { cpu: 1 } as never),
  ];
  const stages = stagesOf(costing({ cpu: 450, memory: 0 }, { cpu: 0, memory: 80 }), {
    updateMode: 'Recreate',
    pods,
  });
  expect(stages).toMatchObject({
    due: { saving: { cpu: 300 } },
    held: { saving: { cpu: 100 }, growth: { memory: 60 } },
    quota: { growth: { memory: 20 } },
    near: { saving: { cpu: 50 } },
    mode: { saving: { cpu: 0 } },
  });
});

it.each(['Off', 'Initial'])('gives what no change takes to mode %s', (updateMode) => {
  expect(stagesOf(costing({ cpu: 450, memory: 3 }), { updateMode, pods: [] })).toMatchObject({
    mode: { saving: { cpu: 450, memory: 3 } },
    near: { saving: { cpu: 0 } },
  });
});

it('gives to what is held what pods wait for that are only too young to have a change', () => {
  const young = { ...planned('wait', {}, {}, ['too-young']), changes: [] };
  expect(stagesOf(costing({ cpu: 450, memory: 3 }), { updateMode: 'Recreate', pods: [young] })).toMatchObject(
    {
      held: { saving: { cpu: 450, memory: 3 } },
      near: { saving: { cpu: 0 } },
    },
  );
});

it('adds up to saving and growth, whatever the plan says', () => {
  const amounts = fc.record({ cpu: fc.nat(5_000), memory: fc.nat(2 ** 40) });
  const pod = fc
    .tuple(
      fc.constantFrom('evict' as const, 'resize' as const, 'wait' as const, 'leave' as const),
      amounts,
      amounts,
      fc.constantFrom<string[]>([], ['exceeds-quota']),
    )
    .map(([decision, from, to, codes]) => planned(decision, from as never, to as never, codes));
  fc.assert(
    fc.property(
      amounts,
      amounts,
      fc.array(pod, { maxLength: 8 }),
      fc.constantFrom('Off', 'Initial', 'Recreate', 'InPlace'),
      (saving, growth, pods, updateMode) => {
        const stages = stagesOf(costing(saving, growth), { updateMode, pods });
        for (const resource of RESOURCES)
          for (const [part, all] of [
            ['saving', saving],
            ['growth', growth],
          ] as const) {
            const parts = STAGES.map((stage) => stages[stage][part][resource]);
            expect(parts.reduce((sum, one) => sum + one, 0)).toBe(all[resource]);
            expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
          }
      },
    ),
  );
});
