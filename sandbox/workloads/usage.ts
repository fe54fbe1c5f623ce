import type { Character } from '@/sandbox/workloads/character';
import { mix32, smoothNoise, uniform } from '@/sandbox/workloads/random';
import type { Trace } from '@/sandbox/workloads/traces';
import { traceValueAt } from '@/sandbox/workloads/traces';

/** One container at one time: everything its usage depends on. */
interface UsageMoment {
  /** Hash of the seed, the pod and the container. */
  readonly key: number;
  readonly startedAtMs: number;
  readonly nowMs: number;
  /** Infinity without a limit. */
  readonly cpuLimitMillicores: number;
  /** The serving pods that share the load; counts for characters with `spreadOver`. */
  readonly sharers?: number;
  /** If given, its shape replaces the character's CPU, scaled to the character's average. */
  readonly trace?: Trace;
}

/** CPU in millicores and memory in bytes, fractional. */
export interface SimulatedUsage {
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * What the container uses: its demand, capped at the CPU limit. Memory is not capped: the kernel does that.
 */
export function usageAt(character: Character, moment: UsageMoment): SimulatedUsage {
  const demand = demandAt(character, moment);
  const cpu = moment.trace ? tracedCpu(character, moment.trace, moment) : demand.cpuMillicores;
  return {
    cpuMillicores: Math.max(0, Math.min(cpu * shareOf(character, moment), moment.cpuLimitMillicores)),
    memoryBytes: Math.max(MIN_MEMORY_BYTES, demand.memoryBytes, startMemoryOf(character, moment)),
  };
}

/** What it holds beside all else until it is ready. */
function startMemoryOf(
  character: Character,
  { startedAtMs, nowMs, cpuLimitMillicores }: UsageMoment,
): number {
  const { startMemory = 0 } = character;
  return nowMs < readyAtMs(character, startedAtMs, cpuLimitMillicores) ? startMemory : 0;
}

const MIN_MEMORY_BYTES = 1 << 20;

/** What falls to this pod, by what the character states: less if more pods share the load. */
function shareOf({ spreadOver }: Character, { sharers }: UsageMoment): number {
  return spreadOver === undefined || sharers === undefined ? 1 : spreadOver / Math.max(1, sharers);
}

/** When the container becomes ready; a CPU-bound start takes longer under a limit. */
export function readyAtMs(character: Character, startedAtMs: number, cpuLimitMillicores: number): number {
  return startedAtMs + startDurationMs(character, cpuLimitMillicores);
}

function startDurationMs(character: Character, cpuLimitMillicores: number): number {
  const unhinderedMs = character.startSeconds * SECOND_MS;
  if (character.kind !== 'jvm') return unhinderedMs;
  return unhinderedMs * Math.max(1, character.startCpu / Math.max(1, cpuLimitMillicores));
}

function demandAt(character: Character, moment: UsageMoment): SimulatedUsage {
  switch (character.kind) {
    case 'steady':
    case 'throttled':
      return { cpuMillicores: jitter(character.cpu, moment), memoryBytes: settled(character.memory, moment) };
    case 'daily': {
      const level = dayLevel(character.peakHour, moment.nowMs);
      const cpu = character.cpu + (character.peakCpu - character.cpu) * level;
      const later = dayLevel(character.peakHour, moment.nowMs - HOUR_MS);
      const memory = character.memory + (character.peakMemory - character.memory) * later;
      return { cpuMillicores: jitter(cpu, moment), memoryBytes: settled(memory, moment) };
    }
    case 'spiky': {
      const height = spikeHeight(character.spikesPerHour, character.spikeSeconds, moment);
      const cpu = character.cpu + (character.spikeCpu - character.cpu) * height;
      const memory = character.memory + (character.spikeMemory - character.memory) * height;
      return { cpuMillicores: jitter(cpu, moment), memoryBytes: settled(memory, moment) };
    }
    case 'growing': {
      const grown = (character.growthPerHour * (moment.nowMs - moment.startedAtMs)) / HOUR_MS;
      return {
        cpuMillicores: jitter(character.cpu, moment),
        memoryBytes: settled(character.memory, moment) + Math.max(0, grown),
      };
    }
    case 'jvm':
      return jvmDemand(character, moment);
    case 'sidecar': {
      const level = 0.4 + 0.6 * dayLevel(14, moment.nowMs);
      return {
        cpuMillicores: jitter(character.cpu * level, moment),
        memoryBytes: settled(character.memory, moment),
      };
    }
  }
}

function jvmDemand(character: Extract<Character, { kind: 'jvm' }>, moment: UsageMoment): SimulatedUsage {
  const ageMs = moment.nowMs - moment.startedAtMs;
  const startMs = startDurationMs(character, moment.cpuLimitMillicores);
  if (ageMs < startMs) {
    const loaded = 0.3 + 0.4 * (ageMs / startMs);
    return { cpuMillicores: character.startCpu, memoryBytes: character.memory * loaded };
  }
  const cycleMs = 7 * MINUTE_MS + uniform(moment.key, 7) * 6 * MINUTE_MS;
  const sawtooth = ((ageMs - startMs) % cycleMs) / cycleMs;
  return {
    cpuMillicores: jitter(character.cpu, moment),
    memoryBytes: character.memory * (0.7 + 0.3 * sawtooth),
  };
}

/** A slow and a fast wave of noise, each pod with its own share of the load. */
function jitter(cpuMillicores: number, { key, nowMs }: UsageMoment): number {
  const share = 0.92 + 0.16 * uniform(key, 1);
  const slow = 0.12 * smoothNoise(key, nowMs, 20 * MINUTE_MS);
  const fast = 0.08 * smoothNoise(mix32(key), nowMs, 45 * SECOND_MS);
  return cpuMillicores * share * (1 + slow + fast);
}

/** Memory settles over the first minutes and then drifts by a few percent. */
function settled(memoryBytes: number, { key, nowMs, startedAtMs }: UsageMoment): number {
  const warmth = 1 - 0.35 * Math.exp(-Math.max(0, nowMs - startedAtMs) / (2 * MINUTE_MS));
  return memoryBytes * warmth * (1 + 0.03 * smoothNoise(mix32(key ^ 0x5bd1e995), nowMs, HOUR_MS));
}

/** From 0 at the quietest hour to 1 at `peakHour` (UTC), with a broad working day. */
function dayLevel(peakHour: number, nowMs: number): number {
  const hours = (nowMs % DAY_MS) / HOUR_MS;
  const wave = 0.5 + 0.5 * Math.cos(((hours - peakHour) / 24) * 2 * Math.PI);
  return wave * wave * (3 - 2 * wave);
}

/** Each slot of the hour has one burst at a drawn offset; 1 within it, 0 outside. */
function spikeHeight(spikesPerHour: number, spikeSeconds: number, { key, nowMs }: UsageMoment): number {
  const slotMs = HOUR_MS / spikesPerHour;
  const slot = Math.floor(nowMs / slotMs);
  const lengthMs = Math.min(spikeSeconds * SECOND_MS, slotMs);
  const offsetMs = uniform(key, slot) * (slotMs - lengthMs);
  const since = nowMs - slot * slotMs - offsetMs;
  return since >= 0 && since < lengthMs ? 0.6 + 0.4 * uniform(mix32(key), slot) : 0;
}

/** The trace's shape at this time, scaled to the character's average. */
function tracedCpu(character: Character, trace: Trace, moment: UsageMoment): number {
  const average = character.kind === 'daily' ? (character.cpu + character.peakCpu) / 2 : character.cpu;
  const shiftMs = uniform(moment.key, 11) * 10 * MINUTE_MS;
  return (traceValueAt(trace, moment.nowMs + shiftMs) / trace.average) * average;
}
