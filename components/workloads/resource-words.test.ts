import { describe, expect, it } from 'vitest';
import type { ResourceView } from '@/server/contract/recommendations';
import { resourceDetails, resourceWords } from './resource-words';

const MIB = 2 ** 20;
const VIEW: ResourceView = { request: { min: 300 * MIB, max: 300 * MIB }, target: 200 * MIB };
const OWN = { target: 480 * MIB, lowerBound: 432 * MIB, upperBound: 600 * MIB };

describe('a resource in the list of workloads', () => {
  it('has no limit while limits keep their proportion to requests', () => {
    expect(resourceWords('memory', { ...VIEW, limit: { min: 1, max: 1 } })).toEqual({
      request: '300 MiB',
      target: '200 MiB',
    });
  });

  it.each<[string, ResourceView['limit'], string]>([
    ['the limit that it has', { min: 450 * MIB, max: 450 * MIB }, '450 MiB'],
    ['that it has none', undefined, 'not set'],
    ['the limits of pods that differ', { min: 400 * MIB, max: 450 * MIB }, '400–450 MiB'],
    ['a limit that is nearly the same', { min: 480.2 * MIB, max: 480.2 * MIB }, '480.2 MiB'],
  ])('has beside the target of a limit %s', (_, limit, from) => {
    const view = { ...VIEW, ...(limit && { limit }), ownLimit: OWN };
    expect(resourceWords('memory', view).limit).toEqual({ from, to: '480 MiB' });
    expect(resourceDetails('memory', view, 8)).toContainEqual({
      label: 'Limit target',
      value: '480 MiB',
    });
  });
});
