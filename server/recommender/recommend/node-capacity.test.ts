import { describe, expect, it } from 'vitest';
import type { Pod } from '../../objects/types';
import { type Amounts, cpuMillicores, memoryBytes } from '../../objects/units';
import { fillNode, fitToNodes, type PodCapacity } from './node-capacity';
import type { NamedRecommendation } from './post-process';

const cpu = (amount: number): Amounts => ({ cpu: cpuMillicores(amount), memory: memoryBytes(100) });
const container = (name: string, target: number, lowerBound = target / 2): NamedRecommendation => ({
  container: name,
  target: cpu(target),
  lowerBound: cpu(lowerBound),
  upperBound: cpu(1e14),
  uncappedTarget: cpu(target),
});
const nodes = (...all: [cpu: number, memory: number][]): PodCapacity => ({
  nodes: all.map(([millicores, memory]) => ({ cpu: millicores, memory })),
  kinds: [],
});
const largest = nodes([1900, 1000]);

describe('a recommendation above what a node can give', () => {
  it('is cut in target and lower bound, while the uncapped target still shows the need', () => {
    const [fitted] = fitToNodes([container('app', 3000, 2000)], largest);
    expect(fitted).toEqual({ ...container('app', 3000), target: cpu(1900), lowerBound: cpu(1900) });
  });

  it('is cut in proportion if several containers share the pod', () => {
    const fitted = fitToNodes([container('app', 3000), container('proxy', 800)], largest);
    expect(fitted.map(({ target }) => target.cpu)).toEqual([1500, 400]);
    expect(fitted.map(({ target }) => target.memory)).toEqual([100, 100]);
    expect(fitted.map(({ lowerBound }) => lowerBound.cpu)).toEqual([1500, 400]);
  });

  it.each<[string, number, PodCapacity | undefined]>([
    ['just fits', 1900, largest],
    ['is above a node that does not matter', 9000, undefined],
    ['is above nodes nobody knows', 9000, nodes()],
  ])('is unchanged if it %s', (_name, target, capacity) => {
    const recommended = [container('app', target)];
    expect(fitToNodes(recommended, capacity)).toBe(recommended);
  });

  it('is cut to CPU and memory of the same node, the one that leaves most of both', () => {
    const wide = {
      ...container('app', 3000),
      target: { cpu: cpuMillicores(3000), memory: memoryBytes(4000) },
    };
    const fitted = (capacity: PodCapacity) => fitToNodes([wide], capacity)[0]?.target;
    expect(fitted(nodes([1500, 4000], [3000, 1000]))).toEqual({ cpu: 1500, memory: 4000 });
    expect(fitted(nodes([500, 4000], [3000, 2500]))).toEqual({ cpu: 3000, memory: 2500 });
    expect(
      fillNode(
        [{ ...wide, target: { cpu: cpuMillicores(1500), memory: memoryBytes(4000) } }],
        'cpu',
        nodes([1500, 4000], [3000, 1000]),
      ),
    ).toBe(true);
  });

  it('leaves room for the rest of the pod: containers that are off, sidecars and overhead', () => {
    const asks = (name: string, millicores: string) => ({
      name,
      resources: { requests: { cpu: millicores } },
    });
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-0' },
      spec: {
        containers: [asks('app', '100m'), asks('off', '300m')],
        initContainers: [{ ...asks('proxy', '200m'), restartPolicy: 'Always' }, asks('setup', '800m')],
        overhead: { cpu: '50m' },
      },
    };
    const capacity = { ...largest, kinds: [pod] };
    expect(fitToNodes([container('app', 3000)], capacity)[0]?.target.cpu).toBe(1350);
    expect(fillNode([container('app', 1350)], 'cpu', capacity)).toBe(true);
    expect(fillNode([container('app', 1000)], 'cpu', capacity)).toBe(false);
  });

  it('is cut by the pods that have it, if the VPA has several kinds of pods', () => {
    const all = [container('api', 1500), container('job', 1500), container('proxy', 800)];
    const cpus = (pods: string[][]) => fitToNodes(all, largest, pods).map(({ target }) => target.cpu);
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
