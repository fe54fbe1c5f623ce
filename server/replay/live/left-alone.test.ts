import { expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../engine/workload';
import { figuresLeftAlone, figuresUnder } from './run';

const STEPS = 600;
const MIB = 2 ** 20;
const amounts = { cpu: cpuMillicores(100), memory: memoryBytes(200 * MIB) };

/** Wants more CPU than its limit at times, and is killed at others. */
const workload: ReplayWorkload = {
  namespace: 'shop',
  name: 'web',
  startMs: Date.UTC(2026, 1, 2),
  stepMs: 300_000,
  steps: STEPS,
  replicas: 2,
  containers: [
    {
      name: 'app',
      requests: amounts,
      limits: amounts,
      usage: [
        {
          cpuMillicores: Float32Array.from({ length: STEPS }, (_, step) => 60 + (step % 90)),
          memoryBytes: Float32Array.from({ length: STEPS }, (_, step) => (120 + (step % 120)) * MIB),
        },
      ],
    },
  ],
};

it('comes to the same, left alone, as under a VPA in mode Off', () => {
  const policy = {
    spec: { updatePolicy: { updateMode: 'Off' as const } },
    recommender: 'default',
    parameters: {},
    config: defaultConfig(),
  };
  const { recommendationChanges, ...off } = figuresUnder(
    { name: 'off', policy, options: DEFAULT_OPTIONS },
    workload,
  );
  const { recommendationChanges: none, ...alone } = figuresLeftAlone(DEFAULT_OPTIONS, workload);
  expect(alone).toEqual(off);
  expect(off.oomsADay).toBeGreaterThan(0);
  expect(off.throttledMinutesADay).toBeGreaterThan(0);
  expect([none, recommendationChanges]).toEqual([0, expect.any(Number)]);
});
