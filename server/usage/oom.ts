import { offendersIn } from '@/server/objects/memory-eviction';
import { memoryFrom, QuantityError } from '@/server/objects/quantity';
import { sizedContainer, sizedStatuses, statesWhole } from '@/server/objects/sized-containers';
import type { ContainerStateTerminated, KubeEvent, Pod } from '@/server/objects/types';
import { type MemoryBytes, memoryBytes } from '@/server/objects/units';
import { WHOLE_POD } from '@/server/objects/whole-pod';

/** One OOM-killed container. */
export interface Oom {
  /** The container of the pod, over all its lives. */
  subject: string;
  /** The life that it ended: a life ends once, however often and with whatever times that is reported. */
  identity: string;
  namespace: string;
  pod: string;
  container: string;
  atMs: number;
  /**
   * What it was killed at, in bytes: its memory limit then, which is what was too small, without one its request, or its
   * usage if the kubelet says so; 0 if unknown.
   */
  memoryBytes: MemoryBytes;
  source: 'container-terminated' | 'container-restarted' | 'pod-evicted';
}

export interface OomRules {
  /** From the request even if there is a limit, as for the reference (1.8, `pkg/recommender/input/oom`). */
  readonly oomFromRequest: boolean;
}

const OWN_RULES: OomRules = { oomFromRequest: false };

/** The limit that is in force, since one that is asked for may still wait; without one the request. */
function killedAt(pod: Pod, container: string, { oomFromRequest }: OomRules): MemoryBytes {
  const stated = sizedContainer(pod.spec, container)?.resources;
  const inForce = sizedStatuses(pod).find(({ name }) => name === container)?.resources;
  const limit =
    stated?.limits?.memory === undefined ? undefined : (inForce?.limits?.memory ?? stated.limits.memory);
  return firstOf(oomFromRequest ? undefined : limit, stated?.requests?.memory);
}

function firstOf(limit: string | number | undefined, request: string | number | undefined): MemoryBytes {
  const text = limit ?? request;
  return text === undefined ? memoryBytes(0) : memoryFrom(text);
}

function oomOf(
  pod: Pod,
  before: Pod | undefined,
  container: string,
  ended: ContainerStateTerminated | undefined,
  { source, rules }: { source: Oom['source']; rules: OomRules },
): Oom[] {
  const atMs = Date.parse(ended?.finishedAt ?? '');
  if (ended?.reason !== 'OOMKilled' || Number.isNaN(atMs)) return [];
  const { namespace = '', name, uid = '' } = pod.metadata;
  const subject = `${uid || `${namespace}/${name}`}/${container}`;
  return [
    {
      subject,
      identity: `${subject}/${ended.containerID ?? ended.startedAt ?? atMs}`,
      namespace,
      pod: name,
      container,
      atMs,
      memoryBytes: killedAt(before ?? pod, container, rules),
      source,
    },
  ];
}

/**
 * The OOMs in a pod's status: containers terminated now and, once restarted, their last termination; what is not started
 * again (`restartPolicy: Never`) has it in its state alone. Both and every later status show the same OOM, with the same
 * identity. The reason tells, not the exit code: without a group kill (`singleProcessOOMKill`) it may be 0, and 137 is
 * also that of a restart for a resize and of an evicted pod (kubelet 1.37).
 * @param before the pod as last seen, with what it had at the time of the kill
 */
export function oomsOfPod(pod: Pod, before?: Pod, rules: OomRules = OWN_RULES): Oom[] {
  const ooms = sizedStatuses(pod).flatMap((status) => [
    ...oomOf(pod, before, status.name, status.lastState?.terminated, {
      source: 'container-restarted',
      rules,
    }),
    ...oomOf(pod, before, status.name, status.state?.terminated, { source: 'container-terminated', rules }),
  ]);
  if (ooms.length === 0 || !statesWhole(pod.spec)) return ooms;
  return [...ooms, ...ooms.flatMap((oom) => oomOfWhole(before ?? pod, oom, rules))];
}

/**
 * The same kill as one of the whole pod, if the limit of the pod may have caused it: the container has none below it. A
 * container at a limit of its own is short itself, the pod is not.
 */
function oomOfWhole({ spec }: Pod, oom: Oom, { oomFromRequest }: OomRules): Oom[] {
  const whole = spec.resources?.limits?.memory;
  const own = sizedContainer(spec, oom.container)?.resources?.limits?.memory;
  if (whole === undefined || (own !== undefined && memoryFrom(own) < memoryFrom(whole))) return [];
  const ofPod = oom.subject.slice(0, -oom.container.length - 1);
  return [
    {
      ...oom,
      subject: `${ofPod}/${WHOLE_POD}`,
      identity: `${ofPod}/${WHOLE_POD}/${oom.identity}`,
      container: WHOLE_POD,
      memoryBytes: firstOf(oomFromRequest ? undefined : whole, spec.resources?.requests?.memory),
    },
  ];
}

/**
 * Whether two OOMs are one. The kubelet says that it evicts before it kills, and an evicted pod has no further life: what
 * ends later is the life that the eviction ended.
 */
export function endsSameLife(a: Oom, b: Oom): boolean {
  if (a.identity === b.identity) return true;
  const [evicted, killed] = a.source === 'pod-evicted' ? [a, b] : [b, a];
  return a.subject === b.subject && evicted.source === 'pod-evicted' && killed.atMs >= evicted.atMs;
}

function commaList(text: string | undefined): string[] {
  return text ? text.split(',').map((item) => item.trim()) : [];
}

function usageFrom(text: string | undefined): MemoryBytes | undefined {
  try {
    return text === undefined ? undefined : memoryFrom(text);
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}

/**
 * The OOMs in the status of a pod that the kubelet evicted from a node out of memory: what each offender used. The event
 * of the eviction, if it comes, shows the same, with the same identity. The exit code 137 and the restart that such a pod
 * shows are neither a kill nor a restart.
 */
export function oomsOfEvictedPod({ metadata, status }: Pod): Oom[] {
  const { reason, message = '', conditions, containerStatuses } = status ?? {};
  if (reason !== 'Evicted') return [];
  const disrupted = conditions?.find(({ type, status: is }) => type === 'DisruptionTarget' && is === 'True');
  const ended = containerStatuses?.find(({ state }) => state?.terminated?.finishedAt)?.state?.terminated;
  const atMs = Date.parse(disrupted?.lastTransitionTime ?? ended?.finishedAt ?? '');
  if (Number.isNaN(atMs)) return [];
  const { namespace = '', name: pod, uid } = metadata;
  return offendersIn(message).flatMap(({ container, usage }) => {
    const used = usageFrom(usage);
    if (used === undefined) return [];
    return [evicted({ namespace, pod, container, atMs, memoryBytes: used }, uid)];
  });
}

/**
 * The OOMs in an eviction by the kubelet: every offending container of a node out of memory. The kubelet
 * writes one `starved_resource` for several offenders, which counts for all of them.
 */
export function oomsOfEviction(event: KubeEvent): Oom[] {
  const { involvedObject, metadata } = event;
  if (event.reason !== 'Evicted' || involvedObject.kind !== 'Pod') return [];
  const atMs = Date.parse(
    event.lastTimestamp ?? event.eventTime ?? event.firstTimestamp ?? metadata.creationTimestamp ?? '',
  );
  if (Number.isNaN(atMs)) return [];
  const usages = commaList(metadata.annotations?.offending_containers_usage);
  const starved = commaList(metadata.annotations?.starved_resource);
  return commaList(metadata.annotations?.offending_containers).flatMap((container, index) => {
    const used = usageFrom(usages[index]);
    const resource = starved.length === 1 ? starved[0] : starved[index];
    if (resource !== 'memory' || used === undefined) return [];
    const namespace = involvedObject.namespace ?? metadata.namespace ?? '';
    const pod = involvedObject.name ?? '';
    return [evicted({ namespace, pod, container, atMs, memoryBytes: used }, involvedObject.uid)];
  });
}

function evicted(
  end: Pick<Oom, 'namespace' | 'pod' | 'container' | 'atMs' | 'memoryBytes'>,
  uid: string | undefined,
): Oom {
  const subject = `${uid || `${end.namespace}/${end.pod}`}/${end.container}`;
  return { subject, identity: `${subject}/evicted`, ...end, source: 'pod-evicted' };
}
