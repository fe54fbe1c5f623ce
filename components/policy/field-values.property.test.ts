import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContainerResourcePolicy } from '@/server/contract/kubernetes';
import { containerFields, containerPolicy } from './container-values';
import { policyEdit, policyFields } from './form-values';

const quantity = fc.constantFrom('100m', '1', '64Mi');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const list = optional(fc.record({ cpu: quantity, memory: quantity, gpu: quantity }, { requiredKeys: [] }));
const boost = fc.record({
  cpu: fc.record(
    {
      type: fc.constantFrom('Factor' as const, 'Quantity' as const),
      factor: fc.nat(5),
      durationSeconds: fc.nat(60),
      later: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
});
const policy = fc.record(
  {
    containerName: fc.constantFrom('app', '*'),
    mode: fc.constantFrom('Auto', 'Off'),
    minAllowed: list,
    maxAllowed: list,
    controlledResources: fc.subarray(['cpu', 'memory']),
    controlledValues: fc.constantFrom('RequestsAndLimits', 'RequestsOnly'),
    oomBumpUpRatio: fc.constantFrom('1.5', '2'),
    oomMinBumpUp: quantity,
    memoryAggregationIntervalSeconds: fc.nat(),
    memoryAggregationIntervalCount: fc.nat(),
    startupBoost: boost,
    later: fc.boolean(),
  },
  { requiredKeys: ['containerName'] },
) as fc.Arbitrary<ContainerResourcePolicy>;

it('shows a policy and changes nothing that nobody touched', () => {
  fc.assert(
    fc.property(policy, fc.constantFrom('64Mi', ''), (shown, minMemory) => {
      const opened = policyFields('Off', { resourcePolicy: { containerPolicies: [shown] } });
      expect(policyEdit(opened, structuredClone(opened))).toBeUndefined();
      const edited = containerPolicy({ ...containerFields(shown), minMemory });
      for (const key of ['maxAllowed', 'controlledResources', 'oomMinBumpUp', 'later'])
        expect(Reflect.get(edited, key)).toEqual(emptied(Reflect.get(shown, key)));
    }),
  );
});

/** An empty list of amounts is not stated. */
function emptied(value: unknown): unknown {
  const isEmpty = typeof value === 'object' && !Array.isArray(value) && Object.keys(value ?? {}).length === 0;
  return isEmpty ? undefined : value;
}
