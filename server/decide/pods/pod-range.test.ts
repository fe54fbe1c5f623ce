import { describe, expect, it } from 'vitest';
import { amountsFrom } from '../../objects/quantity';
import type { ResourceList } from '../../objects/types';
import { fitToPodRange } from './pod-range';
import type { ContainerAmounts } from './proportions';

function container(name: string, requests: ResourceList = {}, limits: ResourceList = {}): ContainerAmounts {
  return { name, requests: amountsFrom(requests), limits: amountsFrom(limits) };
}

function fitted(
  containers: ContainerAmounts[],
  recommended: (string | undefined)[],
  range: { min?: string; max?: string },
): (number | undefined)[] {
  return fitToPodRange(
    recommended.map((cpu) => (cpu === undefined ? undefined : amountsFrom({ cpu }))),
    containers,
    {
      min: range.min ? amountsFrom({ cpu: range.min }) : undefined,
      max: range.max ? amountsFrom({ cpu: range.max }) : undefined,
    },
    (index) => recommended[index] === undefined,
  ).map((amounts) => amounts?.cpu);
}

const doubling = (name: string) => container(name, { cpu: '100m' }, { cpu: '200m' });

describe('a pod LimitRange', () => {
  it('leaves alone what fits', () => {
    expect(fitted([doubling('a'), doubling('b')], ['100m', '300m'], { max: '800m', min: '400m' })).toEqual([
      100, 300,
    ]);
  });

  it('scales all down by one ratio until their limits fit the maximum', () => {
    expect(fitted([doubling('a'), doubling('b')], ['100m', '300m'], { max: '400m' })).toEqual([50, 150]);
  });

  it('scales all up by one ratio until their requests reach the minimum', () => {
    expect(fitted([doubling('a'), doubling('b')], ['100m', '300m'], { min: '800m' })).toEqual([200, 600]);
  });

  it('ignores containers without limits', () => {
    expect(fitted([container('a', { cpu: '100m' })], ['900m'], { max: '400m', min: '100m' })).toEqual([900]);
  });

  it('rounds up on the way to the minimum, so that the sum reaches it', () => {
    const limited = (name: string) => container(name, { cpu: '1m' }, { cpu: '10m' });
    const containers = [limited('a'), limited('b'), limited('c')];
    expect(fitted(containers, ['4m', '21m', '90m'], { min: '150m' })).toEqual([6, 28, 118]);
  });

  it('rounds down on the way to the maximum, so that the sum does not pass it', () => {
    const limited = (name: string) => container(name, { cpu: '1m' }, { cpu: '1m' });
    const containers = [limited('a'), limited('b'), limited('c')];
    expect(fitted(containers, ['4m', '21m', '90m'], { max: '50m' })).toEqual([1, 9, 39]);
  });

  it('leaves a fixed container alone, and scales the others into the rest', () => {
    const held = container('b', { cpu: '100m' }, { cpu: '200m' });
    expect(fitted([doubling('a'), held], ['300m', undefined], { max: '400m' })).toEqual([100, undefined]);
  });

  it('scales nothing if that container leaves no room', () => {
    const held = container('b', { cpu: '1' }, { cpu: '1' });
    expect(fitted([doubling('a'), held], ['300m', undefined], { max: '400m' })).toEqual([300, undefined]);
  });

  it('survives unknown containers', () => {
    expect(fitted([container('a'), container('b')], [undefined, undefined], { max: '1', min: '1' })).toEqual([
      undefined,
      undefined,
    ]);
  });
});
