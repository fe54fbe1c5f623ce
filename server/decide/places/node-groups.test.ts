import { describe, expect, it } from 'vitest';
import { isOfFullGroup, scalingGroupsIn } from './node-groups';

const YAML = `time: 2026-08-01 11:59:00.1 +0000 UTC
clusterWide:
  health:
    status: Healthy
nodeGroups:
- name: https://www.googleapis.com/compute/v1/projects/p/zones/z/instanceGroups/gke-shop-large-4711-grp
  health:
    status: Healthy
    cloudProviderTarget: 3
    minSize: 1
    maxSize: 3
- name: eks-small-ab12
  health:
    cloudProviderTarget: 1
    maxSize: 4
`;
const TEXT = `Cluster-wide:
  Health: Healthy (ready=3 unready=0 cloudProviderTarget=3)
NodeGroups:
  Name:        aks-large-123-vmss
  Health:      Healthy (ready=1 cloudProviderTarget=1 (minSize=0, maxSize=1))
  Name:        aks-small-123-vmss
  Health:      Healthy (ready=1 cloudProviderTarget=0 (minSize=0, maxSize=2))
`;

it('the groups of a status have their names and sizes', () => {
  expect(
    scalingGroupsIn(YAML).map(({ name, target, most }) => [name.split('/').at(-1), target, most]),
  ).toEqual([
    ['gke-shop-large-4711-grp', 3, 3],
    ['eks-small-ab12', 1, 4],
  ]);
  expect(scalingGroupsIn(TEXT)).toEqual([
    { name: 'aks-large-123-vmss', target: 1, most: 1 },
    { name: 'aks-small-123-vmss', target: 0, most: 2 },
  ]);
  expect(scalingGroupsIn('')).toEqual([]);
});

describe('no node comes like one', () => {
  const groups = scalingGroupsIn(YAML);

  it.each<[string, Record<string, string>, boolean]>([
    ['whose group is at its maximum', { 'cloud.google.com/gke-nodepool': 'large' }, true],
    ['whose group may grow, but one may', { 'eks.amazonaws.com/nodegroup': 'small' }, false],
    ['whose group is part of a word, but one may', { 'cloud.google.com/gke-nodepool': 'larg' }, false],
    ['of a group that is not listed, but one may', { 'cloud.google.com/gke-nodepool': 'other' }, false],
    ['without a group, but one may', { 'kubernetes.io/hostname': 'large' }, false],
  ])('%s', (_what, labels, expected) => {
    expect(isOfFullGroup(labels, groups)).toBe(expected);
  });

  it('only if no other group of that name may grow', () => {
    const more = [...groups, { name: 'gke-shop-large-4712-grp', target: 0, most: 3 }];
    expect(isOfFullGroup({ 'cloud.google.com/gke-nodepool': 'large' }, more)).toBe(false);
  });
});
