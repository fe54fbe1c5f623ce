import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { amountsFrom } from '@/server/objects/quantity';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '@/server/replay/engine/workload';
import { figuresUnder } from '@/server/replay/live/run';
import {
  type LiveEvent,
  LiveRecording,
  type LiveSeries,
  type RecordedWorkload,
} from '../support/live-recording';

const EVERY_MS = 5 * 60_000;
const PASSES = 288;
const SETTINGS = {
  recommenderIntervalMs: EVERY_MS,
  updaterIntervalMs: EVERY_MS,
  warmUpMs: 0,
  leastHistoryMs: 0,
  leastHistoryToLowerMs: 0,
  canaryMs: 0,
};
const recreate = { updateMode: 'Recreate' } as const;
const inPlace = { updateMode: 'InPlaceOrRecreate' } as const;

/** Too large and too small at the start, with limits and without. */
const WORKLOADS: readonly RecordedWorkload[] = [
  {
    name: 'cart',
    replicas: 3,
    requests: '1/1Gi',
    does: { kind: 'daily', cpu: '100m', peakCpu: '700m', memory: '200Mi', peakMemory: '500Mi' },
    updatePolicy: recreate,
  },
  {
    name: 'ads',
    replicas: 2,
    requests: '50m/64Mi',
    does: { kind: 'steady', cpu: '300m', memory: '400Mi' },
    updatePolicy: recreate,
  },
  {
    name: 'mail',
    replicas: 4,
    requests: '500m/1Gi',
    limits: '2/2Gi',
    does: { kind: 'spiky', cpu: '80m', spikeCpu: '900m', memory: '150Mi', spikeMemory: '300Mi' },
    updatePolicy: recreate,
  },
  {
    name: 'search',
    replicas: 2,
    requests: '200m/300Mi',
    does: { kind: 'growing', cpu: '100m', memory: '200Mi', growthPerHour: '40Mi' },
    updatePolicy: recreate,
    recommender: 'adaptive',
  },
  {
    name: 'lone',
    replicas: 1,
    requests: '1/2Gi',
    does: { kind: 'steady', cpu: '100m', memory: '300Mi' },
    updatePolicy: { ...recreate, minReplicas: 1 },
    recommender: 'adaptive',
  },
  {
    name: 'shop',
    replicas: 3,
    requests: '1/1Gi',
    does: { kind: 'daily', cpu: '50m', peakCpu: '600m', memory: '100Mi', peakMemory: '600Mi' },
    updatePolicy: inPlace,
  },
  {
    name: 'feed',
    replicas: 2,
    requests: '50m/600Mi',
    limits: '1/2Gi',
    does: { kind: 'spiky', cpu: '100m', spikeCpu: '700m', memory: '200Mi', spikeMemory: '400Mi' },
    updatePolicy: inPlace,
  },
  {
    name: 'heap',
    replicas: 2,
    requests: '500m/3Gi',
    does: { kind: 'jvm', cpu: '150m', startCpu: '1', memory: '1Gi' },
    updatePolicy: inPlace,
    recommender: 'adaptive',
  },
  {
    name: 'jobs',
    replicas: 2,
    requests: '300m/500Mi',
    does: { kind: 'growing', cpu: '200m', memory: '100Mi', growthPerHour: '30Mi' },
    updatePolicy: inPlace,
    recommender: 'default',
  },
  {
    name: 'blog',
    replicas: 1,
    requests: '400m/700Mi',
    does: { kind: 'daily', cpu: '40m', peakCpu: '300m', memory: '150Mi', peakMemory: '300Mi' },
    updatePolicy: { ...inPlace, minReplicas: 1 },
    recommender: 'adaptive',
  },
];

function replayed(
  one: RecordedWorkload,
  { cpu, memory, podsStartedMs, replaceMs }: LiveSeries,
  firstMs: number,
): LiveEvent[] {
  const amounts = (text = '') => {
    const [cores, bytes] = text.split('/');
    return amountsFrom(cores ? { cpu: cores, memory: bytes ?? '' } : undefined);
  };
  const workload: ReplayWorkload = {
    namespace: 'shop',
    name: one.name,
    startMs: firstMs - EVERY_MS,
    stepMs: EVERY_MS,
    steps: PASSES,
    replicas: one.replicas,
    podsStartedMs,
    containers: [
      {
        name: 'app',
        requests: amounts(one.requests),
        limits: amounts(one.limits),
        usage: cpu.map((own, replica) => ({ cpuMillicores: own, memoryBytes: memory[replica] ?? [] })),
      },
    ],
  };
  const replicas = Array.from({ length: one.replicas }, (_, replica) => `${one.name}-${replica}`);
  let born = one.replicas;
  const events: LiveEvent[] = [];
  const policy = {
    spec: { updatePolicy: one.updatePolicy },
    recommender: one.recommender ?? 'default',
    parameters: {},
    config: defaultConfig(SETTINGS),
  };
  const variant = { name: 'as live', policy, options: { ...DEFAULT_OPTIONS, replaceMs } };
  figuresUnder(variant, workload, undefined, {
    happened: (event) => {
      const { atMs } = event;
      if (event.kind === 'recommended')
        events.push({ kind: 'recommended', atMs, target: event.targets.get('app') ?? {} });
      else if (event.kind !== 'oom') {
        const replica = replicas.indexOf(event.pod);
        events.push({ kind: event.kind, atMs, replica });
        if (event.kind === 'evict') replicas[replica] = `${one.name}-${born++}`;
      }
    },
  });
  return events;
}

describe('a day of the embedded cluster with ten workloads, replayed', () => {
  let live: LiveRecording;
  beforeAll(async () => {
    live = await LiveRecording.start(WORKLOADS, SETTINGS);
    await live.passes(PASSES);
  });
  afterAll(() => live.stop());

  it.each(WORKLOADS)('has the targets, evictions and resizes of $name at the same minutes', (one) => {
    const own = live.series.get(one.name);
    expect(own?.events.length).toBeGreaterThan(1);
    expect(own && replayed(one, own, live.passesMs[0] ?? 0)).toEqual(own?.events);
  });

  it('has evictions and resizes to compare', () => {
    const all = [...live.series.values()].flatMap(({ events }) => events.map(({ kind }) => kind));
    for (const kind of ['evict', 'resize'] as const)
      expect(all.filter((one) => one === kind).length, kind).toBeGreaterThan(10);
  });
});
