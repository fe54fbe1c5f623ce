import { workloadFrom } from '@/server/cli/backtest/start-amounts';
import { defaultConfig } from '@/server/config';
import type { Figures } from '@/server/contract/figures';
import type { Resource } from '@/server/objects/units';
import type { UsageRecording } from '@/server/replay/engine/recordings';
import { usageFactor } from '@/server/replay/engine/usage-factor';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '@/server/replay/engine/workload';
import { figuresUnder } from '@/server/replay/live/run';
import { FAMILIES, type FamilyName, type Parameters, YARDSTICK } from './families';
import {
  outcomeOfPlan,
  type PlanOutcome,
  percentileOf,
  recomputedPlan,
  timesPeak,
  type UsedSteps,
} from './measure/limit-plan';
import { oraclePlan } from './measure/oracle';
import { blockOf } from './measure/ratios';
import { RequestedTrack, type Track, unpackTrack, usedTrack } from './memory-track';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GIB = 2 ** 30;
/** Every recommender first learns so long; that does not count. */
export const LEARN_MS = 3 * DAY_MS;
const REPLICAS = 2;
/** From how much of the past people compute limits by hand. */
const SCANNED_MS = 14 * DAY_MS;

export const MODES = ['InPlaceOrRecreate', 'Recreate'] as const;
export type Mode = (typeof MODES)[number];

/** One replay of every series: a member of the parameter family of a recommender. */
export interface Contestant {
  readonly mode: Mode;
  readonly family: FamilyName;
  readonly member: number;
  readonly parameters: Parameters;
}

/** What one replay of one series came to. */
export interface Replayed extends Omit<Contestant, 'parameters'> {
  readonly figures: Figures;
  /** Of what comes as it is: what a replica requests of memory. */
  readonly requestedMemory?: Track;
}

/** What people do instead, and what could be had by who knows the future. */
export const PLANS = [
  'static, 1.5 × peak',
  'scanner, daily',
  'scanner, weekly',
  'oracle, constant',
  'oracle, daily',
  'oracle, hourly',
] as const;
export type PlanName = (typeof PLANS)[number];

export interface MeasuredSeries {
  readonly name: string;
  readonly block: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Pod-days that count. */
  readonly podDays: number;
  readonly hasMemory: boolean;
  /** What a replica uses of memory; absent if that is not known. */
  readonly usedMemory?: Track;
  /** Mean usage of one replica: cores, GiB. */
  readonly used: Readonly<Record<Resource, number>>;
  readonly replayed: readonly Replayed[];
  readonly planned: Readonly<Record<Resource, Readonly<Partial<Record<PlanName, PlanOutcome>>>>>;
}

/** Undefined where nothing is left after the days that only teach. */
export function measuredSeries(
  recording: UsageRecording,
  contestants: readonly Contestant[],
): MeasuredSeries | undefined {
  const { name, startMs, stepMs, steps } = recording;
  const countsFrom = Math.ceil(LEARN_MS / stepMs);
  if (steps <= countsFrom) return undefined;
  // Under a limit of CPU, a container can never show that it needs more.
  const workload = workloadFrom(recording, { replicas: REPLICAS, limits: { cpu: 'none' } });
  const options = { ...DEFAULT_OPTIONS, learnMs: LEARN_MS };
  const memory = usedSteps(workload, 'memory', countsFrom);
  const usedMemory = memory && usedTrack(recording, countsFrom, memory.replicas);
  const countsFromMs = startMs + countsFrom * stepMs;
  const replayed = contestants.map(({ mode, family, member, parameters }): Replayed => {
    const spec = { updatePolicy: { updateMode: mode } };
    const { recommender, ...own } = FAMILIES[family];
    const settings = 'settings' in own ? own.settings : {};
    const policy = { spec, recommender, parameters, config: { ...defaultConfig(), ...settings } };
    const requested = usedMemory !== undefined && member === 0 ? new RequestedTrack() : undefined;
    const figures = figuresUnder({ name, policy, options }, workload, undefined, requested);
    return {
      mode,
      family,
      member,
      figures,
      ...(requested && {
        requestedMemory: requested.from(countsFromMs, unpackTrack(usedMemory ?? '').length),
      }),
    };
  });
  // The oracle is given the shortage of the yardstick as it comes, in place if that is measured.
  const usual = replayed.find(({ family, member }) => family === YARDSTICK && member === 0)?.figures;
  const cpu = usedSteps(workload, 'cpu', countsFrom);
  return {
    name,
    block: blockOf(name),
    startMs,
    endMs: startMs + steps * stepMs,
    podDays: ((steps - countsFrom) * stepMs * REPLICAS) / DAY_MS,
    hasMemory: memory !== undefined,
    ...(usedMemory !== undefined && { usedMemory }),
    used: { cpu: meanOf(cpu), memory: meanOf(memory) },
    replayed,
    planned: {
      cpu: cpu ? plannedOf(cpu, steps, percentileOf(0.95), usual?.cpuShort ?? 0) : {},
      memory: memory ? plannedOf(memory, steps, timesPeak(1.15), 0) : {},
    },
  };
}

/** In cores or GiB; undefined where nothing is known. */
function usedSteps(workload: ReplayWorkload, resource: Resource, countsFrom: number): UsedSteps | undefined {
  const { startMs, stepMs, replicas, containers } = workload;
  const recorded = containers[0]?.usage[0];
  const values = resource === 'cpu' ? recorded?.cpuMillicores : recorded?.memoryBytes;
  if (!values) return undefined;
  const unit = resource === 'cpu' ? 1 / 1000 : 1 / GIB;
  const scaled = Array.from({ length: replicas }, (_, replica) => {
    const factor = usageFactor(workload, replica, DEFAULT_OPTIONS) * unit;
    return Float64Array.from(values, (value) => value * factor);
  });
  return { startMs, stepMs, countsFrom, replicas: scaled };
}

function meanOf(used: UsedSteps | undefined): number {
  if (!used) return 0;
  let [sum, known] = [0, 0];
  for (const values of used.replicas)
    for (let step = used.countsFrom; step < values.length; step++) {
      const value = values[step] ?? Number.NaN;
      if (!(value >= 0)) continue;
      sum += value;
      known++;
    }
  return known > 0 ? sum / known : 0;
}

function plannedOf(
  used: UsedSteps,
  steps: number,
  scan: ReturnType<typeof timesPeak>,
  short: number,
): Record<PlanName, PlanOutcome> {
  const everyMs = Number.POSITIVE_INFINITY;
  const oracle = (windowMs: number) => outcomeOfPlan(oraclePlan(used, steps, windowMs, short), used);
  const computed = (rule: typeof scan, every: number) =>
    outcomeOfPlan(recomputedPlan(used, steps, rule, { everyMs: every, spanMs: SCANNED_MS }), used);
  return {
    'static, 1.5 × peak': computed(timesPeak(1.5), everyMs),
    'scanner, daily': computed(scan, DAY_MS),
    'scanner, weekly': computed(scan, 7 * DAY_MS),
    'oracle, constant': oracle(everyMs),
    'oracle, daily': oracle(DAY_MS),
    'oracle, hourly': oracle(HOUR_MS),
  };
}
