import { containerKey } from '../objects/container-key';
import type { Aggregate } from './aggregate';
import type { AggregateStore } from './aggregate-store';
import type { LabelSet, PodEntry } from './cluster-entities';
import type {
  ContainerRef,
  LabelledContainer,
  ModelSettings,
  PastIntake,
  PodInput,
  SampleOutcome,
  SampleRefusal,
} from './cluster-types';
import { ContainerTable } from './container-table';
import { absurdityOf, CLOCK_TOLERANCE_MS } from './sample-check';
import { type ContainerUsage, UsageTable } from './usage-table';

/** Adds samples: from the named container to the aggregate it shares with containers like it. */
export class SampleIntake {
  private readonly containers: ContainerTable;
  private readonly usage: UsageTable;
  /** By container number; undefined until the first sample after its aggregate expired. */
  private readonly aggregates: (Aggregate | undefined)[] = [];
  private found: (ContainerRef & { readonly id: number }) | undefined;
  private nowMs = Number.POSITIVE_INFINITY;
  private latestMs = Number.POSITIVE_INFINITY;
  /** No live container was taught by an earlier sample. */
  private firstLiveMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly settings: ModelSettings,
    private readonly store: AggregateStore,
    private readonly podOf: (namespace: string, pod: string) => PodEntry | undefined,
  ) {
    this.containers = new ContainerTable(settings);
    this.usage = new UsageTable(settings.memoryFlatMs);
  }

  get containerCount(): number {
    return this.containers.count;
  }

  advanceTo(nowMs: number): void {
    this.nowMs = nowMs;
    this.latestMs = nowMs + CLOCK_TOLERANCE_MS;
  }

  /** As `ClusterState.addCpuSample`. */
  addCpu(ref: ContainerRef, timeMs: number, millicores: number, samples: number): SampleOutcome {
    const id = this.containerId(ref);
    if (id === undefined) return 'unknown-container';
    const absurdity = absurdityOf(timeMs, millicores, this.latestMs);
    if (absurdity) return absurdity;
    if (timeMs < this.firstLiveMs) this.firstLiveMs = timeMs;
    return this.containers.addCpu(id, this.aggregateOf(id, ref), timeMs, Math.trunc(millicores), samples);
  }

  /** @param timeMs start of the measurement, Unix ms @param bytes working set */
  addMemory(ref: ContainerRef, timeMs: number, bytes: number): SampleOutcome {
    const id = this.containerId(ref);
    if (id === undefined) return 'unknown-container';
    const refusal = this.memoryRefusal(timeMs, bytes);
    if (refusal) return refusal;
    if (timeMs < this.firstLiveMs) this.firstLiveMs = timeMs;
    return this.containers.addMemory(id, this.aggregateOf(id, ref), timeMs, Math.trunc(bytes));
  }

  /** A first sample of 0 would leave its whole window without a peak, kills included. */
  private memoryRefusal(timeMs: number, bytes: number): SampleRefusal | undefined {
    const absurdity = absurdityOf(timeMs, bytes, this.latestMs);
    if (absurdity || bytes >= 1 || this.settings.countZeroMemory) return absurdity;
    return 'zero-memory';
  }

  /** Keeps the newest usage of a live container; of others, nothing. */
  noteUsage(ref: ContainerRef, usage: ContainerUsage): void {
    const id = this.containerId(ref);
    if (id !== undefined) this.usage.set(id, usage);
  }

  /** The usage noted last for a container of this pod. */
  usageOf({ containers, containerIds }: PodEntry, container: string): ContainerUsage | undefined {
    const id = containerIds[containers.indexOf(container)];
    return id === undefined ? undefined : this.usage.get(id);
  }

  /** The least memory noted of late for a container of this pod. */
  lowMemoryOf({ containers, containerIds }: PodEntry, container: string) {
    const id = containerIds[containers.indexOf(container)];
    return id === undefined ? undefined : this.usage.lowOf(id);
  }

  /**
   * Records an OOM kill at `timeMs`. `memoryBytes` is the memory request at that time, or the container's
   * known usage; by default its current request.
   */
  addOom(ref: ContainerRef, timeMs: number, memoryBytes?: number): SampleOutcome {
    const id = this.containerId(ref);
    if (id === undefined) return 'unknown-container';
    const bytes = memoryBytes ?? this.containers.memoryRequestOf(id);
    const absurdity = absurdityOf(timeMs, bytes, this.latestMs);
    if (absurdity) return absurdity;
    return this.containers.addOom(id, this.aggregateOf(id, ref), timeMs, Math.trunc(bytes));
  }

  addCrash(ref: ContainerRef, timeMs: number): SampleOutcome {
    const id = this.containerId(ref);
    if (id === undefined) return 'unknown-container';
    const absurdity = absurdityOf(timeMs, 0, this.latestMs);
    if (absurdity) return absurdity;
    this.aggregateOf(id, ref).tell('crash', 0, timeMs, id);
    return 'accepted';
  }

  /**
   * Takes past samples by label set, with a record for the container while they come. What a living pod
   * already taught is not taken again, and its record continues from this one.
   */
  openPast(labelSet: LabelSet, ref: Omit<LabelledContainer, 'labels'>): PastIntake {
    const { containers } = this;
    const key = containerKey(ref.container, ref.isSidecar);
    const id = this.addContainer(labelSet, key);
    const aggregate = this.aggregateIn(labelSet, key);
    labelSet.loading++;
    const isTaken = (timeMs: number, has: 'hasCpuBy' | 'hasMemoryBy') => {
      if (timeMs < this.firstLiveMs) return false;
      const live = this.containerId(ref);
      return live !== undefined && containers[has](live, timeMs);
    };
    return {
      addCpu: (timeMs, millicores) =>
        absurdityOf(timeMs, millicores, this.latestMs) ??
        (isTaken(timeMs, 'hasCpuBy')
          ? 'not-newer'
          : containers.addCpu(id, aggregate, timeMs, Math.trunc(millicores))),
      addMemory: (timeMs, bytes) =>
        this.memoryRefusal(timeMs, bytes) ??
        (isTaken(timeMs, 'hasMemoryBy')
          ? 'not-newer'
          : containers.addMemory(id, aggregate, timeMs, Math.trunc(bytes))),
      addOom: (timeMs, bytes) =>
        absurdityOf(timeMs, bytes, this.latestMs) ??
        containers.addOom(id, aggregate, timeMs, Math.trunc(bytes)),
      end: () => {
        const live = this.containerId(ref);
        if (live !== undefined && this.aggregates[live] === aggregate)
          containers.continueFrom(id, live, aggregate);
        this.removeContainer(id);
        labelSet.loading--;
      },
    };
  }

  /** Updates the containers of a pod: their names and memory requests. */
  setContainers(entry: PodEntry, containers: PodInput['containers']): void {
    const { keys: oldKeys, containerIds: oldIds } = entry;
    const keys = containers.map(({ name, isSidecar }) => containerKey(name, isSidecar));
    if (!areEqual(keys, oldKeys)) {
      this.nameContainers(entry, keys, containers);
      entry.containerIds = keys.map(
        (key) => oldIds[oldKeys.indexOf(key)] ?? this.addContainer(entry.labelSet, key),
      );
      for (const id of oldIds) if (!entry.containerIds.includes(id)) this.removeContainer(id);
    }
    for (const [index, { requests, memoryLimit, life }] of containers.entries()) {
      const id = entry.containerIds[index] ?? 0;
      this.containers.setMemory(id, requests.memory ?? 0, memoryLimit ?? 0);
      if (life) this.containers.setLife(id, life);
    }
  }

  /** The lists of names and keys are shared with the first pod of the same labels if equal. */
  private nameContainers(entry: PodEntry, keys: string[], containers: PodInput['containers']): void {
    const [first] = entry.labelSet.pods;
    if (first && areEqual(keys, first.keys)) {
      entry.keys = first.keys;
      entry.containers = first.containers;
      return;
    }
    entry.keys = keys;
    entry.containers = containers.some(({ isSidecar }) => isSidecar)
      ? containers.map(({ name }) => name)
      : keys;
  }

  private addContainer(labelSet: LabelSet, key: string): number {
    const id = this.containers.add();
    this.aggregates[id] = this.aggregateIn(labelSet, key);
    return id;
  }

  private removeContainer(id: number): void {
    this.found = undefined;
    this.aggregates[id] = undefined;
    this.usage.clear(id);
    this.containers.remove(id);
  }

  /**
   * The labels of the pod changed: its containers feed the aggregates of the new labels. With `movesPeaks`, the memory
   * peak of their current window goes with them.
   */
  relabelled({ labelSet, keys, containerIds }: PodEntry, movesPeaks: boolean): void {
    for (const [index, key] of keys.entries()) {
      const id = containerIds[index] ?? 0;
      const former = this.aggregates[id];
      const next = this.aggregateIn(labelSet, key);
      this.aggregates[id] = next;
      const peak = movesPeaks && former !== next ? this.containers.countedPeak(id, this.nowMs) : undefined;
      if (!peak || !former) continue;
      former.subtractMemoryPeak(peak.windowEndMs, peak.bytes);
      next.addMemoryPeak(peak.windowEndMs, peak.bytes);
    }
  }

  /** The memory peak of the window open for a container at `nowMs`, if there is one. */
  openPeak(id: number, nowMs: number): ReturnType<ContainerTable['openPeak']> {
    return this.containers.openPeak(id, nowMs);
  }

  /** Frees an expired aggregate; the next sample of one of these pods makes a new one. */
  release(aggregate: Aggregate, pods: readonly PodEntry[]): void {
    for (const pod of pods)
      for (const id of pod.containerIds)
        if (this.aggregates[id] === aggregate) this.aggregates[id] = undefined;
    this.store.release();
  }

  /** Samples of one container mostly come together, so the last one found is tried first. */
  private containerId({ namespace, pod, container }: ContainerRef): number | undefined {
    const { found } = this;
    if (found?.pod === pod && found.container === container && found.namespace === namespace) return found.id;
    const entry = this.podOf(namespace, pod);
    if (!entry) return undefined;
    const id = entry.containerIds[entry.containers.indexOf(container)];
    if (id !== undefined) this.found = { namespace, pod, container, id };
    return id;
  }

  private aggregateOf(id: number, ref: ContainerRef): Aggregate {
    const known = this.aggregates[id];
    if (known) return known;
    const pod = this.podOf(ref.namespace, ref.pod);
    const key = pod?.keys[pod.containers.indexOf(ref.container)];
    if (!pod || key === undefined)
      throw new Error(`container ${ref.namespace}/${ref.pod}/${ref.container} has no pod`);
    const created = this.aggregateIn(pod.labelSet, key);
    this.aggregates[id] = created;
    return created;
  }

  private aggregateIn(labelSet: LabelSet, key: string): Aggregate {
    const known = labelSet.aggregates.get(key);
    if (known) return known;
    const aggregate = this.store.create(key, this.nowMs);
    labelSet.settle(aggregate);
    labelSet.aggregates.set(key, aggregate);
    for (const vpa of labelSet.vpas) vpa.invalidate();
    return aggregate;
  }
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}
