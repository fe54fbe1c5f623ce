import { containerKey } from '../objects/container-key';
import { removeFrom } from '../objects/label-index';
import type { Labels, Selector } from '../objects/selector';
import type { ContainerAggregate } from './aggregate';
import { AggregateStore } from './aggregate-store';
import { type LabelSet, PodEntry, VpaEntry } from './cluster-entities';
import type {
  CheckpointState,
  ContainerRef,
  LabelledContainer,
  ModelSettings,
  PastIntake,
  PodInput,
  PodState,
  SampleOutcome,
  VpaInput,
} from './cluster-types';
import { Expiry, type Liveness } from './expiry';
import type { Learning } from './learned';
import { NamespaceState } from './namespace-state';
import { SampleIntake } from './sample-intake';
import type { ContainerUsage } from './usage-table';

/**
 * All that is known of the cluster: pods, VPAs and the usage of their containers. Samples of containers with
 * the same namespace, name and pod labels share one aggregate; a VPA merges those its selector matches. Label
 * indexes link the two, so that no VPA is compared with every aggregate.
 */
export class ClusterState {
  private readonly namespaces = new Map<string, NamespaceState>();
  private readonly store: AggregateStore;
  private readonly intake: SampleIntake;
  private readonly expiry: Expiry;
  private podTotal = 0;
  private vpaTotal = 0;
  private foldedTotal = 0;

  /** @param learning makes the evidence of the aggregates */
  constructor(settings: ModelSettings, learning: Learning) {
    this.store = new AggregateStore(learning);
    this.intake = new SampleIntake(settings, this.store, (namespace, pod) =>
      this.namespaces.get(namespace)?.pods.get(pod),
    );
    this.expiry = new Expiry(settings, this.store, this.intake);
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

  /** How many sums of folded aggregates existed at the last garbage collection. */
  get foldedCount(): number {
    return this.foldedTotal;
  }

  get containerCount(): number {
    return this.intake.containerCount;
  }

  /** Sets the time (Unix ms); samples more than an hour later are rejected as from the future. */
  advanceTo(nowMs: number): void {
    this.intake.advanceTo(nowMs);
  }

  /** Adds or updates a pod: labels, phase, owner, containers and their requests. */
  setPod(pod: PodInput): void {
    this.put(pod, false);
  }

  /** The same where only labels changed that the pod does not have itself: the memory peaks of now go with it. */
  regroupPod(pod: PodInput): void {
    this.put(pod, true);
  }

  private put(pod: PodInput, movesPeaks: boolean): void {
    const namespace = this.namespaceOf(pod.namespace);
    const labelSet = namespace.labelSetOf(pod.labels);
    let entry = namespace.pods.get(pod.name);
    if (!entry) {
      entry = new PodEntry(pod.namespace, pod.name, labelSet);
      namespace.pods.set(pod.name, entry);
      labelSet.pods.push(entry);
      this.podTotal++;
    } else if (entry.labelSet !== labelSet) {
      this.relabel(namespace, entry, labelSet, movesPeaks);
    }
    entry.phase = pod.phase;
    this.intake.setContainers(entry, pod.containers);
  }

  /** Forgets the pod; what was learned from it stays. */
  deletePod(namespaceName: string, name: string): void {
    const namespace = this.namespaces.get(namespaceName);
    const entry = namespace?.pods.get(name);
    if (!namespace || !entry) return;
    this.intake.setContainers(entry, []);
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

  /**
   * Adds or updates a VPA. Another selector drops the checkpoints loaded under the old one; those of a
   * selector that gave way to `NOTHING` wait for it to return.
   */
  setVpa(vpa: VpaInput): void {
    const namespace = this.namespaceOf(vpa.namespace);
    const known = namespace.vpas.get(vpa.name);
    if (known?.hasSelector(vpa.selector)) {
      known.take(vpa);
      for (const labelSet of known.labelSets) labelSet.refresh();
      return;
    }
    if (known) namespace.removeVpa(known);
    else this.vpaTotal++;
    const former = known ?? namespace.departed.get(vpa.name);
    namespace.departed.delete(vpa.name);
    const entry = former?.hasSelector(vpa.selector) ? former : this.newVpa(vpa);
    entry.take(vpa);
    if (former && former !== entry) entry.succeed(former);
    namespace.addVpa(entry);
  }

  private newVpa({ namespace, name, selector }: VpaInput): VpaEntry {
    return new VpaEntry(namespace, name, selector, (key) => this.store.createScratch(key));
  }

  /**
   * Forgets the VPA, but neither what was learned from its pods nor, within their history, the checkpoints
   * loaded for it: if it is created again with the same selector, both are used.
   */
  deleteVpa(namespaceName: string, name: string): void {
    const namespace = this.namespaces.get(namespaceName);
    const entry = namespace?.vpas.get(name);
    if (!namespace || !entry) return;
    namespace.removeVpa(entry);
    entry.observer = undefined;
    entry.invalidate();
    if (entry.hasCheckpoints) namespace.departed.set(name, entry);
    this.vpaTotal--;
    if (namespace.isUnused) this.namespaces.delete(namespaceName);
  }

  *vpas(): Generator<{ readonly namespace: string; readonly name: string }> {
    for (const namespace of this.namespaces.values()) yield* namespace.vpas.values();
  }

  /** The pods whose labels match the VPA's selector, without those that it leaves to VPAs on their workloads. */
  *podsOfVpa(namespace: string, name: string): Generator<PodState> {
    for (const labelSet of this.vpa(namespace, name)?.ownLabelSets() ?? []) yield* labelSet.pods;
  }

  /** The VPAs whose selector matches the labels, without those that leave such pods to VPAs on their workloads. */
  *vpasFor(namespace: string, labels: Labels): Generator<{ readonly name: string }> {
    const vpas = [...(this.namespaces.get(namespace)?.vpaPostings.matching(labels) ?? [])];
    const areHeld = vpas.some(({ holdsPods }) => holdsPods);
    for (const vpa of vpas) if (!areHeld || !vpa.isOnGroup) yield vpa;
  }

  /** The label names that pods of a namespace carry or its VPAs select by. */
  labelNames(namespace: string): Iterable<string> {
    return this.namespaces.get(namespace)?.labelNames() ?? [];
  }

  matchesAnyVpa(namespace: string, labels: Labels): boolean {
    return this.namespaces.get(namespace)?.hasVpaFor(labels) ?? false;
  }

  /**
   * @param timeMs start of the measurement, Unix ms
   * @param millicores average use over it
   * @param samples as how many it counts
   */
  addCpuSample(ref: ContainerRef, timeMs: number, millicores: number, samples = 1): SampleOutcome {
    return this.intake.addCpu(ref, timeMs, millicores, samples);
  }

  /** @param timeMs start of the measurement, Unix ms @param bytes working set */
  addMemorySample(ref: ContainerRef, timeMs: number, bytes: number): SampleOutcome {
    return this.intake.addMemory(ref, timeMs, bytes);
  }

  /** Keeps the newest usage of a container while its pod lives. */
  noteUsage(ref: ContainerRef, usage: ContainerUsage): void {
    this.intake.noteUsage(ref, usage);
  }

  /** The newest usage noted for a container of a live pod. */
  usageOf(namespace: string, pod: string, container: string): ContainerUsage | undefined {
    const entry = this.namespaces.get(namespace)?.pods.get(pod);
    return entry && this.intake.usageOf(entry, container);
  }

  /** The least memory noted for it of late: within one to two times `memoryFlatMs`. */
  lowMemoryOf(namespace: string, pod: string, container: string) {
    const entry = this.namespaces.get(namespace)?.pods.get(pod);
    return entry && this.intake.lowMemoryOf(entry, container);
  }

  /**
   * Records an OOM kill at `timeMs`. `memoryBytes` is the memory request at that time, or the container's
   * known usage; by default its current request.
   */
  recordOom(ref: ContainerRef, timeMs: number, memoryBytes?: number): SampleOutcome {
    return this.intake.addOom(ref, timeMs, memoryBytes);
  }

  /** Records a crash, which only observers hear of. */
  recordCrash(ref: ContainerRef, timeMs: number): SampleOutcome {
    return this.intake.addCrash(ref, timeMs);
  }

  /**
   * Takes past samples of one container. They teach the aggregate of pods with these labels, whether any
   * lives or not; a living one continues from there.
   */
  openPast(container: LabelledContainer): PastIntake {
    return this.intake.openPast(
      this.namespaceOf(container.namespace).labelSetOf(container.labels),
      container,
    );
  }

  /**
   * What a VPA knows per container key (see `containerKey`): all matching aggregates and loaded checkpoints merged. Live: read it
   * before the state changes again.
   */
  aggregatesOf(namespace: string, name: string): ReadonlyMap<string, ContainerAggregate> {
    return this.vpa(namespace, name)?.aggregates() ?? new Map();
  }

  /** Leaves out of what a VPA knows what is of templates before a time, Unix ms; undefined leaves out nothing. */
  readSince(namespace: string, name: string, sinceMs: number | undefined): void {
    this.vpa(namespace, name)?.readSince(sinceMs);
  }

  /** What a VPA would know if that were left out, as copies; of all if no time is given. */
  copiesSince(
    namespace: string,
    name: string,
    sinceMs: number | undefined,
  ): ReadonlyMap<string, ContainerAggregate> {
    return this.vpa(namespace, name)?.mergedCopies(sinceMs ?? Number.NEGATIVE_INFINITY) ?? new Map();
  }

  /** The pods that a selector matches, and what a VPA with that selector would know of their containers. */
  selected(
    namespaceName: string,
    selector: Selector,
  ): { pods: readonly PodState[]; aggregates: ReadonlyMap<string, ContainerAggregate> } {
    const namespace = this.namespaces.get(namespaceName);
    const entry = this.newVpa({ namespace: namespaceName, name: '', selector });
    entry.labelSets.push(...(namespace?.labelSetPostings.matching(selector) ?? []));
    return { pods: entry.labelSets.flatMap(({ pods }) => pods), aggregates: entry.aggregates() };
  }

  /**
   * The same as copies, without the memory peak of every live container's current window: after a restart
   * that peak is seen again. Peaks of OOM kills stay, since those are not.
   */
  checkpointAggregatesOf(
    namespace: string,
    name: string,
    nowMs: number,
  ): ReadonlyMap<string, ContainerAggregate> {
    const vpa = this.vpa(namespace, name);
    if (!vpa) return new Map();
    const copies = vpa.mergedCopies();
    for (const labelSet of vpa.ownLabelSets())
      for (const pod of labelSet.pods)
        for (const [index, key] of pod.keys.entries()) {
          const aggregate = labelSet.aggregates.get(key);
          if (aggregate && !vpa.reads(labelSet.labels, aggregate)) continue;
          const peak = this.intake.openPeak(pod.containerIds[index] ?? 0, nowMs);
          if (peak) copies.get(key)?.subtractMemoryPeak(peak.windowEndMs, peak.bytes);
        }
    return copies;
  }

  /**
   * Adds what an earlier process learned about `container` under this VPA; a second call replaces the first.
   */
  loadCheckpoint(
    namespace: string,
    vpaName: string,
    container: string,
    checkpoint: CheckpointState,
    isSidecar = false,
  ): void {
    const vpa = this.vpa(namespace, vpaName);
    if (!vpa) return;
    const key = containerKey(container, isSidecar);
    const loaded = vpa.checkpoints.get(key) ?? this.store.createScratch(key);
    loaded.load(checkpoint);
    vpa.checkpoints.set(key, loaded);
    vpa.invalidate();
  }

  dropCheckpoint(namespace: string, vpaName: string, container: string): void {
    const vpa = this.vpa(namespace, vpaName) ?? this.namespaces.get(namespace)?.departed.get(vpaName);
    vpa?.dropCheckpoints((checkpoint) => checkpoint.container === container);
  }

  /**
   * Drops useless aggregates: those whose last sample is older than their history, and empty ones that are
   * that old, or that no unfinished pod feeds and no controller can. For label sets without pods that cannot
   * come back, what they learned is folded, see `foldRevision`. Call it hourly; returns how many were
   * dropped.
   */
  collectGarbage(nowMs: number, liveness: Liveness): number {
    let dropped = 0;
    this.foldedTotal = 0;
    for (const [name, namespace] of this.namespaces) {
      dropped += this.expiry.collect(name, namespace, nowMs, liveness);
      for (const { folded } of namespace.labelSets.values()) this.foldedTotal += folded?.size ?? 0;
      if (namespace.isUnused) this.namespaces.delete(name);
    }
    return dropped;
  }

  private relabel(namespace: NamespaceState, entry: PodEntry, labelSet: LabelSet, movesPeaks: boolean): void {
    removeFrom(entry.labelSet.pods, entry);
    if (entry.labelSet.isUnused) namespace.removeLabelSet(entry.labelSet);
    entry.labelSet = labelSet;
    labelSet.pods.push(entry);
    this.intake.relabelled(entry, movesPeaks);
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
