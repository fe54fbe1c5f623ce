import { describe, expect, it } from 'vitest';
import type { WholePodView } from '@/server/contract/whole-pod';
import { wholePodLines } from './whole-pod-lines';

const amounts = (cpu: number, mib: number) => ({
  cpu: cpu,
  memory: mib * 2 ** 20,
});
const view: WholePodView = {
  pod: 'web-1',
  requests: amounts(900, 900),
  limits: { cpu: 1800 },
  usage: amounts(200, 210),
  isSized: false,
  containers: amounts(260, 300),
};

describe('a pod with resources of its own', () => {
  it('is told as it is, with how to size it', () => {
    expect(wholePodLines(view)).toEqual([
      'CPU: the pod requests 900m, is limited to 1.8 cores, uses 200m now.',
      'Memory: the pod requests 900 MiB, uses 210 MiB now.',
      'The VPA sizes the containers within this and leaves the pod as it is; plumbline.dev/pod-level: auto on the VPA sizes the pod too.',
    ]);
  });

  it('is told with its target and bounds, beside what its containers ask for', () => {
    const sized = {
      ...view,
      isSized: true,
      target: amounts(230, 250),
      lowerBound: amounts(200, 240),
      upperBound: amounts(400, 500),
      spanMs: 7_200_000,
      samples: 120,
    };
    expect(wholePodLines(sized)[0]).toBe(
      'CPU: the pod requests 900m, is limited to 1.8 cores, uses 200m now; target 230m (200m to 400m); its containers alone would ask for 260m.',
    );
    expect(wholePodLines(sized).at(-1)).toMatch(/^Learned from what its containers used together in 2 h/);
  });

  it('says that nothing is known yet', () => {
    expect(wholePodLines({ ...view, isSized: true }).at(-1)).toMatch(/^Nothing is known yet/);
  });

  it('says nothing of what it does not state', () => {
    expect(wholePodLines({ ...view, requests: {}, limits: { memory: 2 ** 30 } })[0]).toBe(
      'Memory: the pod is limited to 1 GiB, uses 210 MiB now.',
    );
  });
});
