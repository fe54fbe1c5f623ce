import { describe, expect, it } from 'vitest';
import { type Amounts, cpuMillicores, memoryBytes } from '../../model/units';
import { fitToLargestNode } from './node-room';
import type { NamedRecommendation } from './post-process';

const cpu = (amount: number): Amounts => ({ cpu: cpuMillicores(amount), memory: memoryBytes(100) });
const container = (name: string, target: number, lowerBound = target / 2): NamedRecommendation => ({
  container: name,
  target: cpu(target),
  lowerBound: cpu(lowerBound),
  upperBound: cpu(1e14),
  uncappedTarget: cpu(target),
});
const largest: Amounts = { cpu: cpuMillicores(1900), memory: memoryBytes(1000) };

describe('a recommendation above the largest node', () => {
  it('is cut in target and lower bound, while the uncapped target still shows the need', () => {
    const [fitted] = fitToLargestNode([container('app', 3000, 2000)], largest);
    expect(fitted).toEqual({ ...container('app', 3000), target: cpu(1900), lowerBound: cpu(1900) });
  });

  it('is cut in proportion if several containers share the pod', () => {
    const fitted = fitToLargestNode([container('app', 3000), container('proxy', 800)], largest);
    expect(fitted.map(({ target }) => target.cpu)).toEqual([1500, 400]);
    expect(fitted.map(({ target }) => target.memory)).toEqual([100, 100]);
    expect(fitted.map(({ lowerBound }) => lowerBound.cpu)).toEqual([1500, 400]);
  });

  it.each<[string, number, Amounts | undefined]>([
    ['just fits', 1900, largest],
    ['is above a node nobody knows', 9000, undefined],
    ['is above a node that does not say how much it has', 9000, {}],
  ])('is unchanged if it %s', (_name, target, node) => {
    const recommended = [container('app', target)];
    expect(fitToLargestNode(recommended, node)).toBe(recommended);
  });

  it('is cut by the pods that have it, if the VPA has several kinds of pods', () => {
    const all = [container('api', 1500), container('job', 1500), container('proxy', 800)];
    const cpus = (pods: string[][]) => fitToLargestNode(all, largest, pods).map(({ target }) => target.cpu);
    expect(cpus([['api'], ['job'], ['proxy']])).toEqual([1500, 1500, 800]);
    expect(cpus([['api', 'proxy'], ['job']])).toEqual([1239, 1500, 660]);
    expect(
      cpus([
        ['api', 'proxy'],
        ['job', 'proxy', 'api'],
      ]),
    ).toEqual([750, 750, 400]);
  });
});
