import { describe, expect, it } from 'vitest';
import { type ContainerInPod, resourceView } from './resource-view';

function instance(requestCpu?: string, usedMillicores?: number, atMs = 0): ContainerInPod {
  return {
    container: { name: 'app', resources: requestCpu ? { requests: { cpu: requestCpu } } : {} },
    usage: usedMillicores === undefined ? undefined : { atMs, cpuMillicores: usedMillicores },
  };
}

const RECOMMENDED = { containerName: 'app', target: { cpu: '150m' }, upperBound: { cpu: '2' } };

describe('one resource of a container over its pods', () => {
  it('spans the requests and averages the usage', () => {
    expect(resourceView('cpu', [instance('100m', 50, 1), instance('300m', 150, 2)], RECOMMENDED)).toEqual({
      request: { min: 100, max: 300 },
      limit: undefined,
      usage: { mean: 100, max: 150, atMs: 2 },
      usedShareOfRequest: 0.5,
      target: 150,
      lowerBound: undefined,
      upperBound: 2000,
      uncappedTarget: undefined,
    });
  });

  it.each([
    ['no pod', [], undefined],
    ['no request stated', [instance(undefined, 50)], undefined],
    ['no usage yet', [instance('100m')], undefined],
    ['a request of nothing', [instance('0', 50)], undefined],
    ['usage above the request', [instance('100m', 250)], 2.5],
    ['usage of one pod of two', [instance('100m', 60), instance('200m')], 0.4],
  ] as const)('with %s, shows the share used only if it can be computed', (_, instances, share) => {
    expect(resourceView('cpu', instances, undefined).usedShareOfRequest).toBe(share);
  });
});
