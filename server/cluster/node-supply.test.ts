import { expect, it } from 'vitest';
import type { ConfigMap } from '../kube/types';
import { isScaling, nodeSizeFrom } from './node-supply';

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
  expect(isScaling(status, NOW_MS)).toBe(expected);
});

it('reads the size of a node that a setting states', () => {
  expect(nodeSizeFrom('cpu=16,memory=64Gi')).toEqual({ cpu: 16_000, memory: 64 * 2 ** 30 });
  expect(nodeSizeFrom('memory=512Mi, cpu=500m')).toEqual({ cpu: 500, memory: 512 * 2 ** 20 });
  expect(nodeSizeFrom('')).toBeUndefined();
});
