import { describe, expect, it } from 'vitest';
import type { ConfigMap } from '../objects/types';
import { isScaling, NodeSupply, nodeSizeFrom, scalingGroups } from './node-supply';

const NOW_MS = Date.parse('2026-08-01T12:00:00Z');
const map = (status: string): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'cluster-autoscaler-status' },
  data: { status },
});

const yaml = (time: string, sizes: [target: number, most: number][]) =>
  [
    `time: ${time}`,
    'autoscalerStatus: Running',
    'nodeGroups:',
    ...sizes.map(
      ([target, most]) =>
        `- name: group\n  health:\n    status: Healthy\n    cloudProviderTarget: ${target}\n    minSize: 1\n    maxSize: ${most}`,
    ),
  ].join('\n');

const text = (sizes: [target: number, most: number][]) =>
  [
    'Cluster-autoscaler status at 2026-08-01 11:59:30.5 +0000 UTC:',
    'Cluster-wide:',
    '  Health: Healthy (ready=3 unready=0 cloudProviderTarget=3)',
    'NodeGroups:',
    ...sizes.map(
      ([target, most]) =>
        `  Health: Healthy (ready=1 cloudProviderTarget=${target} (minSize=0, maxSize=${most}))`,
    ),
  ].join('\n');

it.each<[string, ConfigMap | undefined, boolean]>([
  ['without a status', undefined, false],
  [
    'a group below its maximum',
    map(
      yaml('2026-08-01 11:59:00.1 +0000 UTC', [
        [3, 3],
        [1, 4],
      ]),
    ),
    true,
  ],
  ['all groups at their maximum', map(yaml('2026-08-01 11:59:00.1 +0000 UTC', [[3, 3]])), false],
  ['a status of long ago', map(yaml('2026-08-01 09:00:00 +0000 UTC', [[1, 4]])), false],
  [
    'the older text, below',
    map(
      text([
        [1, 1],
        [0, 2],
      ]),
    ),
    true,
  ],
  [
    'the older text, at the maximum',
    map(
      text([
        [1, 1],
        [2, 2],
      ]),
    ),
    false,
  ],
])('nodes come, or not, with %s', (_what, status, expected) => {
  expect(isScaling(scalingGroups(status, NOW_MS))).toBe(expected);
});

it('reads the size of a node that a setting states', () => {
  expect(nodeSizeFrom('cpu=16,memory=64Gi')).toEqual({ cpu: 16_000, memory: 64 * 2 ** 30 });
  expect(nodeSizeFrom('memory=512Mi, cpu=500m')).toEqual({ cpu: 500, memory: 512 * 2 ** 20 });
  expect(nodeSizeFrom('')).toBeUndefined();
});

interface RightsReview {
  spec: { resourceAttributes: { resource: string; name?: string } };
}

const askedOf = (review?: RightsReview) => {
  const { resource = '', name = '' } = review?.spec.resourceAttributes ?? {};
  return `${resource} ${name}`;
};

describe('what is known of nodes that come', () => {
  const GIB = 2 ** 30;
  const POOLS = { items: [{ metadata: { name: 'general' }, spec: {} }] };
  const machine = (labels: Record<string, string>) => ({
    metadata: { name: 'one', labels },
    status: {
      capacity: { cpu: '8', memory: '32Gi' },
      allocatable: { cpu: '7', memory: '30Gi' },
    },
  });
  const OF_POOL = { 'karpenter.sh/nodepool': 'general' };

  /** What it says once the cluster has answered. */
  async function known(
    answers: Record<string, object>,
    { setting = '', mode = 'auto' as 'auto' | 'on' | 'off', nodes = [] as object[], minutes = 1 } = {},
  ) {
    const asked: string[] = [];
    let elapsedMs = 0;
    const supply = new NodeSupply({
      client: {
        request: (async (method: string, path: string, { body }: { body?: RightsReview } = {}) => {
          const answerTo = (text: string) => Object.entries(answers).find(([part]) => text.includes(part));
          if (method === 'POST') return { status: { allowed: answerTo(askedOf(body)) !== undefined } };
          asked.push(path);
          const found = answerTo(path);
          if (!found) throw new Error('forbidden');
          return found[1];
        }) as never,
      },
      caches: { nodes: { list: () => nodes as never } },
      wallClock: { now: () => NOW_MS, steady: () => elapsedMs } as never,
      config: { nodeAutoscaling: mode, largestNode: setting },
    });
    for (let minute = 0; minute < minutes; minute++) {
      elapsedMs = minute * 60_000;
      void supply.comes;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { comes: supply.comes, ...supply.coming, asked };
  }

  it('comes from the NodeClaims of Karpenter', async () => {
    const answers = { nodepools: POOLS, nodeclaims: { items: [machine(OF_POOL)] } };
    expect(await known(answers)).toMatchObject({
      comes: true,
      sizes: [{ cpu: 7000, memory: 30 * GIB }],
      isBare: true,
    });
  });

  it('comes from the nodes that a pool made, where NodeClaims may not be read', async () => {
    const nodes = [machine(OF_POOL), machine({})];
    expect(await known({ nodepools: POOLS }, { nodes })).toMatchObject({
      comes: true,
      sizes: [{ cpu: 7000, memory: 30 * GIB }],
    });
  });

  it('knows which groups of the Cluster Autoscaler are at their maximum', async () => {
    const status = map(
      yaml('2026-08-01 11:59:00.1 +0000 UTC', [
        [3, 3],
        [1, 4],
      ]).replace('name: group', 'name: gke-large-grp'),
    );
    const { comes, isNoMore } = await known({ 'cluster-autoscaler-status': status });
    const poolOf = (pool: string) => ({ 'cloud.google.com/gke-nodepool': pool });
    expect([comes, isNoMore?.(poolOf('large')), isNoMore?.(poolOf('group'))]).toEqual([true, true, false]);
  });

  it('is what the setting states, whatever Karpenter says', async () => {
    const answers = { nodepools: POOLS, nodeclaims: { items: [machine(OF_POOL)] } };
    expect(await known(answers, { setting: 'cpu=2,memory=4Gi' })).toMatchObject({
      sizes: [{ cpu: 2000, memory: 4 * GIB }],
      isBare: false,
    });
  });

  it('asks for nothing that the account may not read', async () => {
    expect(await known({}, { minutes: 30 })).toMatchObject({ comes: false, asked: [] });
  });

  it('asks each minute for what it may read', async () => {
    const { asked } = await known({ nodepools: POOLS }, { minutes: 5 });
    expect(asked.filter((path) => path.includes('nodepools'))).toHaveLength(5);
  });

  it('is nothing where Karpenter may not be read, or autoscaling is off', async () => {
    expect(await known({})).toMatchObject({ comes: false, sizes: [] });
    expect(await known({}, { mode: 'on' })).toMatchObject({ comes: true, sizes: [] });
    expect(await known({ nodepools: POOLS }, { mode: 'off' })).toMatchObject({
      comes: false,
      sizes: [],
      asked: [],
    });
  });
});
