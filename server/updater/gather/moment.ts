import type { ApprovalFacts } from '../../decide/features/approvals/judge';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { type StopState, stopFor } from '../../decide/pods/stop';
import type { LeastUse, WorkloadInput } from '../../decide/running/plan-input';
import type { Clock } from '../../lib/time/clock';
import { isPressed, type Pressure, type Strain } from '../../model/pressure';
import { type CpuThrottling, isThrottled } from '../../model/throttling';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { TargetPeaks } from './highest-targets';
import { type HistorySource, sampledMs } from './history';
import type { PastAttempts } from './past-attempts';
import type { Rests } from './rest';

/** The parts of an input that come from this process and its users, and from no index. */
export type ProcessInput = Pick<
  WorkloadInput,
  | 'stop'
  | 'approvals'
  | 'highest'
  | 'throttling'
  | 'strain'
  | 'usedMemory'
  | 'isSampled'
  | 'peersUse'
  | 'sampledMs'
  | 'refusals'
  | 'failures'
  | 'withdrawn'
  | 'shortSince'
  | 'lowMemory'
  | 'capacityTry'
  | 'restMs'
  | 'sparesSidecars'
  | 'cpuLimitStep'
>;

/** How much the containers of a VPA are throttled; undefined if unknown. */
export type ThrottlingSource = (vpa: VerticalPodAutoscaler) => CpuThrottling | undefined;

/** How much of the time they wait for what they have too little of. */
export type PressureSource = (vpa: VerticalPodAutoscaler) => Pressure | undefined;

/** What a container uses now, in bytes; undefined if unknown. */
export type MemorySource = (namespace: string, pod: string, container: string) => number | undefined;

/** The least that a container used of late; undefined if unknown. */
export type LeastUseSource = (namespace: string, pod: string, container: string) => LeastUse | undefined;

/** Whether anything was measured of a container; undefined if nobody measures here. */
export type SampledSource = (namespace: string, pod: string, container: string) => boolean | undefined;

export interface MomentSources {
  config: {
    readonly leastHistoryMs: number;
    readonly leastHistoryToLowerMs: number;
    readonly nativeSidecars: boolean;
    readonly cpuLimitStep: number;
    readonly lowerUnderPressure: boolean;
  };
  clock: Clock;
  attempts: PastAttempts;
  peaks: TargetPeaks;
  rests: Rests;
  histories: readonly HistorySource[];
  throttlingOf: ThrottlingSource;
  pressureOf: PressureSource;
  /** Absent if nobody knows. */
  usedMemoryOf?: MemorySource;
  lowMemoryOf?: LeastUseSource;
  isSampled?: SampledSource;
  peersUse?: WorkloadInput['peersUse'];
  stops(): StopState;
  approvals: { factsOf(vpa: VerticalPodAutoscaler): ApprovalFacts | undefined };
}

/** @param key namespace and name of the VPA */
export function momentOf(compiled: CompiledVpa, key: string, sources: MomentSources): ProcessInput {
  const { namespace, name, vpa } = compiled;
  const { config, clock, attempts, peaks, histories, stops } = sources;
  const nowMs = clock.now();
  const stop = stopFor(stops(), namespace, name);
  const { refusals, failures } = attempts.notesOf(key);
  const { withdrawn, shortSince } = attempts.waitsOf(key);
  const known = sources.throttlingOf(vpa);
  const throttling = isThrottled(known?.highest) ? known : undefined;
  return {
    stop: stop && {
      scope: stop.scope,
      who: stop.entry.who,
      atMs: stop.entry.atMs,
      reason: stop.entry.reason,
    },
    ...(!config.nativeSidecars && { sparesSidecars: true }),
    cpuLimitStep: config.cpuLimitStep,
    approvals: sources.approvals.factsOf(vpa),
    highest: peaks.observe(key, compiled, nowMs),
    throttling,
    strain: config.lowerUnderPressure ? undefined : strainFrom(known, sources.pressureOf(vpa)),
    usedMemory: usedMemoryIn(namespace, sources.usedMemoryOf),
    lowMemory: sources.lowMemoryOf && ((pod, container) => sources.lowMemoryOf?.(namespace, pod, container)),
    isSampled: sources.isSampled && ((pod, container) => sources.isSampled?.(namespace, pod, container)),
    peersUse: sources.peersUse,
    sampledMs: stepped(sampledMs(vpa, histories, { nowMs, neededMs: neededHistoryMs(config) }), config),
    refusals,
    failures,
    withdrawn,
    shortSince,
    capacityTry: attempts.capacityTryOf(key),
    restMs: sources.rests.of(vpa),
  };
}

const STEP_MS = 600_000;

/** Once there is enough for the first changes it grows in steps, so that not every pass finds another input. */
function stepped(ms: number, { leastHistoryMs }: MomentSources['config']): number {
  return ms <= leastHistoryMs ? ms : Math.max(leastHistoryMs, Math.floor(ms / STEP_MS) * STEP_MS);
}

/** More history than that changes no plan. */
export function neededHistoryMs({
  leastHistoryMs,
  leastHistoryToLowerMs,
}: Pick<MomentSources['config'], 'leastHistoryMs' | 'leastHistoryToLowerMs'>): number {
  return Math.max(leastHistoryMs, leastHistoryToLowerMs);
}

function usedMemoryIn(namespace: string, source: MemorySource | undefined): ProcessInput['usedMemory'] {
  return source && ((pod, container) => source(namespace, pod, container));
}

/** Undefined while nothing is so high that it counts. */
function strainFrom(throttled: CpuThrottling | undefined, pressure: Pressure = {}): Strain | undefined {
  const [cpu, memory] = [pressure.cpu, pressure.memory].map((one) =>
    isPressed(one?.highest) ? one : undefined,
  );
  if (!cpu && !memory && !isThrottled(throttled?.highest)) return undefined;
  return { ...(cpu && { cpu }), ...(memory && { memory }), ...(throttled && { throttled }) };
}
