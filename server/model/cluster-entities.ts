import { containerKey } from '../objects/container-key';
import { isFinished } from '../objects/pod-phase';
import { formatSelector, type Labels, MATCHES_NOTHING, type Selector } from '../objects/selector';
import type { Aggregate, ContainerAggregate } from './aggregate';
import type { HistoryOverrides, PodState, VpaInput } from './cluster-types';
import { FoldedAggregate } from './folded-aggregate';
import type { Observer } from './observation';

/**
 * The pods of one namespace with exactly the same labels, and the aggregates they feed, by container key.
 */
export class LabelSet {
  readonly pods: PodEntry[] = [];
  readonly aggregates = new Map<string, Aggregate>();
  /**
   * What was learned from former revisions of the workload, whose pods had these labels and one of their own.
   */
  folded: Map<string, FoldedAggregate> | undefined;
  readonly vpas: VpaEntry[] = [];
  private observers: readonly Observer[] | undefined;
  /** How many containers are being filled with past samples; meanwhile nothing here is dropped. */
  loading = 0;

  constructor(
    readonly key: string,
    readonly labels: Labels,
  ) {}

  get isUnused(): boolean {
    const { pods, aggregates, folded, loading } = this;
    return pods.length === 0 && aggregates.size === 0 && !folded?.size && loading === 0;
  }

  /** Whether a VPA that selects these pods leaves them to one on their workload. */
  isLeftBy({ isOnGroup }: VpaEntry): boolean {
    return isOnGroup && this.vpas.some(({ holdsPods }) => holdsPods);
  }

  /** The policy overrides for a container here; of several VPAs, the last one set counts. */
  overridesOf(container: string): HistoryOverrides | undefined {
    let overrides: HistoryOverrides | undefined;
    for (const vpa of this.vpas)
      if (!this.isLeftBy(vpa)) overrides = vpa.overridesOf?.(container) ?? overrides;
    return overrides;
  }

  /** Brings the aggregate in line with the VPAs that match. */
  settle(aggregate: Aggregate): void {
    aggregate.overrides = this.overridesOf(aggregate.container);
    aggregate.observers = this.observers;
  }

  /** Call it when a VPA comes, goes or changes. */
  refresh(): void {
    for (const vpa of this.vpas) if (vpa.isOnGroup) vpa.invalidate();
    const observers = this.vpas.flatMap((vpa) => (this.isLeftBy(vpa) ? [] : (vpa.observer ?? [])));
    this.observers = observers.length > 0 ? observers : undefined;
    for (const aggregate of this.aggregates.values()) this.settle(aggregate);
  }
}

const NONE: readonly never[] = [];

export class PodEntry implements PodState {
  phase = '';
  containers: readonly string[] = NONE;
  /** In the order of `containers`; the same list while none is a sidecar. */
  keys: readonly string[] = NONE;
  /** Numbers in the container table, in the order of `containers`. */
  containerIds: readonly number[] = NONE;

  constructor(
    readonly namespace: string,
    readonly name: string,
    public labelSet: LabelSet,
  ) {}

  get labels(): Labels {
    return this.labelSet.labels;
  }

  get isFinished(): boolean {
    return isFinished(this.phase);
  }
}

interface Merge {
  readonly into: Aggregate;
  readonly sources: readonly ContainerAggregate[];
}

/** Labels of pods that name the revision of their template: of ReplicaSets, Argo Rollouts, StatefulSets and DaemonSets. */
const REVISION_LABELS = [
  'pod-template-hash',
  'rollouts-pod-template-hash',
  'controller-revision-hash',
] as const;

/** Whether pods with these labels are of one revision of their template. */
function namesRevision(labels: Labels): boolean {
  return REVISION_LABELS.some((label) => labels[label] !== undefined);
}

export class VpaEntry {
  overridesOf: VpaInput['overridesOf'];
  observer: Observer | undefined;
  isOnGroup = false;
  holdsPods = false;
  readonly labelSets: LabelSet[] = [];
  /** What earlier processes learned, by container key. */
  readonly checkpoints = new Map<string, Aggregate>();
  /** Itself while its target existed; its checkpoints are not used until that selector returns. */
  private away: VpaEntry | undefined;
  private view: ReadonlyMap<string, ContainerAggregate> | undefined;
  private merges: Merge[] = [];
  private sinceMs: number | undefined;

  constructor(
    readonly namespace: string,
    readonly name: string,
    readonly selector: Selector,
    private readonly newAggregate: (key: string) => Aggregate,
  ) {}

  /** Takes over what a VPA states besides its selector. */
  take({ overridesOf, observer, isOnGroup = false, holdsPods = false }: VpaInput): void {
    this.overridesOf = overridesOf;
    this.observer = observer;
    this.isOnGroup = isOnGroup;
    this.holdsPods = holdsPods;
  }

  hasSelector(selector: Selector): boolean {
    return formatSelector(this.selector) === formatSelector(selector);
  }

  /**
   * Replaces `former`, the same VPA with another selector. Checkpoints loaded while nothing was selected
   * belong to the next selector; those of one selector never move to another.
   */
  succeed(former: VpaEntry): void {
    if (this.hasSelector(MATCHES_NOTHING)) {
      this.away = former;
      return;
    }
    for (const [key, checkpoint] of former.checkpointsFor(this.selector))
      this.checkpoints.set(key, checkpoint);
  }

  private checkpointsFor(selector: Selector): Map<string, Aggregate> {
    return new Map([
      ...(this.away?.hasSelector(selector) ? this.away.checkpoints : []),
      ...(this.hasSelector(MATCHES_NOTHING) ? this.checkpoints : []),
    ]);
  }

  get hasCheckpoints(): boolean {
    return this.checkpoints.size > 0 || (this.away?.checkpoints.size ?? 0) > 0;
  }

  /** Drops the checkpoints that are `unwanted`, including those that wait for their selector. */
  dropCheckpoints(unwanted: (checkpoint: Aggregate) => boolean): void {
    for (const checkpoints of [this.checkpoints, this.away?.checkpoints])
      for (const [key, checkpoint] of checkpoints ?? []) if (unwanted(checkpoint)) checkpoints?.delete(key);
    this.invalidate();
  }

  /** Call it when aggregates or checkpoints come or go; new samples need no call. */
  invalidate(): void {
    this.view = undefined;
  }

  /**
   * What began before is not read: revisions of templates whose first sample is older, and checkpoints that hold older
   * ones. Undefined for all. Unix ms.
   */
  readSince(sinceMs: number | undefined): void {
    if (sinceMs === undefined && this.sinceMs === undefined) return;
    this.sinceMs = sinceMs;
    this.invalidate();
  }

  reads(labels: Labels, aggregate: ContainerAggregate): boolean {
    return !namesRevision(labels) || isSince(aggregate, this.sinceMs);
  }

  /** Per container key its only aggregate, or all of them merged. */
  aggregates(): ReadonlyMap<string, ContainerAggregate> {
    this.view ??= this.buildView();
    for (const { into, sources } of this.merges) mergeInto(into, sources);
    return this.view;
  }

  /** Per container key a merged copy that the caller may change. */
  mergedCopies(sinceMs = this.sinceMs): Map<string, Aggregate> {
    const copies = new Map<string, Aggregate>();
    for (const [key, sources] of this.sources(sinceMs))
      copies.set(key, mergeInto(this.newAggregate(key), sources));
    return copies;
  }

  private buildView(): Map<string, ContainerAggregate> {
    const view = new Map<string, ContainerAggregate>();
    this.merges = [];
    for (const [key, sources] of this.sources(this.sinceMs)) {
      const [only] = sources;
      if (only && sources.length === 1 && !isCompact(only) && !this.checkpoints.has(key)) {
        view.set(key, only);
        continue;
      }
      const into = this.newAggregate(key);
      view.set(key, into);
      this.merges.push({ into, sources });
    }
    return view;
  }

  /** The pods it selects, without those that it leaves to VPAs on their workloads. */
  *ownLabelSets(): Generator<LabelSet> {
    for (const labelSet of this.labelSets) if (!labelSet.isLeftBy(this)) yield labelSet;
  }

  private sources(sinceMs: number | undefined): Map<string, ContainerAggregate[]> {
    const sources = new Map<string, ContainerAggregate[]>();
    const include = (aggregate: ContainerAggregate) => {
      const key = containerKey(aggregate.container, aggregate.isSidecar);
      const known = sources.get(key);
      if (known) known.push(aggregate);
      else sources.set(key, [aggregate]);
    };
    for (const { aggregates, folded, labels } of this.ownLabelSets()) {
      const isOfRevision = namesRevision(labels);
      for (const aggregate of aggregates.values())
        if (!isOfRevision || isSince(aggregate, sinceMs)) include(aggregate);
      for (const aggregate of folded?.values() ?? []) if (isSince(aggregate, sinceMs)) include(aggregate);
    }
    for (const checkpoint of this.checkpoints.values()) if (isSince(checkpoint, sinceMs)) include(checkpoint);
    return sources;
  }
}

function isSince({ firstSampleMs }: ContainerAggregate, sinceMs: number | undefined): boolean {
  return sinceMs === undefined || firstSampleMs === undefined || firstSampleMs >= sinceMs;
}

/** Compact evidence can be merged but not read. */
function isCompact(aggregate: ContainerAggregate): boolean {
  return aggregate instanceof FoldedAggregate;
}

function mergeInto(into: Aggregate, sources: readonly ContainerAggregate[]): Aggregate {
  into.clear();
  for (const source of sources) into.merge(source);
  return into;
}
