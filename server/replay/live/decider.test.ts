import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import { RECOMMENDER_NAMES } from '@/server/decide/estimators/recommenders';
import { ofKey } from '@/server/lib/memo/of-key';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import type { UpdateMode } from '@/server/objects/vpa-types';
import type { Loop } from '../../contract/replays';
import { figuresOf } from '../engine/figures';
import { type ReplayEvent, replay } from '../engine/replay';
import { ReplayTally } from '../engine/tally';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../engine/workload';
import { deciderFor, type Policy, PolicyFault } from './decider';

const START_MS = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const HOUR = 60;
const GIB = 2 ** 30;

interface Recording {
  steps: number;
  cpu?: (minute: number) => number;
  gib?: (minute: number) => number;
  requestedGib?: number;
  replicas?: number;
}

function workloadOf({ steps, cpu, gib, requestedGib = 4, replicas = 3 }: Recording): ReplayWorkload {
  const minutes = Array.from({ length: steps }, (_, minute) => minute);
  const amounts = { cpu: cpuMillicores(2000), memory: memoryBytes(requestedGib * GIB) };
  return {
    namespace: 'shop',
    name: 'cart',
    startMs: START_MS,
    stepMs: MINUTE_MS,
    steps,
    replicas,
    containers: [
      {
        name: 'app',
        requests: amounts,
        limits: amounts,
        usage: [
          {
            cpuMillicores: cpu && minutes.map(cpu),
            memoryBytes: gib && minutes.map((minute) => gib(minute) * GIB),
          },
        ],
      },
    ],
  };
}

interface Wanted extends Partial<Omit<Policy, 'config'>> {
  mode?: UpdateMode;
  loop?: Loop;
  config?: Partial<Config>;
}

function replayOf(
  workload: ReplayWorkload,
  { mode = 'Recreate', loop = 'closed', config, ...policy }: Wanted = {},
) {
  const options = { ...DEFAULT_OPTIONS, loop };
  const tally = new ReplayTally(workload, options);
  const events: ReplayEvent[] = [];
  const decider = deciderFor(workload, {
    spec: { updatePolicy: { updateMode: mode } },
    recommender: 'default',
    parameters: {},
    ...policy,
    config: defaultConfig(config),
  });
  replay({
    workload,
    options,
    recommendEveryMs: MINUTE_MS,
    planEveryMs: MINUTE_MS,
    decider,
    tally,
    happened: (event) => events.push(event),
  });
  return { events, figures: figuresOf(tally.end()) };
}

const steady = workloadOf({ steps: 30 * HOUR, cpu: () => 200, gib: () => 0.5 });

function kinds(events: readonly ReplayEvent[]): Set<string> {
  return new Set(events.map(({ kind }) => kind));
}

describe('a replay with the live recommender, updater and admission', () => {
  it('evicts oversized pods one after the other, and their successors request the target', () => {
    const { events, figures } = replayOf(steady);
    const evictions = events.filter(({ kind }) => kind === 'evict');
    expect(evictions.map((event) => 'pod' in event && event.pod)).toEqual(['cart-0', 'cart-1', 'cart-2']);
    expect(new Set(evictions.map(({ atMs }) => atMs)).size).toBe(3);
    expect(figures.cpuShort).toBe(0);
    expect(figures.coreHours).toBeLessThan(2 * 3 * 30);
    expect(figures.awayMinutes).toBe(3);
  });

  it('resizes in place without taking pods away', () => {
    const { events, figures } = replayOf(steady, { mode: 'InPlaceOrRecreate' });
    expect(kinds(events)).toEqual(new Set(['recommended', 'resize']));
    expect(figures.awayMinutes).toBe(0);
  });

  it.each(['Off', 'Initial'] as const)('only recommends in mode %s', (mode) => {
    expect(kinds(replayOf(steady, { mode }).events)).toEqual(new Set(['recommended']));
  });

  it('leaves pods alone that are too few', () => {
    const single = { ...steady, replicas: 1 };
    expect(kinds(replayOf(single).events)).toEqual(new Set(['recommended']));
    const spec = { updatePolicy: { updateMode: 'Recreate', minReplicas: 1 } } as const;
    expect(kinds(replayOf(single, { spec }).events)).toEqual(new Set(['recommended', 'evict']));
  });

  it('respects the bounds of the policy', () => {
    const minAllowed = { cpu: '1500m' };
    const containerPolicies = [{ containerName: '*', minAllowed }];
    const { events } = replayOf(steady, { spec: { resourcePolicy: { containerPolicies } } });
    const targets = events.flatMap((event) =>
      event.kind === 'recommended' ? [event.targets.get('app')?.cpu] : [],
    );
    expect(new Set(targets)).toEqual(new Set([1500]));
  });

  it('learns from an OOM kill in the closed loop only', () => {
    const work = workloadOf({ steps: 12 * HOUR, cpu: () => 500, gib: () => 1.2, requestedGib: 1 });
    const closed = replayOf(work);
    const open = replayOf(work, { loop: 'open', mode: 'Off' });
    const last = closed.events.findLast(({ kind }) => kind === 'oom');
    expect(closed.events.some(({ kind }) => kind === 'evict')).toBe(true);
    expect(last?.atMs).toBeLessThan(START_MS + HOUR * MINUTE_MS);
    expect(open.figures.oomsADay).toBeGreaterThan((closed.figures.oomsADay ?? 0) * 2);
  });

  it('leaves what the recording does not know as it is', () => {
    const { events } = replayOf(workloadOf({ steps: 30 * HOUR, cpu: () => 200 }));
    const targets = events.flatMap((event) =>
      event.kind === 'recommended' ? [event.targets.get('app')] : [],
    );
    expect(targets.every((target) => target?.memory === undefined)).toBe(true);
    expect(events.filter(({ kind }) => kind === 'evict')).toHaveLength(3);
  });

  it('says which parameter cannot be used', () => {
    expect(() => replayOf(steady, { recommender: 'adaptive', parameters: { restMs: -1 } })).toThrow(
      PolicyFault,
    );
    expect(() => replayOf(steady, { recommender: 'adaptive', parameters: { endAfter: '1h' } })).toThrow(
      /endAfter/,
    );
  });

  it('refuses a policy whose amounts are no quantities', () => {
    const containerPolicies = [{ containerName: '*', maxAllowed: { cpu: 'much' } }];
    expect(() => replayOf(steady, { spec: { resourcePolicy: { containerPolicies } } })).toThrow(/maxAllowed/);
  });

  it.each(RECOMMENDER_NAMES)('decides the same twice with %s', (recommender) => {
    const work = waves(14 * HOUR, 0);
    expect(replayOf(work, { recommender })).toEqual(replayOf(work, { recommender }));
  });

  it.each(RECOMMENDER_NAMES)('decides nothing by what comes later, with %s', (recommender) => {
    const steps = 14 * HOUR;
    const asRecorded = new Map<UpdateMode, ReplayEvent[]>();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: steps - 1 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom<UpdateMode>('Recreate', 'InPlaceOrRecreate'),
        (from, factor, mode) => {
          const untilMs = START_MS + from * MINUTE_MS;
          const eventsOf = (work: ReplayWorkload) => replayOf(work, { recommender, mode }).events;
          const recorded = ofKey(asRecorded, mode, () => eventsOf(waves(steps, 0)));
          const until = (events: readonly ReplayEvent[]) => events.filter(({ atMs }) => atMs <= untilMs);
          expect(until(eventsOf(waves(steps, factor, from)))).toEqual(until(recorded));
        },
      ),
      { numRuns: 4 },
    );
  });
});

/** Waves of CPU and memory; from a minute on, other ones. */
function waves(steps: number, factor: number, from = steps): ReplayWorkload {
  const wave = (minute: number) => {
    const usual = 1 + 0.8 * Math.sin(minute / 90) + 0.1 * Math.sin(minute * 1.7);
    return minute < from ? usual : usual * factor + 0.05;
  };
  return workloadOf({ steps, cpu: (minute) => 300 * wave(minute), gib: wave, requestedGib: 1.5 });
}
