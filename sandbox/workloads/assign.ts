import { type Character, parseCharacters, WORKLOAD_ANNOTATION } from '@/sandbox/workloads/character';
import { hash32, uniform } from '@/sandbox/workloads/random';
import type { Trace } from '@/sandbox/workloads/traces';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { Container, Pod } from '@/server/objects/types';

/** What grows with the node. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'cpu',
  'peakCpu',
  'spikeCpu',
  'startCpu',
  'startMemory',
  'memory',
  'peakMemory',
  'spikeMemory',
  'growthPerHour',
]);

const MILLICORES_PER_CORE = 1000;

/** The character on a node of this size, in millicores: another one only if it states for which size it is. */
function onNodeOf(character: Character, nodeMillicores: number | undefined): Character {
  const { onCores } = character;
  if (onCores === undefined || nodeMillicores === undefined) return character;
  const factor = nodeMillicores / MILLICORES_PER_CORE / onCores;
  const scaled = Object.entries(character).map(([name, value]) => [
    name,
    AMOUNTS.has(name) && typeof value === 'number' ? value * factor : value,
  ]);
  return Object.fromEntries(scaled) as Character;
}

/** A container's behaviour and the key of its own noise. */
export interface Assignment {
  readonly character: Character;
  readonly key: number;
  readonly trace?: Trace;
}

const DEFAULT_CPU_MILLICORES = 50;
const DEFAULT_MEMORY_BYTES = 96 * 2 ** 20;
const DEFAULT_LIFE = { startSeconds: 1, stopSeconds: 1, exitCode: 0 };
const JOB_RUN_SECONDS = 60;

/**
 * The behaviour of every container of a pod, from the seed and the pod: as in its annotation, or without one,
 * plausible usage around its requests that stays below its memory limit.
 * @param nodeMillicores the size of its node, which counts for characters that say so
 */
export function assignWorkload(
  pod: Pod,
  seed: number,
  traces: readonly Trace[],
  nodeMillicores?: number,
): Map<string, Assignment> {
  const said = parseCharacters(pod.metadata.annotations?.[WORKLOAD_ANNOTATION]);
  const owner = pod.metadata.ownerReferences?.find((reference) => reference.controller);
  const family = `${pod.metadata.namespace}/${pod.metadata.generateName ?? owner?.name ?? pod.metadata.name}`;
  const finishes = owner?.kind === 'Job';
  const assigned = new Map<string, Assignment>();
  const containers = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
  containers.forEach((container, index) => {
    const stated =
      said?.byContainer.get(container.name) ??
      (index === 0 ? said?.first : undefined) ??
      defaultCharacter(container, hash32(`${family}/${container.name}`, seed), index > 0, finishes);
    const character = onNodeOf(stated, nodeMillicores);
    const trace = traces[hash32(`${family}/${container.name}`, seed) % Math.max(1, traces.length)];
    const key = hash32(`${pod.metadata.namespace}/${pod.metadata.name}/${container.name}`, seed);
    assigned.set(container.name, { character, key, trace });
  });
  return assigned;
}

/** The share of its requests that a container without an annotation uses, drawn by `key`. */
function defaultCharacter(container: Container, key: number, beside: boolean, finishes: boolean): Character {
  const { requests, limits } = container.resources ?? {};
  const cpuRequest = requests?.cpu === undefined ? DEFAULT_CPU_MILLICORES : Number(cpuFrom(requests.cpu));
  const memoryRequest =
    requests?.memory === undefined ? DEFAULT_MEMORY_BYTES : Number(memoryFrom(requests.memory));
  const memoryLimit =
    limits?.memory === undefined ? Number.POSITIVE_INFINITY : Number(memoryFrom(limits.memory));
  const cpu = cpuRequest * (0.25 + 0.75 * uniform(key, 1));
  const memory = Math.min(memoryRequest * (0.4 + 0.5 * uniform(key, 2)), memoryLimit * 0.8);
  const life = finishes ? { ...DEFAULT_LIFE, runSeconds: JOB_RUN_SECONDS } : DEFAULT_LIFE;
  if (beside) return { kind: 'sidecar', cpu, memory, ...life };
  if (finishes || uniform(key, 3) < 0.5) return { kind: 'steady', cpu, memory, ...life };
  return {
    kind: 'daily',
    cpu: cpu * 0.4,
    peakCpu: cpu * 1.3,
    memory: memory * 0.8,
    peakMemory: memory,
    peakHour: 8 + 12 * uniform(key, 4),
    ...life,
  };
}
