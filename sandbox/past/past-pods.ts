import { type Assignment, assignWorkload } from '@/sandbox/workloads/assign';
import type { Trace } from '@/sandbox/workloads/traces';
import { type SimulatedUsage, usageAt } from '@/sandbox/workloads/usage';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { Container, KubeObject, ObjectMeta, Pod, PodSpec } from '@/server/objects/types';

const HOUR_MS = 3_600_000;
/** Pods that are made up for one workload at the most: more of the same teach nothing. */
const MOST_PODS = 5;

/** One container of a pod that lived before the cluster began. */
export interface PastContainerRun {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly work: Assignment;
  /** Whether it is the first of its pod, which stands for the network of the pod. */
  readonly isFirst: boolean;
  /** Infinity without a limit. */
  readonly cpuLimitMillicores: number;
  /** When it started, Unix ms. */
  startedAtMs(atMs: number): number;
  /** What it used at a time, Unix ms; memory never above its limit or its node. */
  usageAt(atMs: number): SimulatedUsage;
  /** In what share of the time it waits; absent for the past, where only its throttling is known. */
  waitingAt?(atMs: number): { readonly cpu: number; readonly memory: number };
}

interface Templated extends KubeObject {
  spec: { replicas?: number; template: { metadata?: Partial<ObjectMeta>; spec: PodSpec } };
}

function podOf({ metadata, spec: { template } }: Templated, index: number): Pod {
  const { name, namespace = '' } = metadata;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace,
      name: `${name}-former-${index}`,
      generateName: `${name}-`,
      labels: { ...template.metadata?.labels },
      annotations: { ...template.metadata?.annotations },
    },
    spec: template.spec,
  };
}

/**
 * A container that leaks until it is killed has been killed again and again: its age then, when each life lasts
 * until it reaches the limit.
 */
function startedAtMs({ character }: Assignment, limitBytes: number, beganMs: number, atMs: number): number {
  if (character.kind !== 'growing' || !(limitBytes > character.memory) || !(character.growthPerHour > 0))
    return beganMs;
  const lifeMs = ((limitBytes - character.memory) / character.growthPerHour) * HOUR_MS;
  return atMs - ((atMs - beganMs) % Math.max(lifeMs, HOUR_MS));
}

interface Circumstances {
  /** When all containers started, Unix ms. */
  readonly beganMs: number;
  /** The memory of the nodes, at which a container without a limit is killed. */
  readonly nodeBytes: number;
}

function runOf(
  { metadata: { namespace = '', name, labels = {} } }: Pod,
  { name: container, resources }: Container,
  { assignment, isFirst }: { assignment: Assignment; isFirst: boolean },
  { beganMs, nodeBytes }: Circumstances,
): PastContainerRun {
  const limit = resources?.limits?.memory;
  const limitBytes = Math.min(nodeBytes, limit === undefined ? Number.POSITIVE_INFINITY : memoryFrom(limit));
  const { character, key, trace } = assignment;
  const cpuLimit = resources?.limits?.cpu;
  return {
    namespace,
    pod: name,
    container,
    labels,
    work: assignment,
    isFirst,
    cpuLimitMillicores: cpuLimit === undefined ? Number.POSITIVE_INFINITY : cpuFrom(cpuLimit),
    startedAtMs: (atMs) => startedAtMs(assignment, limitBytes, beganMs, atMs),
    usageAt: (atMs) => {
      const usage = usageAt(character, {
        key,
        startedAtMs: startedAtMs(assignment, limitBytes, beganMs, atMs),
        nowMs: atMs,
        cpuLimitMillicores: Number.POSITIVE_INFINITY,
        ...(trace && { trace }),
      });
      return { ...usage, memoryBytes: Math.min(usage.memoryBytes, limitBytes) };
    },
  };
}

/**
 * The containers that ran before the cluster began, made up from the templates of its workloads and the same seed:
 * they used what the workloads of today use.
 */
export function pastContainers(
  workloads: readonly KubeObject[],
  { seed, traces, ...circumstances }: { seed: number; traces: readonly Trace[] } & Circumstances,
): PastContainerRun[] {
  return (workloads as readonly Templated[]).flatMap((workload) => {
    const pods = Math.min(workload.spec.replicas ?? 1, MOST_PODS);
    return Array.from({ length: pods }, (_, index) => podOf(workload, index)).flatMap((pod) => {
      const work = assignWorkload(pod, seed, traces);
      const sidecars = (pod.spec.initContainers ?? []).filter((one) => one.restartPolicy === 'Always');
      return [...pod.spec.containers, ...sidecars].flatMap((container, place) => {
        const assignment = work.get(container.name);
        return assignment ? [runOf(pod, container, { assignment, isFirst: place === 0 }, circumstances)] : [];
      });
    });
  });
}
