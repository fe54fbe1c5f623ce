import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { RECOMMENDER_NAMES } from '@/server/decide/estimators/recommenders';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import { drawsFrom } from '@/tests/support/draws-from';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../engine/workload';
import { figuresUnder } from './run';

const MINUTE_MS = 60_000;
const MIB = 2 ** 20;
const DAYS = 8;

/** Usage by leaps, so that targets move between an eviction and the next look at its replacement. */
function leaping(minutes: number, seed: number): ReplayWorkload {
  const draw = drawsFrom(seed);
  const steps = (DAYS * 1440) / minutes;
  const levels = Array.from({ length: DAYS * 96 }, () => draw() ** 6);
  const levelAt = (step: number) => levels[Math.floor((step * minutes) / 15)] ?? 0;
  const stepsOf = (of: (level: number) => number) =>
    Array.from({ length: steps }, (_, step) => of(levelAt(step)));
  return {
    namespace: 'shop',
    name: 'cart',
    startMs: Date.UTC(2026, 2, 2),
    stepMs: minutes * MINUTE_MS,
    steps,
    replicas: 2,
    containers: [
      {
        name: 'app',
        requests: { cpu: cpuMillicores(2000), memory: memoryBytes(4000 * MIB) },
        limits: { memory: memoryBytes(4000 * MIB) },
        usage: [
          {
            cpuMillicores: stepsOf((level) => (50 + 2000 * level) * (0.9 + 0.2 * draw())),
            memoryBytes: stepsOf((level) => (300 + 2500 * level) * (0.95 + 0.1 * draw()) * MIB),
          },
        ],
      },
    ],
  };
}

describe.each([1, 5, 60])('a replay of samples every %i min, which admission never fails', (minutes) => {
  it.each(RECOMMENDER_NAMES)(
    'comes to the same with the loop breaker and without, with %s',
    (recommender) => {
      const figuresWith = (loopBreakerMisses: number, seed: number) => {
        const spec = { updatePolicy: { updateMode: 'Recreate' } } as const;
        const policy = { spec, recommender, parameters: {}, config: defaultConfig({ loopBreakerMisses }) };
        return figuresUnder({ name: 'any', policy, options: DEFAULT_OPTIONS }, leaping(minutes, seed));
      };
      for (const seed of [1]) expect(figuresWith(2, seed)).toEqual(figuresWith(0, seed));
    },
  );
});
