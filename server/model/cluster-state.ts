import type { Aggregate, ContainerAggregate } from './aggregate';
import { AggregateStore } from './aggregate-store';
import { type LabelSet, PodEntry, VpaEntry } from './cluster-entities';
import type {
  CheckpointState,
  ContainerRef,
  ModelSettings,
  PodInput,
  PodState,
  SampleOutcome,
  VpaInput,
} from './cluster-types';
import { ContainerTable } from './container-table';
import { drop, push, removeFrom } from './label-index';
import { NamespaceState } from './namespace-state';
import { absurdityOf } from './sample-check';
import type { Labels } from './selector';

/** How far a sample's time may lie past the present: clocks of nodes differ. */
const CLOCK_TOLERANCE_MS = 3_600_000;
const NO_PODS: readonly PodState[] = [];

/**
 * All that is known of the cluster: pods, VPAs and what their containers used. Samples of containers with the
 * same namespace, name and pod labels share one aggregate; a VPA merges those its selector matches. Label
 * indexes link the two, so that no VPA is ever compared with every aggregate.
 */
export class ClusterState {
  private readonly namespaces = new Map<string, NamespaceState>();
  private readonly byOwner = new Map<string, PodEntry[]>();
  private readonly containers: ContainerTable;
  /** By container number; undefined until the first sample after its aggregate expired. */
  private readonly aggregates: (Aggregate | undefined)[] = [];
  private readonly store: AggregateStore;
  /** The container found last. */
  private found: (ContainerRef & { readonly id: number }) | undefined;
  private nowMs = Number.POSITIVE_INFINITY;
  private latestMs = Number.POSITIVE_INFINITY;
  private podTotal = 0;
  private vpaTotal = 0;

  constructor(private readonly settings: ModelSettings) {
    this.containers = new ContainerTable(settings);
    this.store = new AggregateStore(settings);
  }

  get podCount(): number {
    return this.podTotal;
  }

  get vpaCount(): number {
    return this.vpaTotal;
  }

  get aggregateCount(): number {
    return this.store.count;
  }

  get containerCount(): number {
    return this.containers.count;
  }

  /** Tells the time (Unix ms); samples more than an hour past it are refused as coming from the future. */
  advanceTo(nowMs: number): void {
    this.nowMs = nowMs;
    this.latestMs = nowMs + CLOCK_TOLERANCE_MS;
  }

  /** Adds a pod or brings it up to date: labels, phase, owner, containers and their requests. */
  setPod(pod: PodInput): void {
    const namespace = this.namespaceOf(pod.namespace);
    const labelSet = namespace.labelSetOf(pod.labels);
    let entry = namespace.pods.get(pod.name);
    if (!entry) {
      entry = new PodEntry(pod.namespace, pod.name, labelSet);
      namespace.pods.set(pod.name, entry);
      labelSet.pods.push(entry);
      this.podTotal++;
    } else if (entry.labelSet !== labelSet) {
      this.relabel(namespace, entry, labelSet);
    }
    entry.phase = pod.phase;
    this.setOwner(entry, pod.ownerUid);
    this.setContainers(entry, pod.containers);
  }

  /** Forgets the pod; what it taught stays. */
  deletePod(namespaceName: string, name: string): void {
    const namespace = this.namespaces.get(namespaceName);
    const entry = namespace?.pods.get(name);
    if (!namespace || !entry) return;
    this.setContainers(entry, []);
    this.setOwner(entry, undefined);
    namespace.pods.delete(name);
    this.podTotal--;
    removeFrom(entry.labelSet.pods, entry);
    this.dropIfUnused(namespaceName, namespace, entry);
  }

  pod(namespace: string, name: string): PodState | undefined {
    return this.namespaces.get(namespace)?.pods.get(name);
  }

  *pods(): Generator<PodState> {
    for (const namespace of this.namespaces.values()) yield* namespace.pods.values();
  }

  podsOfOwner(ownerUid: string): readonly PodState[] {
    return this.byOwner.get(ownerUid) ?? NO_PODS;
  }

  /**
   * Adds a VPA or brings it up to date; another selector drops the checkpoints loaded under the old one, while
   * those of a selector that gave way to `NOTHING` wait for it to come back.
   */
  setVpa(vpa: VpaInput): void {
    const namespace = this.namespaceOf(vpa.namespace);
    const known = namespace.vpas.get(vpa.name);
    if (known?.hasSelector(vpa.selector)) {
      known.overridesOf = vpa.overridesOf;
      for (const labelSet of known.labelSets) labelSet.refreshOverrides();
      return;
    }
    if (known) namespace.removeVpa(known);
    else this.vpaTotal++;
    const former = known ?? namespace.departed.get(vpa.name);
    namespace.departed.delete(vpa.name);
    const entry = former?.hasSelector(vpa.selector) ? former : this.newVpa(vpa);
    entry.overridesOf = vpa.overridesOf;
    if (former && former !== entry) entry.succeed(former);
    namespace.addVpa(entry);
  }

  private newVpa({ namespace, name, selector }: VpaInput): VpaEntry {
    return new VpaEntry(namespace, name, selector, (container) => this.store.createScratch(container));
  }

  /**
   * Forgets the VPA, but neither what its pods taught nor, while their history reaches, the checkpoints loaded
   * for it: should it be created anew with the same selector, both are there.
   */
  deleteVpa(namespaceName: string, name: string): void {
    const namespace = this.namespaces.get(namespaceName);
    const entry = namespace?.vpas.get(name);
    if (!namespace || !entry) return;
    namespace.removeVpa(entry);
    entry.invalidate();
    if (entry.hasCheckpoints) namespace.departed.set(name, entry);
    this.vpaTotal--;
    if (namespace.isUnused) this.namespaces.delete(namespaceName);
  }

  *vpas(): Generator<{ readonly namespace: string; readonly name: string }> {
    for (const namespace of this.namespaces.values()) yield* namespace.vpas.values();
  }

  /** The pods whose labels the VPA's selector matches. */
  *podsOfVpa(namespace: string, name: string): Generator<PodState> {
    for (const labelSet of this.vpa(namespace, name)?.labelSets ?? []) yield* labelSet.pods;
  }

  matchesAnyVpa(namespace: string, labels: Labels): boolean {
    return this.namespaces.get(namespace)?.hasVpaFor(labels) ?? false;
  }

  /** @param timeMs start of the measurement, Unix ms. @param millicores average use over it. */
  addCpuSample(ref: ContainerRef, timeMs: number, millicores: number): SampleOutcome {
    const id = this.containerId(ref);
    if (id === undefined) return 'unknown-container';
    const absurdity = absurdityOf(timeMs, millicores, this.latestMs);
    if (absurdity) return absurdity;
    return this.containers.addCpu(id, this.aggregateOf(id, ref), timeMs, Math.trunc(millicores));
  }

  /** @param timeMs start of the measurement, Unix ms. @param bytes working set. */
  addMemorySample(ref: ContainerRef, timeMs: number, bytes: number): SampleOutcome {
    const id = this.containerId(ref);
    if (id === undefined) return 'unknown-container';
    const absurdity = absurdityOf(timeMs, bytes, this.latestMs);
    if (absurdity) return absurdity;
    return this.containers.addMemory(id, this.aggregateOf(id, ref), timeMs, Math.trunc(bytes));
  }

  /**
   * Records an out-of-memory kill at `timeMs`. `memoryBytes` is the memory request in force then, or what the
   * container is known to have used; left out, its present request counts.
   */
  recordOom(ref: ContainerRef, timeMs: number, memoryBytes?: number): SampleOutcome {
    const id = this.containerId(ref);
    if (id === undefined) return 'unknown-container';
    const bytes = memoryBytes ?? this.containers.memoryRequestOf(id);
    const absurdity = absurdityOf(timeMs, bytes, this.latestMs);
    if (absurdity) return absurdity;
    return this.containers.addOom(id, this.aggregateOf(id, ref), timeMs, Math.trunc(bytes));
  }

  /**
   * What a VPA knows per container name: all matching aggregates and loaded checkpoints merged. Live: to be
   * read before the state changes again.
   */
  aggregatesOf(namespace: string, name: string): ReadonlyMap<string, ContainerAggregate> {
    return this.vpa(namespace, name)?.aggregates() ?? new Map();
  }

  /**
   * The same as copies, with the memory peak of every live container's current window taken out: after a
   * restart that peak will be seen again. The peaks of kills stay, since those will not.
   */
  checkpointAggregatesOf(
    namespace: string,
    name: string,
    nowMs: number,
  ): ReadonlyMap<string, ContainerAggregate> {
    const vpa = this.vpa(namespace, name);
    if (!vpa) return new Map();
    const copies = vpa.mergedCopies();
    for (const labelSet of vpa.labelSets)
      for (const pod of labelSet.pods)
        for (const [index, container] of pod.containers.entries()) {
          const peak = this.containers.openPeak(pod.containerIds[index] ?? 0, nowMs);
          if (peak) copies.get(container)?.subtractMemoryPeak(peak.windowEndMs, peak.bytes);
        }
    return copies;
  }

  /** Adds what an earlier process learned about `container` under this VPA; a second call replaces the first. */
  loadCheckpoint(namespace: string, vpaName: string, container: string, checkpoint: CheckpointState): void {
    const vpa = this.vpa(namespace, vpaName);
    if (!vpa) return;
    const loaded = vpa.checkpoints.get(container) ?? this.store.createScratch(container);
    loaded.load(checkpoint);
    vpa.checkpoints.set(container, loaded);
    vpa.invalidate();
  }

  dropCheckpoint(namespace: string, vpaName: string, container: string): void {
    const vpa = this.vpa(namespace, vpaName) ?? this.namespaces.get(namespace)?.departed.get(vpaName);
    vpa?.dropCheckpoints((checkpoint) => checkpoint.container === container);
  }

  /**
   * Drops aggregates without use: those whose last sample is as old as their history reaches, and empty ones
   * that were created that long ago or that no unfinished pod feeds and no controller can. `isLive` says
   * whether a controller exists that brings pods with these labels. Returns how many went.
   */
  collectGarbage(nowMs: number, isLive: (namespace: string, labels: Labels) => boolean): number {
    const before = this.store.count;
    for (const [name, namespace] of this.namespaces) {
      for (const labelSet of [...namespace.labelSets.values()]) {
        let canBeFed: boolean | undefined;
        for (const aggregate of [...labelSet.aggregates.values()]) {
          const isEmpty = aggregate.sampleCount === 0;
          canBeFed ??= labelSet.pods.some((pod) => !pod.isFinished) || isLive(name, labelSet.labels);
          const ageMs = nowMs - (aggregate.lastSampleMs ?? aggregate.createdMs);
          if (ageMs < this.historyOf(aggregate) && (!isEmpty || canBeFed)) continue;
          labelSet.aggregates.delete(aggregate.container);
          this.release(aggregate, labelSet.pods);
          for (const vpa of labelSet.vpas) vpa.invalidate();
        }
        if (labelSet.isUnused) namespace.removeLabelSet(labelSet);
      }
      for (const vpa of namespace.departed.values()) {
        vpa.dropCheckpoints((one) => nowMs - (one.lastSampleMs ?? one.createdMs) >= this.historyOf(one));
        if (!vpa.hasCheckpoints) namespace.departed.delete(vpa.name);
      }
      if (namespace.isUnused) this.namespaces.delete(name);
    }
    return before - this.store.count;
  }

  private historyOf({ overrides }: Aggregate): number {
    const interval = overrides?.memoryAggregationIntervalMs ?? this.settings.memoryAggregationIntervalMs;
    return (
      interval * (overrides?.memoryAggregationIntervalCount ?? this.settings.memoryAggregationIntervalCount)
    );
  }

  private release(aggregate: Aggregate, pods: readonly PodEntry[]): void {
    for (const pod of pods)
      for (const id of pod.containerIds)
        if (this.aggregates[id] === aggregate) this.aggregates[id] = undefined;
    this.store.release(aggregate);
  }

  /** Samples of one container mostly come together, so the last one found is tried first. */
  private containerId({ namespace, pod, container }: ContainerRef): number | undefined {
    const { found } = this;
    if (found?.pod === pod && found.container === container && found.namespace === namespace) return found.id;
    const entry = this.namespaces.get(namespace)?.pods.get(pod);
    if (!entry) return undefined;
    const id = entry.containerIds[entry.containers.indexOf(container)];
    if (id !== undefined) this.found = { namespace, pod, container, id };
    return id;
  }

  private aggregateOf(id: number, ref: ContainerRef): Aggregate {
    const known = this.aggregates[id];
    if (known) return known;
    const labelSet = this.namespaces.get(ref.namespace)?.pods.get(ref.pod)?.labelSet;
    if (!labelSet) throw new Error(`container ${ref.namespace}/${ref.pod}/${ref.container} has no pod`);
    const created = this.aggregateIn(labelSet, ref.container);
    this.aggregates[id] = created;
    return created;
  }

  private aggregateIn(labelSet: LabelSet, container: string): Aggregate {
    const known = labelSet.aggregates.get(container);
    if (known) return known;
    const aggregate = this.store.create(container, this.nowMs);
    aggregate.overrides = labelSet.overridesOf(container);
    labelSet.aggregates.set(container, aggregate);
    for (const vpa of labelSet.vpas) vpa.invalidate();
    return aggregate;
  }

  private setContainers(entry: PodEntry, containers: PodInput['containers']): void {
    const { containers: oldNames, containerIds: oldIds } = entry;
    const isSame =
      containers.length === oldNames.length &&
      containers.every(({ name }, index) => name === oldNames[index]);
    if (!isSame) {
      entry.containers = this.sharedNames(entry.labelSet, containers);
      entry.containerIds = containers.map(
        ({ name }) => oldIds[oldNames.indexOf(name)] ?? this.addContainer(entry.labelSet, name),
      );
      for (const id of oldIds) if (!entry.containerIds.includes(id)) this.removeContainer(id);
    }
    for (const [index, { requests }] of containers.entries())
      this.containers.setMemoryRequest(entry.containerIds[index] ?? 0, requests.memory ?? 0);
  }

  /** The list of names, shared with the first pod of the same labels if it has the same. */
  private sharedNames({ pods }: LabelSet, containers: PodInput['containers']): readonly string[] {
    const shared = pods[0]?.containers;
    if (shared?.length === containers.length && containers.every(({ name }, index) => name === shared[index]))
      return shared;
    return containers.map(({ name }) => name);
  }

  private addContainer(labelSet: LabelSet, name: string): number {
    const id = this.containers.add();
    this.aggregates[id] = this.aggregateIn(labelSet, name);
    return id;
  }

  private removeContainer(id: number): void {
    this.found = undefined;
    this.aggregates[id] = undefined;
    this.containers.remove(id);
  }

  private setOwner(entry: PodEntry, ownerUid: string | undefined): void {
    if (entry.ownerUid === ownerUid) return;
    if (entry.ownerUid !== undefined) drop(this.byOwner, entry.ownerUid, entry);
    if (ownerUid !== undefined) push(this.byOwner, ownerUid, entry);
    entry.ownerUid = ownerUid;
  }

  private relabel(namespace: NamespaceState, entry: PodEntry, labelSet: LabelSet): void {
    removeFrom(entry.labelSet.pods, entry);
    if (entry.labelSet.isUnused) namespace.removeLabelSet(entry.labelSet);
    entry.labelSet = labelSet;
    labelSet.pods.push(entry);
    for (const [index, container] of entry.containers.entries())
      this.aggregates[entry.containerIds[index] ?? 0] = this.aggregateIn(labelSet, container);
  }

  private dropIfUnused(name: string, namespace: NamespaceState, { labelSet }: PodEntry): void {
    if (labelSet.isUnused) namespace.removeLabelSet(labelSet);
    if (namespace.isUnused) this.namespaces.delete(name);
  }

  private vpa(namespace: string, name: string): VpaEntry | undefined {
    return this.namespaces.get(namespace)?.vpas.get(name);
  }

  private namespaceOf(name: string): NamespaceState {
    const known = this.namespaces.get(name);
    if (known) return known;
    const created = new NamespaceState();
    this.namespaces.set(name, created);
    return created;
  }
}
