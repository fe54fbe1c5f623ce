import { defaultConfig } from '@/server/config';
import type { RecommenderName } from '@/server/estimators/recommenders';
import { cpuMillicores, memoryBytes } from '@/server/model/units';
import type { ReplayWorkload } from '@/server/replay/engine/workload';
import { DEFAULT_OPTIONS } from '@/server/replay/engine/workload';
import { figuresUnder } from '@/server/replay/live/run';
import { type Bench, type Figure, secondsOf } from './bench';

const STEPS = 8 * 1440;
const START_MS = Date.UTC(2026, 1, 2);
const WHOLE = 1000;
/** So many are measured; the last of them, when code is compiled, stand for the rest: workloads come one by one. */
const MEASURED = 150;
const COMPILED = 50;
const MIB = 2 ** 20;

/** One container with a day's rhythm and noise. */
export function workload(index: number): ReplayWorkload {
  const cpu = new Float32Array(STEPS);
  const memory = new Float32Array(STEPS);
  for (let minute = 0; minute < STEPS; minute++) {
    const noise = ((index * 7919 + minute * 104_729) % 1000) / 1000;
    const day = 1 + 0.6 * Math.sin(((minute + index * 37) / 1440) * 2 * Math.PI);
    cpu[minute] = (100 + (index % 20) * 40) * day * (0.7 + 0.6 * noise);
    memory[minute] = (300 + (index % 15) * 50) * MIB * (0.8 + 0.15 * day + 0.05 * noise);
  }
  const amounts = { cpu: cpuMillicores(2000), memory: memoryBytes(2048 * MIB) };
  return {
    namespace: 'bench',
    name: `w${index}`,
    startMs: START_MS,
    stepMs: 60_000,
    steps: STEPS,
    replicas: 1,
    containers: [
      {
        name: 'app',
        requests: amounts,
        limits: amounts,
        usage: [{ cpuMillicores: cpu, memoryBytes: memory }],
      },
    ],
  };
}

function secondsFor(recommender: RecommenderName): number {
  const policy = {
    spec: { updatePolicy: { updateMode: 'Recreate' as const, minReplicas: 1 } },
    recommender,
    parameters: {},
    config: defaultConfig(),
  };
  let evictions = 0;
  const seconds = Array.from({ length: MEASURED }, (_, index) => {
    const one = workload(index);
    return secondsOf(() => {
      evictions += figuresUnder({ name: recommender, policy, options: DEFAULT_OPTIONS }, one).evictions ?? 0;
    });
  });
  if (evictions < MEASURED) throw new Error(`${evictions} evictions of ${MEASURED} oversized pods`);
  const first = sum(seconds.slice(0, COMPILED));
  return first + (sum(seconds.slice(COMPILED)) * (WHOLE - COMPILED)) / (MEASURED - COMPILED);
}

function sum(values: readonly number[]): number {
  return values.reduce((added, value) => added + value, 0);
}

/** 1,000 containers, 8 days by the minute: 150 of them, scaled. */
export const replayBench: Bench = {
  name: 'replay',
  run(): Figure[] {
    const byDefault = secondsFor('default');
    const memory = process.memoryUsage().rss / MIB;
    return [
      { name: 'replay-default', value: byDefault, unit: 's', reach: '≤ 20' },
      { name: 'replay-memory', value: memory, unit: 'MB', reach: '≤ 300' },
      { name: 'replay-adaptive', value: secondsFor('adaptive'), unit: 's', reach: '≤ 60' },
    ];
  },
};
