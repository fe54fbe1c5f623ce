import { describe, expect, it } from 'vitest';
import { ownerKey } from '../objects/target-key';
import { ALL_PODS, partOfWorkload, partOnNodes, partText } from './outcome-parts';

const WEB = partOfWorkload(
  ownerKey({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' }),
);
const ZONE = 'topology.kubernetes.io/zone';

describe('a part of the pods of a VPA', () => {
  it.each([
    ['of all', ALL_PODS, 'Pods'],
    ['of one workload', WEB, 'Pods of Deployment web'],
    ['of a kind without a group', partOfWorkload('shop//Worker/w'), 'Pods of Worker w'],
    ['on nodes alike', partOnNodes(ALL_PODS, ZONE, 'a'), `Pods on nodes with ${ZONE}=a`],
    ['on nodes with an empty value', partOnNodes(ALL_PODS, 'size', ''), 'Pods on nodes with size='],
    ['on nodes without the label', partOnNodes(ALL_PODS, 'size', '__absent__'), 'Pods on nodes with no size'],
    ['on the other nodes', partOnNodes(ALL_PODS, 'size', '__others__'), 'Pods on nodes with another size'],
    ['of both', partOnNodes(WEB, ZONE, 'a'), `Pods of Deployment web on nodes with ${ZONE}=a`],
  ])('%s is named', (_what, part, expected) => {
    expect(partText(part)).toBe(expected);
  });

  it('is all pods where no workload is known', () => {
    expect(partOfWorkload(undefined)).toBe(ALL_PODS);
  });
});
