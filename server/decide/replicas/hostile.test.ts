import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputOf, podsOf } from '@/tests/support/hpa-evaluation';
import { runs } from '@/tests/support/property-runs';
import type { HorizontalPodAutoscaler, ResourceList } from '../../objects/types';
import { evaluate } from './evaluation';
import type { MetricReading } from './input';
import { milliAmounts } from './milli-amounts';

/** What may stand where an amount should. */
const anyAmount = fc.constantFrom(
  undefined,
  null,
  '',
  '0',
  '-1',
  'lots',
  '1e900',
  '1n',
  0,
  -3,
  50,
  1e300,
  {},
);

const anyTarget = fc.record(
  { type: fc.string(), averageUtilization: anyAmount, averageValue: anyAmount, value: anyAmount },
  { requiredKeys: [] },
);

const anySource = fc.option(
  fc.record({
    name: fc.constantFrom('cpu', 'memory', 'toString'),
    container: fc.constantFrom('app', '', '__proto__'),
    metric: fc.record({ name: fc.string() }),
    describedObject: fc.record({ kind: fc.string(), name: fc.string() }),
    target: fc.option(anyTarget),
  }),
);

const anyMetric = fc.record({
  type: fc.constantFrom('Resource', 'ContainerResource', 'Pods', 'Object', 'External', 'constructor', ''),
  resource: anySource,
  containerResource: anySource,
  pods: anySource,
  object: anySource,
  external: anySource,
});

const anyUsage = fc
  .constantFrom<ResourceList>({}, { cpu: '0' }, { cpu: '-5' }, { cpu: '1e900', memory: '1n' })
  .map(milliAmounts);

const anyReading: fc.Arbitrary<MetricReading> = fc.oneof(
  fc.record({ kind: fc.constant('failed' as const), error: fc.string() }),
  fc.record({
    kind: fc.constant('totals' as const),
    valuesMilli: fc.array(fc.constantFrom(0, -1, 1, 2 ** 63, -(2 ** 63)), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('usage' as const),
    pods: fc.array(
      fc.record({
        pod: fc.constantFrom('web-0', 'web-1', 'gone', '__proto__'),
        atMs: fc.constantFrom(0, 1e15),
        windowMs: fc.constantFrom(0, 60_000),
        containers: fc.array(
          fc.record({
            name: fc.constantFrom('app', 'other'),
            usage: anyUsage,
          }),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 3 },
    ),
  }),
);

/** Inputs that broke it once. */
const EXAMPLES: [never, MetricReading[], number][] = [
  [
    [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { averageUtilization: '1e900' } },
        containerResource: null,
        pods: null,
        object: null,
        external: null,
      },
    ] as never,
    [
      {
        kind: 'usage',
        pods: [
          {
            pod: 'web-0',
            atMs: 0,
            windowMs: 0,
            containers: [{ name: 'app', usage: milliAmounts({ cpu: '1e900' }) }],
          },
        ],
      },
    ],
    1,
  ],
];

describe('whatever an HPA states and whatever is measured', () => {
  it('the answer is a number of replicas within the bounds, and can be written as JSON', () => {
    fc.assert(
      fc.property(
        fc.array(anyMetric, { maxLength: 3 }),
        fc.array(anyReading, { maxLength: 3 }),
        fc.integer({ min: 0, max: 4 }),
        (metrics, readings, replicas) => {
          const spec = { metrics } as unknown as HorizontalPodAutoscaler['spec'];
          const found = evaluate(inputOf({ ...spec, pods: podsOf(2), replicas, readings }));
          expect(found.desiredReplicas).toBeGreaterThanOrEqual(0);
          expect(found.desiredReplicas).toBeLessThanOrEqual(20);
          expect(Number.isInteger(found.desiredReplicas)).toBe(true);
          const isLost = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);
          JSON.stringify(found, (key, value) => {
            if (isLost(value)) throw new Error(`${key} is ${value}`);
            return value;
          });
        },
      ),
      { numRuns: runs(3000), examples: EXAMPLES },
    );
  });
});
