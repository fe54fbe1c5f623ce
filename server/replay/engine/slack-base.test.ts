import { expect, it } from 'vitest';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { figuresLeftAlone } from '../live/run';
import { DEFAULT_OPTIONS } from './workload';

const GIB = 2 ** 30;
const STEPS = 288;

it('measures slack against the request, which the node keeps free, and shortage against the limit', () => {
  const figures = figuresLeftAlone(DEFAULT_OPTIONS, {
    namespace: 'shop',
    name: 'cart',
    startMs: Date.UTC(2026, 2, 2),
    stepMs: 300_000,
    steps: STEPS,
    replicas: 1,
    containers: [
      {
        name: 'app',
        requests: { cpu: cpuMillicores(500), memory: memoryBytes(GIB) },
        limits: { cpu: cpuMillicores(2000), memory: memoryBytes(4 * GIB) },
        usage: [
          {
            cpuMillicores: new Array<number>(STEPS).fill(1000),
            memoryBytes: new Array<number>(STEPS).fill(0.5 * GIB),
          },
        ],
      },
    ],
  });
  expect(figures.cpuSlack).toBe(-1);
  expect(figures.memorySlack).toBe(0.5);
  expect(figures.cpuSlackCores).toBe(-0.5);
  expect(figures.memorySlackGib).toBe(0.5);
  expect([figures.cpuShort, figures.memoryShort, figures.oomsADay]).toEqual([0, 0, 0]);
});
