import { LRUCache } from 'lru-cache';
import { ofKey } from '../../lib/memo/of-key';
import { upTo } from '../../lib/memo/up-to';
import { optionalTime } from '../../objects/optional-time';
import { controllerOf } from '../../objects/owners';
import { BOOST_ANNOTATION_PREFIX } from '../../objects/pod-annotations';
import { isFinished } from '../../objects/pod-phase';
import { cpuFrom, hasPartOfByte, memoryFrom, requestedFrom } from '../../objects/quantity';
import { sizedContainer, sizedContainers, sizedStatuses } from '../../objects/sized-containers';
import type { Condition, Container, OwnerReference, Pod } from '../../objects/types';
import { type Amounts, RESOURCES } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { CHANGES_ANNOTATION, readChanges } from '../pods/change-times';
import { KUBELET_CPU_LIMIT_STEP } from '../pods/cpu-limit-step';
import { OBSERVED_ANNOTATION, RAISES_NEXT_ANNOTATION, RESIZED_AT_ANNOTATION } from '../pods/pod-annotations';
import { type PodLevelAmounts, podLevelAmounts } from '../pods/pod-resources';
import { REQUESTS_BEFORE_ANNOTATION, type RequestChanges, readRequestsBefore } from '../pods/requests-before';

/** What one container states, and whether changing it in place restarts it. */
export interface ContainerFacts {
  readonly name: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly restartsOnResize: boolean;
  readonly isSidecar: boolean;
}

/** The progress of an earlier resize. */
type ResizeState =
  | { kind: 'none' }
  /** The kubelet has not said anything about it yet. */
  | { kind: 'asked'; sinceMs: number; message: string }
  | { kind: 'deferred'; sinceMs: number; message: string }
  | { kind: 'infeasible'; sinceMs: number; message: string }
  | { kind: 'in-progress'; sinceMs: number; message: string }
  | { kind: 'failed'; sinceMs: number; message: string };

/** A container whose last termination was an OOM kill. */
interface MemoryKill {
  readonly container: string;
  readonly startedMs: number;
  readonly finishedMs: number;
}

/** More are not read of one pod. */
const MOST_RAISES = 100;

const NOTHING_BOOSTED: ReadonlyMap<string, string> = new Map();
const NO_ENTRIES: readonly never[] = [];
const NO_KILLS: readonly MemoryKill[] = [];
const NO_RESIZE: ResizeState = { kind: 'none' };

/**
 * A pod as the plan sees it; times in Unix milliseconds. What every decision needs is parsed once, the rest
 * on demand. A pass reads thousands, so none is kept: parsing again costs less than the memory.
 */
export class PodFacts {
  readonly owner: OwnerReference | undefined;
  /** The ordinary ones, then the native sidecars. */
  readonly containers: readonly ContainerFacts[];
  /** The containers when admission saw the pod; absent if it did not. */
  readonly observed: ReadonlySet<string> | undefined;
  readonly kills: readonly MemoryKill[];
  readonly resize: ResizeState;
  /** Containers whose CPU admission raised for the startup, with what they stated before as JSON. */
  readonly boosted: ReadonlyMap<string, string>;
  /** What is still to be raised, as `app cpu`, after what lowers was asked for alone. */
  readonly raisesNext: readonly string[];
  private readonly ready: Condition | undefined;
  private before: RequestChanges | undefined;

  /** @throws QuantityError */
  constructor(readonly pod: Pod) {
    const { metadata, spec } = pod;
    this.owner = controllerOf(metadata.ownerReferences);
    const ordinary = spec.containers.length;
    this.containers = sizedContainers(spec).map((one, index) => containerFacts(one, index >= ordinary));
    this.observed = observedOf(metadata.annotations?.[OBSERVED_ANNOTATION]);
    this.kills = killsOf(pod);
    this.resize = resizeOf(pod);
    this.boosted = boostedOf(metadata.annotations);
    this.raisesNext = raisesNextOf(metadata.annotations?.[RAISES_NEXT_ANNOTATION]);
    this.ready = conditionOf(pod, 'Ready');
  }

  /** What it states as a whole, which its containers may not exceed. @throws QuantityError */
  get podLevel(): PodLevelAmounts | undefined {
    return podLevelAmounts(this.pod.spec);
  }

  /** Its containers, and itself if it states resources as a whole. @throws QuantityError */
  get stating(): readonly Pick<ContainerFacts, 'name' | 'requests' | 'limits'>[] {
    const { podLevel } = this;
    return podLevel ? [...this.containers, { name: WHOLE_POD, ...podLevel }] : this.containers;
  }

  get name(): string {
    return this.pod.metadata.name;
  }

  get uid(): string {
    return this.pod.metadata.uid ?? '';
  }

  get phase(): string {
    return this.pod.status?.phase ?? 'Unknown';
  }

  get isFinished(): boolean {
    return isFinished(this.phase);
  }

  get isPending(): boolean {
    return this.phase === 'Pending';
  }

  get isTerminating(): boolean {
    return this.pod.metadata.deletionTimestamp !== undefined;
  }

  get isScheduled(): boolean {
    return Boolean(this.pod.spec.nodeName);
  }

  get isReady(): boolean {
    return this.ready?.status === 'True';
  }

  /** Whether it is known not to be ready; a pod without the condition counts by its phase. */
  get isUnready(): boolean {
    return this.ready?.status === 'False';
  }

  get readySinceMs(): number | undefined {
    return this.isReady ? optionalTime(this.ready?.lastTransitionTime) : undefined;
  }

  get startedMs(): number | undefined {
    return optionalTime(this.pod.status?.startTime);
  }

  get createdMs(): number | undefined {
    return optionalTime(this.pod.metadata.creationTimestamp);
  }

  /** When anybody last resized it in place; undefined if nobody did. */
  get changedMs(): number | undefined {
    let latestMs = this.isResizeUndone
      ? undefined
      : optionalTime(this.pod.metadata.annotations?.[RESIZED_AT_ANNOTATION]);
    for (const { subresource, time } of this.pod.metadata.managedFields ?? NO_ENTRIES) {
      const atMs = subresource === 'resize' ? optionalTime(time) : undefined;
      if (atMs !== undefined && !(latestMs !== undefined && latestMs >= atMs)) latestMs = atMs;
    }
    return latestMs;
  }

  /** When Plumbline changed it in place within the last day of such changes, the newest last. */
  get changesMs(): readonly number[] {
    return readChanges(this.pod.metadata.annotations?.[CHANGES_ANNOTATION]);
  }

  /** Whether it was created once the first pods had been evicted for a change at that time. */
  isSuccessorOf(atMs: number): boolean {
    // Creation times have whole seconds.
    return this.createdMs !== undefined && this.createdMs >= Math.floor(atMs / 1000) * 1000;
  }

  /** A resize that got no answer leaves its marks, though the requests are what they were before. */
  private get isResizeUndone(): boolean {
    const before = this.requestsBefore;
    return this.containers.some(({ name, requests }) =>
      RESOURCES.some((resource) => before[name]?.[resource]?.from === (requests[resource] ?? Number.NaN)),
    );
  }

  /** What its containers requested before its last resize by Plumbline. */
  get requestsBefore(): RequestChanges {
    this.before ??= readRequestsBefore(this.pod.metadata.annotations?.[REQUESTS_BEFORE_ANNOTATION]);
    return this.before;
  }
}

function containerFacts({ name, resources, resizePolicy }: Container, isSidecar: boolean): ContainerFacts {
  return {
    name,
    requests: requestedFrom(resources?.requests),
    limits: requestedFrom(resources?.limits),
    restartsOnResize: resizePolicy?.some((policy) => policy.restartPolicy === 'RestartContainer') ?? false,
    isSidecar,
  };
}

function conditionOf(pod: Pod, type: string): Condition | undefined {
  return pod.status?.conditions?.find((condition) => condition.type === type);
}

/** Pods of one workload have the same values, so they share their sets. */
const observedSets = new LRUCache<string, ReadonlySet<string>>(upTo(10_000));

function observedOf(annotation: string | undefined): ReadonlySet<string> | undefined {
  if (annotation === undefined) return undefined;
  return ofKey(observedSets, annotation, () => new Set(annotation.split(', ')));
}

/** Nothing of what is not ours. */
function raisesNextOf(text: string | undefined): readonly string[] {
  return text === undefined ? NO_ENTRIES : text.split(', ', MOST_RAISES);
}

function killsOf(pod: Pod): readonly MemoryKill[] {
  let kills: MemoryKill[] | undefined;
  for (const { name, lastState } of sizedStatuses(pod)) {
    const end = lastState?.terminated;
    if (end?.reason !== 'OOMKilled') continue;
    kills ??= [];
    kills.push({
      container: name,
      startedMs: optionalTime(end.startedAt) ?? Number.NEGATIVE_INFINITY,
      finishedMs: optionalTime(end.finishedAt) ?? Number.NEGATIVE_INFINITY,
    });
  }
  return kills ?? NO_KILLS;
}

function resizeOf(pod: Pod): ResizeState {
  // An ended pod takes a resize, and nobody makes it.
  if (isFinished(pod.status?.phase)) return NO_RESIZE;
  const pending = conditionOf(pod, 'PodResizePending');
  if (pending?.status === 'True' && isOfThisSpec(pending, pod))
    return stateFrom(pending, pending.reason === 'Infeasible' ? 'infeasible' : 'deferred');
  const progress = conditionOf(pod, 'PodResizeInProgress');
  if (progress?.status === 'True' && !(progress.reason === undefined && hasPartsOfBytes(pod)))
    return stateFrom(
      progress,
      progress.reason === 'Error' && isOfThisSpec(progress, pod) ? 'failed' : 'in-progress',
    );
  if (!differsFromActual(pod)) return NO_RESIZE;
  return {
    kind: 'asked',
    sinceMs: optionalTime(pod.metadata.annotations?.[RESIZED_AT_ANNOTATION]) ?? 0,
    message: '',
  };
}

/** What a kubelet said of an earlier spec tells nothing of this one; before 1.34 it does not say of which. */
function isOfThisSpec({ observedGeneration }: Condition, { metadata: { generation } }: Pod): boolean {
  return !observedGeneration || !generation || observedGeneration >= generation;
}

/**
 * A resize of a pod that states parts of bytes is in force and never ends, until one of whole bytes follows (seen from a
 * real kubelet 1.37.2).
 */
function hasPartsOfBytes({ spec }: Pod): boolean {
  return sizedContainers(spec).some(
    ({ resources }) => hasPartOfByte(resources?.requests?.memory) || hasPartOfByte(resources?.limits?.memory),
  );
}

/**
 * Whether a running container has requests or limits other than its spec; kubelets that cannot resize do not report
 * them. What the status tells of the pod as a whole is read back from its cgroup, and never equals the spec.
 */
function differsFromActual(pod: Pod): boolean {
  for (const { name, resources } of sizedStatuses(pod)) {
    const desired = resources && sizedContainer(pod.spec, name)?.resources;
    if (!desired) continue;
    const { requests = {}, limits = {} } = resources;
    if (
      differs(requests.cpu, desired.requests?.cpu, cpuFrom) ||
      differs(requests.memory, desired.requests?.memory, memoryFrom) ||
      differs(limits.cpu, desired.limits?.cpu, (text) => Math.ceil(cpuFrom(text) / KUBELET_CPU_LIMIT_STEP)) ||
      differs(limits.memory, desired.limits?.memory, memoryFrom)
    )
      return true;
  }
  return false;
}

type QuantityText = string | number | undefined;

function differs(a: QuantityText, b: QuantityText, read: (text: string | number) => number): boolean {
  return a !== b && a !== undefined && b !== undefined && read(a) !== read(b);
}

function stateFrom(condition: Condition, kind: Exclude<ResizeState['kind'], 'none'>): ResizeState {
  return { kind, sinceMs: optionalTime(condition.lastTransitionTime) ?? 0, message: condition.message ?? '' };
}

/** Whether admission raised the CPU of any container of the pod for its startup. */
export function isBoosted({ metadata }: Pod): boolean {
  return boostedOf(metadata.annotations).size > 0;
}

function boostedOf(annotations: Record<string, string> | undefined): ReadonlyMap<string, string> {
  let boosted: Map<string, string> | undefined;
  for (const key in annotations) {
    const value = annotations[key];
    if (!key.startsWith(BOOST_ANNOTATION_PREFIX) || value === undefined) continue;
    boosted ??= new Map();
    boosted.set(key.slice(BOOST_ANNOTATION_PREFIX.length), value);
  }
  return boosted ?? NOTHING_BOOSTED;
}
