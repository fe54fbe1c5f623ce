import { expect, it } from 'vitest';
import type { Container, Pod, ResourceList } from '../../objects/types';
import { quotaCharge } from './quota-charge';

interface Stating {
  readonly asked: string;
  readonly granted?: string;
  readonly inForce?: string;
}

const cpu = (amount: string | undefined): ResourceList | undefined =>
  amount === undefined ? undefined : { cpu: amount };

function podOf(field: 'requests' | 'limits', ...all: Stating[]): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: {
      containers: all.map(
        ({ asked }, index): Container => ({ name: `c${index}`, resources: { [field]: cpu(asked) } }),
      ),
    },
    status: {
      containerStatuses: all.map(({ granted, inForce }, index) => ({
        name: `c${index}`,
        ...(granted !== undefined && { allocatedResources: cpu(granted) }),
        ...(inForce !== undefined && { resources: { [field]: cpu(inForce) } }),
      })),
    } as Pod['status'],
  };
}

const to =
  (...amounts: number[]) =>
  (name: string) =>
    amounts[Number(name.slice(1))];

it.each<[string, Pod, number[], { was: number; becomes: number }]>([
  [
    'what is asked, where no status tells more',
    podOf('requests', { asked: '200m' }),
    [300],
    { was: 200, becomes: 300 },
  ],
  [
    'what is in force, until less is',
    podOf('requests', { asked: '200m', granted: '200m', inForce: '500m' }),
    [400],
    { was: 500, becomes: 500 },
  ],
  [
    'what was granted, until less is',
    podOf('requests', { asked: '200m', granted: '500m', inForce: '200m' }),
    [600],
    { was: 500, becomes: 600 },
  ],
  [
    'a deferred raise as asked',
    podOf('requests', { asked: '900m', granted: '100m', inForce: '100m' }),
    [950],
    { was: 900, becomes: 950 },
  ],
  [
    'limits that are in force',
    podOf('limits', { asked: '1', inForce: '2' }),
    [1500],
    { was: 2000, becomes: 2000 },
  ],
  [
    'of two containers in turn what grows more: 1.37 takes the larger sum, 1.36 the larger of each',
    podOf(
      'requests',
      { asked: '100m', granted: '400m', inForce: '400m' },
      { asked: '100m', granted: '100m', inForce: '100m' },
    ),
    [100, 300],
    { was: 500, becomes: 700 },
  ],
])('charges %s', (_what, pod, planned, charge) => {
  const field = pod.spec.containers[0]?.resources?.limits ? 'limits' : 'requests';
  expect(quotaCharge(pod, field, 'cpu', to(...planned))).toEqual(charge);
});
