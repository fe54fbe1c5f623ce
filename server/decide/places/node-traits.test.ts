import { expect, it } from 'vitest';
import type { Node } from '../../objects/types';
import { traitsOf } from './node-traits';

const node = (status: object): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  status: status as NonNullable<Node['status']>,
});

it.each([
  ['v1.33.2', 33],
  ['v1.36.0-rc.1+k3s1', 36],
  ['1.32.9-gke.100', 32],
  ['nonsense', undefined],
])('reads the version %s', (kubeletVersion, minor) => {
  expect(traitsOf(node({ nodeInfo: { kubeletVersion } })).kubeletMinor).toBe(minor);
});

it('knows Windows, swap and declared features, and takes what is missing or broken for none', () => {
  expect(
    traitsOf(
      node({
        nodeInfo: { kubeletVersion: 'v1.36.1', operatingSystem: 'windows', swap: { capacity: 1024 } },
        declaredFeatures: ['InPlacePodLevelResourcesVerticalScaling'],
      }),
    ),
  ).toEqual({
    kubeletMinor: 36,
    isOfLinux: false,
    swaps: true,
    labels: {},
    pressures: [],
    features: ['InPlacePodLevelResourcesVerticalScaling'],
  });
  const nothing = { isOfLinux: true, swaps: false, features: [], labels: {}, pressures: [] };
  expect(traitsOf(node({ declaredFeatures: 'x' }))).toEqual(nothing);
  expect(traitsOf({ ...node({}), status: undefined })).toEqual(nothing);
});

it.each([
  [{}, 'linux', true],
  [{ 'kubernetes.io/os': 'linux' }, 'linux', true],
  [{ 'kubernetes.io/os': 'windows' }, 'linux', false],
  [{ 'kubernetes.io/os': 'solaris' }, undefined, false],
  [{ 'kubernetes.io/os': 'linux' }, 'windows', false],
])('is of Linux by its label, as the API server judges, and its kubelet: %j, %s', (labels, system, isSo) => {
  const labelled = { ...node({ nodeInfo: { operatingSystem: system } }), metadata: { name: 'n', labels } };
  expect(traitsOf(labelled).isOfLinux).toBe(isSo);
});

it('keeps of its taints those that end pods, and takes what is no list for none', () => {
  const tainted = (taints: unknown) =>
    traitsOf({ ...node({}), spec: { taints } as NonNullable<Node['spec']> }).endingTaints;
  const ending = { key: 'drained', effect: 'NoExecute' };
  expect(tainted([ending, { key: 'gpu', effect: 'NoSchedule' }, null])).toEqual([ending]);
  expect(tainted([{ key: 'gpu', effect: 'NoSchedule' }])).toBeUndefined();
  expect(tainted('x')).toBeUndefined();
});
