import { describe, expect, it } from 'vitest';
import { amountsFrom } from '../../objects/quantity';
import type { ResourceList } from '../../objects/types';
import type { ContainerPlan } from './container-plan';
import { fitToPodResources } from './pod-resources';
import type { ContainerAmounts } from './proportions';

function container(name: string, requests: ResourceList = {}): ContainerAmounts {
  return { name, requests: amountsFrom(requests), limits: {} };
}

function plan(index: number, requests: ResourceList, limits: ResourceList = {}): ContainerPlan {
  return {
    index,
    name: `c${index}`,
    requests: amountsFrom(requests),
    limits: amountsFrom(limits),
    notes: [],
    boosted: false,
  };
}

const CONTAINERS = [
  container('c0', { cpu: '10m' }),
  container('c1', { cpu: '10m' }),
  container('c2', { cpu: '100m' }),
];

function fitted(plans: ContainerPlan[], own: { requests?: ResourceList; limits?: ResourceList }) {
  return fitToPodResources(plans, CONTAINERS, {
    requests: amountsFrom(own.requests),
    limits: amountsFrom(own.limits),
    init: [{ ...container('mesh', { cpu: '100m' }), isSidecar: true }],
  });
}

describe('the resources of the pod itself', () => {
  it('leave alone what fits', () => {
    const plans = [plan(0, { cpu: '300m' }), plan(1, { cpu: '100m' })];
    expect(fitted(plans, { requests: { cpu: '600m' } })).toEqual(plans);
  });

  it('scale requests, and limits with them, into what the other containers and sidecars leave', () => {
    const plans = [plan(0, { cpu: '300m' }, { cpu: '600m' }), plan(1, { cpu: '100m' })];
    const [first, second] = fitted(plans, { requests: { cpu: '400m' } });
    expect(first).toMatchObject({ requests: { cpu: 150 }, limits: { cpu: 300 } });
    expect(second?.requests).toEqual({ cpu: 50 });
    expect(first?.notes).toEqual([{ resource: 'cpu', reason: 'pod-resources' }]);
  });

  it('drop a resource the others leave no room for, and keep the other', () => {
    const [only] = fitted([plan(0, { cpu: '300m', memory: '1Mi' }, { cpu: '1' })], {
      requests: { cpu: '210m' },
    });
    expect(only).toMatchObject({ requests: { memory: 2 ** 20 }, limits: {} });
    expect(only?.requests.cpu).toBeUndefined();
  });

  it('cap requests at the limits of the pod if it requests nothing', () => {
    const [only] = fitted([plan(0, { cpu: '900m' })], { limits: { cpu: '700m' } });
    expect(only?.requests.cpu).toBe(490);
  });

  it('cap every limit at that of the pod', () => {
    const [only] = fitted([plan(0, { cpu: '100m' }, { cpu: '2' })], { limits: { cpu: '1' } });
    expect(only?.limits.cpu).toBe(1000);
  });
});
