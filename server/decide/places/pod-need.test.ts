import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pod, ResourceList } from '../../objects/types';
import { podNeed } from './pod-need';

const cpu = (millicores: number): ResourceList => ({ cpu: `${millicores}m` });

interface Told {
  asked: number;
  granted?: number;
  inForce?: number;
}

function pod(
  all: readonly Told[],
  { isInfeasible = false, whole }: { isInfeasible?: boolean; whole?: Told } = {},
): Pod {
  const requests = (amount: number | undefined) => (amount === undefined ? undefined : cpu(amount));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: {
      containers: all.map(({ asked }, index) => ({ name: `c${index}`, resources: { requests: cpu(asked) } })),
      overhead: cpu(10),
      ...(whole && { resources: { requests: cpu(whole.asked) } }),
    },
    status: {
      containerStatuses: all.map(({ granted, inForce }, index) => ({
        name: `c${index}`,
        allocatedResources: requests(granted),
        ...(inForce !== undefined && { resources: { requests: cpu(inForce) } }),
      })),
      ...(isInfeasible && {
        conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
      }),
      ...(whole && {
        allocatedResources: requests(whole.granted),
        resources: { requests: requests(whole.inForce) },
      }),
    },
  } as Pod;
}

const ONE_GROWS_ONE_SHRINKS: Told[] = [
  { asked: 100, granted: 300, inForce: 300 },
  { asked: 300, granted: 100, inForce: 100 },
];

/** As component-helpers of these versions count it, with an overhead of 10m. */
describe('what the scheduler counts a pod for', () => {
  it.each<[string, Pod, number, number]>([
    ['its status, not told yet', pod([{ asked: 100 }]), 110, 110],
    [
      'the most of each container before 1.37, and the largest sum since',
      pod(ONE_GROWS_ONE_SHRINKS),
      610,
      410,
    ],
    ['what was granted, where nothing is in force', pod([{ asked: 100, granted: 300 }]), 310, 310],
    ['what is in force, above what was granted', pod([{ asked: 100, granted: 200, inForce: 300 }]), 310, 310],
    [
      'what it has, of an infeasible resize',
      pod([{ asked: 900, granted: 300, inForce: 200 }], { isInfeasible: true }),
      310,
      310,
    ],
    [
      'what it was granted as a whole, while that is lowered',
      pod([{ asked: 100 }], { whole: { asked: 500, granted: 800, inForce: 700 } }),
      810,
      810,
    ],
    [
      'what it was granted as a whole, where more is infeasible',
      pod([{ asked: 100 }], { whole: { asked: 5000, granted: 800, inForce: 700 }, isInfeasible: true }),
      810,
      810,
    ],
  ])('%s', (_what, one, before, since) => {
    expect(podNeed(one, 36).cpu).toBe(before);
    expect(podNeed(one, 37).cpu).toBe(since);
    expect(podNeed(one).cpu).toBe(before);
  });

  it('is never less where the version is older or unknown', () => {
    const told = fc.record(
      { asked: fc.nat(500), granted: fc.nat(500), inForce: fc.nat(500) },
      { requiredKeys: ['asked'] },
    );
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 4 }), fc.boolean(), (all, isInfeasible) => {
        const one = pod(all, { isInfeasible });
        expect(podNeed(one).cpu).toBeGreaterThanOrEqual(podNeed(one, 37).cpu);
      }),
    );
  });
});
