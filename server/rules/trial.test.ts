import { expect, it } from 'vitest';
import { RulesWorld } from '@/tests/support/rules-world';
import { ALL_GATES_ON } from '../decide/pods/vpa-faults';
import { inSlices } from '../lib/time/slices';
import { API_RESOURCES, apiVersionOf } from '../objects/resources';
import { ruleTrial, triedRule } from './trial';

const { kind } = API_RESOURCES.verticalScalingPolicies;

it('has the first VPAs that a rule changes as it would leave them, and no more of many', async () => {
  const world = new RulesWorld();
  world.namespace('shop');
  world.policy('all');
  for (let index = 0; index < 8; index++) world.workload(`shop/web-${index}`);
  world.run();
  expect(world.vpas.size).toBe(8);
  const spec = { template: { spec: { updatePolicy: { updateMode: 'Initial' as const } } } };
  const object = {
    apiVersion: apiVersionOf(API_RESOURCES.verticalScalingPolicies),
    kind,
    metadata: { name: 'all', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec,
  };
  const tried = triedRule(object, 0, { gates: ALL_GATES_ON, now: () => 0 });
  const { changed, next } = await inSlices(ruleTrial(world.rulesIndex, tried, 5));
  expect(changed).toBe(8);
  expect(next.map((vpa) => vpa.spec.updatePolicy?.updateMode)).toEqual(Array(5).fill('Initial'));
  expect([...world.vpas.values()][0]?.spec.updatePolicy?.updateMode).toBe('Off');
});

it('has of a deleted rule what is removed, and what goes over to another as that would leave it', async () => {
  const world = new RulesWorld();
  world.namespace('shop');
  world.policy('strong', { precedence: 2 });
  world.policy('weak', {
    workloadSelector: { matchLabels: { app: 'web' } },
    template: { spec: { updatePolicy: { updateMode: 'Initial' } } },
  });
  for (const name of ['web', 'api']) world.workload(`shop/${name}`, { labels: { app: name } });
  world.run();
  const object = {
    apiVersion: apiVersionOf(API_RESOURCES.verticalScalingPolicies),
    kind,
    metadata: { name: 'strong', deletionTimestamp: '2026-01-01T00:00:00Z' },
    spec: { precedence: 2, onDelete: 'Remove' as const, template: {} },
  };
  const tried = triedRule(object, 0, { gates: ALL_GATES_ON, now: () => 0 });
  const { moved, removed, kept, next, gone } = await inSlices(ruleTrial(world.rulesIndex, tried, 5));
  expect({ moved, removed, kept }).toEqual({ moved: 1, removed: 1, kept: 0 });
  expect(next.map(({ spec }) => [spec.targetRef?.name, spec.updatePolicy?.updateMode])).toEqual([
    ['web', 'Initial'],
  ]);
  expect(gone.map(({ spec }) => spec.targetRef?.name)).toEqual(['api']);
});
