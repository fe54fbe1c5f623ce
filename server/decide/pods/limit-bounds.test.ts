import { describe, expect, it } from 'vitest';
import type { LimitRange } from '../../objects/types';
import { effectiveLimits, namespaceLimits } from './limit-bounds';

function range(limits: LimitRange['spec']['limits']): LimitRange {
  return {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'lr', namespace: 'ns' },
    spec: { limits },
  };
}

describe('the LimitRanges of a namespace', () => {
  it('are empty without any, or without one that limits', () => {
    expect(namespaceLimits([])).toEqual({});
    expect(namespaceLimits([range(null), range([{ type: 'Container' }])])).toEqual({});
  });

  it('round a maximum down that is finer than can be allocated, since more would be refused', () => {
    const { container } = namespaceLimits([
      range([{ type: 'Container', max: { cpu: '1500u', memory: '1500m' } }]),
    ]);
    expect(container?.max).toEqual({ cpu: 1, memory: 1 });
  });

  it('are merged: the highest minimum, the lowest maximum, the lowest ratio, the last default', () => {
    const { container, pod } = namespaceLimits([
      range([
        { type: 'Container', min: { cpu: '10m' }, max: { cpu: '2' }, default: { cpu: '1' } },
        { type: 'Pod', max: { memory: '2Gi' } },
      ]),
      range([
        {
          type: 'Container',
          min: { cpu: '50m' },
          max: { cpu: '1', memory: '1Gi' },
          default: { memory: '1Mi' },
        },
        { type: 'Container', maxLimitRequestRatio: { cpu: '4' } },
        { type: 'Container', maxLimitRequestRatio: { cpu: '1500m' } },
        { type: 'PersistentVolumeClaim', max: { storage: '1Gi' } },
      ]),
    ]);
    expect(container).toEqual({
      min: { cpu: 50 },
      max: { cpu: 1000, memory: 2 ** 30 },
      defaultLimit: { memory: 2 ** 20 },
      maxRatio: { cpu: 1.5 },
    });
    expect(pod).toMatchObject({ max: { memory: 2 ** 31 } });
  });

  it('hold a whole pod with the default limit of its containers, as the API server does', () => {
    const limits = effectiveLimits([
      range([
        { type: 'Container', default: { cpu: '1' } },
        { type: 'Pod', max: { cpu: '2' } },
      ]),
    ]);
    expect(limits.pod?.defaultLimit).toEqual({ cpu: 1000 });
  });
});
