import { describe, expect, it } from 'vitest';
import { karpenterSupply } from './karpenter';

const GIB = 2 ** 30;

interface PoolOptions {
  readonly requirements?: readonly object[];
  readonly limits?: object;
  readonly inUse?: object;
  readonly taints?: readonly object[];
}

const pool = ({ requirements = [], limits, inUse, taints }: PoolOptions = {}) => ({
  metadata: { name: 'general' },
  spec: { template: { spec: { requirements, taints } }, limits },
  status: { resources: inUse },
});
const made = (cpu: number, gib: number, by = 'general') => ({
  metadata: { labels: { 'karpenter.sh/nodepool': by } },
  status: {
    capacity: { cpu: String(cpu), memory: `${gib}Gi` },
    allocatable: { cpu: `${cpu * 1000 - 100}m`, memory: `${gib - 1}Gi` },
  },
});
const cpu = (operator: string, ...values: string[]) => ({
  key: 'karpenter.k8s.aws/instance-cpu',
  operator,
  values,
});
const memory = (operator: string, ...values: string[]) => ({
  key: 'karpenter.k8s.aws/instance-memory',
  operator,
  values,
});
const offered = (cores: number, gib: number) => ({ cpu: cores * 1000 - 100, memory: (gib - 1) * GIB });

describe('the nodes that Karpenter can still make', () => {
  it.each<[string, object[], object[], boolean, object[]]>([
    ['are none without a pool', [], [made(4, 16)], false, []],
    ['are of unknown size where nothing says it', [pool()], [], true, []],
    [
      'are as large as the largest that the pool made',
      [pool()],
      [made(4, 16), made(8, 32)],
      true,
      [offered(8, 32)],
    ],
    [
      'offer much CPU or much memory, whatever was made',
      [pool()],
      [made(16, 32), made(8, 64)],
      true,
      [offered(8, 64), offered(16, 32)],
    ],
    ['are not those of another pool', [pool()], [made(8, 32, 'other')], true, []],
    [
      'are only what the requirements allow today',
      [pool({ requirements: [cpu('Lt', '8')] })],
      [made(4, 16), made(8, 32)],
      true,
      [offered(4, 16)],
    ],
    [
      'fit in what the limits leave',
      [pool({ limits: { cpu: '10' }, inUse: { cpu: '4' } })],
      [made(4, 16), made(8, 32)],
      true,
      [offered(4, 16)],
    ],
    [
      'are none where the limits are used up',
      [pool({ limits: { cpu: 10 }, inUse: { cpu: '10' } })],
      [made(4, 16)],
      false,
      [],
    ],
    [
      'are not for pods that tolerate nothing, with taints',
      [pool({ taints: [{ key: 'gpu' }] })],
      [made(4, 16)],
      true,
      [],
    ],
    [
      'have at least what the requirements demand of each, less what the system keeps',
      [pool({ requirements: [cpu('In', '8', '16'), memory('Gt', '32767')] })],
      [],
      true,
      [{ cpu: 6800, memory: 32 * 1024 * 2 ** 20 * 0.85 }],
    ],
    [
      'are of unknown size where only the most is demanded, since nobody knows that there is such a machine',
      [pool({ requirements: [cpu('Lt', '17'), memory('Lt', '65537')] })],
      [],
      true,
      [],
    ],
  ])('%s', (_what, pools, all, comes, sizes) => {
    expect(karpenterSupply(pools, all)).toEqual({ comes, sizes });
  });

  it.each([
    ['no object', 'x'],
    ['limits of words', pool({ limits: { cpu: 'many' } })],
    [
      'requirements of words',
      { metadata: { name: 'general' }, spec: { template: { spec: { requirements: 'any' } } } },
    ],
    ['values of words', pool({ requirements: [cpu('In', 'large')] })],
  ])('are known from other objects beside one that is odd: %s', (_what, odd) => {
    expect(karpenterSupply([odd, pool()], [made(4, 16), 7, { metadata: null }]).sizes).toEqual([
      offered(4, 16),
    ]);
  });
});
