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
