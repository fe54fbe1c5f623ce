import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCpu, formatMemory } from '@/server/objects/quantity';
import { type Amounts, cpuMillicores, memoryBytes } from '@/server/objects/units';
import { runs } from '@/tests/support/property-runs';
import type { NamedRecommendation } from '../recommend/post-process';
import { toStatus } from '../recommend/recommendation';
import { amountsDriftOnly } from './amount-drift';
import { mayStand } from './conditions';

/** Amounts that often differ by about a tenth, or are equal. */
const amount = fc.integer({ min: 900, max: 1120 }).map((value) => (value % 3 === 0 ? 1000 : value));
const amounts: fc.Arbitrary<Amounts> = fc.record(
  { cpu: amount.map(cpuMillicores), memory: amount.map((value) => memoryBytes(value * 1000)) },
  { requiredKeys: ['cpu'] },
);
const recommendation: fc.Arbitrary<NamedRecommendation> = fc.record({
  container: fc.constantFrom('app', 'proxy'),
  target: fc.constantFrom({ cpu: cpuMillicores(1000) }, { cpu: cpuMillicores(1001) }),
  uncappedTarget: fc.constant({ cpu: cpuMillicores(1000) }),
  lowerBound: amounts,
  upperBound: amounts,
});

it('finds the drift of amounts that the status finds in its texts', () => {
  let drifts = 0;
  fc.assert(
    fc.property(recommendation, recommendation, amounts, (one, other, requested) => {
      const statusOf = (own: NamedRecommendation) => ({
        recommendation: { containerRecommendations: [toStatus(own)] },
      });
      const isDrift = amountsDriftOnly([one], [other], (_container, resource) =>
        requested[resource] === undefined ? [] : [requested[resource]],
      );
      const texts = { cpu: formatCpu(requested.cpu ?? 0), memory: formatMemory(requested.memory ?? 0) };
      const isDriftInText = mayStand(
        statusOf(one),
        statusOf(other),
        (_container, resource) => new Set(requested[resource] === undefined ? [] : [texts[resource]]),
        false,
      );
      expect(isDrift).toBe(isDriftInText);
      if (isDrift) drifts++;
    }),
    { numRuns: runs(2000) },
  );
  expect(drifts).toBeGreaterThan(0);
});
