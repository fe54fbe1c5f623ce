import type { Clock } from '../../clock';
import { faultOf, type ObjectFault } from '../../kube/object-fault';
import { controllerOf } from '../../kube/owner-index';
import { ownerKey } from '../../kube/target-key';
import type { TargetResolver } from '../../kube/targets';
import type { OwnerReference, Pod } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { NO_LIMITS } from '../../policy/limit-bounds';
import { isServedNamespace } from '../../policy/served-namespaces';
import { isStopped, type StopState, stopFor } from '../../policy/stop';
import { readVpa } from '../../policy/vpa-reading';
import { inSlices, type Sliced } from '../../slices';
import { type ClusterFacts, NO_LOOP, type WorkloadInput } from '../plan/plan-input';
import { isBoosted, PodFacts } from '../plan/pod-facts';
import { addToCounts, copyOf, countsOf, isResizing, type ReplicaCounts } from '../plan/replica-counts';
import { ClusterFollower, type ClusterSources } from './cluster-facts';
import { type HistorySource, sampledMs } from './history';
import type { LoopTracker } from './loop-tracker';
import type { AttemptMemory } from './memory';
import { NO_PODS, PodGroups } from './pod-groups';
import { RivalBook, type Standing } from './rivals';
import { isSameInput, isShallowEqual, sameItems } from './same-input';
import { type Found, WorkloadParts } from './workload-parts';

export interface GatherSources extends ClusterSources {
  clock: Clock;
  targets: TargetResolver;
  loops: LoopTracker;
  attempts: AttemptMemory;
  histories: readonly HistorySource[];
  stops(): StopState;
}

export interface Gathered {
  readonly cluster: ClusterFacts;
  readonly workloads: readonly WorkloadInput[];
  /** Objects that cannot be read and are left out. */
  readonly faults: readonly ObjectFault[];
}

/** What is known of a target from the last time. */
interface Known {
  /** All that name it, in a list that is never changed. */
  readonly vpas: readonly VerticalPodAutoscaler[];
  readonly standing: Standing;
  /** Namespace and name of the VPA that stands for it. */
  readonly key: string;
  readonly input: WorkloadInput;
  /** The other VPAs of the target, which do nothing to its pods. */
  readonly idle: readonly WorkloadInput[];
  readonly found: Found;
}

/** The parts of an input that no index answers: what this process and its people know. */
type Moment = Pick<WorkloadInput, 'stop' | 'sampledMs' | 'refusals' | 'failures'>;

/** Reads the plan's input from the caches; what did not change since the last time is the same object again. */
export class Gatherer {
  private readonly rivals: RivalBook;
  private readonly groups: PodGroups;
  private readonly parts: WorkloadParts;
  private readonly cluster: ClusterFollower;
  private readonly known = new Map<string, Known>();

  constructor(private readonly sources: GatherSources) {
    const { caches, config, targets } = sources;
    this.rivals = new RivalBook({
      cpuStartupBoost: config.featureCpuStartupBoost,
      inPlace: config.featureInPlace,
    });
    this.groups = new PodGroups(caches, targets);
    this.parts = new WorkloadParts(sources);
    this.cluster = new ClusterFollower(sources);
  }

  /** Every VPA that has a target, each as it is when its turn comes. */
  *gathering(): Sliced<Gathered> {
    const { caches, config, loops, attempts } = this.sources;
    const workloads: WorkloadInput[] = [];
    const faults: ObjectFault[] = [];
    const live = new Set<string>();
    const keys = new Set<string>();
    const namespaces = new Set<string>();
    for (const [target, vpas] of caches.vpasByTarget.targets(config.vpaObjectNamespace || undefined)) {
      const namespace = vpas[0]?.metadata.namespace ?? '';
      if (!isServedNamespace(config, namespace)) continue;
      if (!namespaces.has(namespace)) yield* this.groups.refreshing(namespace);
      namespaces.add(namespace);
      live.add(target);
      for (const vpa of vpas) {
        const { fault } = readVpa(vpa);
        if (fault) faults.push(faultOf('VerticalPodAutoscaler', vpa, fault));
      }
      try {
        const { input, idle, found, key } = this.gathered(target, vpas);
        workloads.push(input, ...idle);
        keys.add(key);
        if (found.faults.length > 0) faults.push(...found.faults);
      } catch (thrown) {
        faults.push(faultOf('VerticalPodAutoscaler', vpas[0], thrown));
      }
      yield;
    }
    for (const target of this.known.keys()) if (!live.has(target)) this.known.delete(target);
    attempts.keepOnlyVpas(keys);
    loops.keepOnlyVpas(keys);
    faults.push(...this.cluster.faults, ...this.groups.faults, ...this.parts.faultsIn(namespaces));
    return { cluster: this.cluster.facts(), workloads, faults };
  }

  /** One VPA as the next pass would see it, with all that counts should it act; without pods of a missing target. */
  async of(vpa: VerticalPodAutoscaler): Promise<WorkloadInput> {
    await inSlices(this.groups.refreshing(vpa.metadata.namespace ?? ''));
    const { compiled } = readVpa(vpa);
    const target = compiled.target && ownerKey(compiled.target);
    const vpas = compiled.target ? this.sources.caches.vpasByTarget.targeting(compiled.target) : [];
    const others = this.rivals.of(vpas)?.rivals.filter((one) => one !== compiled) ?? [];
    const pods = target === undefined ? NO_PODS : this.groups.of(target);
    const found = this.parts.find(target ?? '', [compiled, ...others], pods, undefined);
    const input = this.made(compiled, keyOf(compiled), found, this.moment(compiled, keyOf(compiled)));
    return { ...input, overruledBy: this.overruling(compiled) };
  }

  /** The VPA that acts in place of this one, which need not be as it is in the cluster. */
  overruling(vpa: CompiledVpa): string | undefined {
    return vpa.target && this.rivals.overruling(vpa, this.sources.caches.vpasByTarget.targeting(vpa.target));
  }

  /**
   * A planned VPA with nothing but `fresh` of its pods, everything else as it is by now: what its controller counts
   * stands in for the other pods, so that it costs the same however many there are. Pods just resized still count
   * as busy. Nothing when the VPA is gone.
   */
  again(planned: WorkloadInput, fresh: Pod, resized: readonly Pod[]): WorkloadInput | undefined {
    const { loops } = this.sources;
    const vpa = this.current(planned.vpa);
    if (!vpa) return undefined;
    const { namespace } = vpa;
    const owner = controllerOf(fresh.metadata.ownerReferences);
    return {
      vpa,
      overruledBy: this.overruling(vpa),
      pods: [fresh],
      controllers: owner ? this.countedController(vpa, owner, fresh, resized) : [],
      limits: this.parts.limitsIn(namespace),
      quotas: this.parts.quotasIn(namespace),
      budgets: this.parts.budgetsFor(namespace, [fresh]),
      conflicts: planned.conflicts,
      ...this.moment(vpa, keyOf(vpa)),
      loop: loops.factsOf(vpa),
    };
  }

  /** Why nothing may be done for a VPA any more, whatever its pods are like: a stop, or another policy than this. */
  withdrawn({ vpa: { namespace, name, vpa } }: WorkloadInput): 'stopped' | 'changed' | undefined {
    const { caches, stops } = this.sources;
    if (isStopped(stops(), namespace, name)) return 'stopped';
    const { uid, generation } = caches.vpas.get(namespace, name)?.metadata ?? {};
    return uid === vpa.metadata.uid && generation === vpa.metadata.generation ? undefined : 'changed';
  }

  clusterFacts(): ClusterFacts {
    return this.cluster.facts();
  }

  /** The VPA as it is now; nothing once it is gone or cannot be read. */
  private current({ namespace, name, vpa }: CompiledVpa): CompiledVpa | undefined {
    const now = this.sources.caches.vpas.get(namespace, name);
    if (now?.metadata.uid !== vpa.metadata.uid || !now) return undefined;
    const { compiled, fault } = readVpa(now);
    return fault ? undefined : compiled;
  }

  private gathered(target: string, vpas: readonly VerticalPodAutoscaler[]): Known {
    const { attempts } = this.sources;
    const known = this.known.get(target);
    const standing = known?.vpas === vpas ? known.standing : this.rivals.of(vpas);
    if (!standing) throw new RangeError('a target without a VPA');
    const { rivals } = standing;
    const [vpa] = rivals;
    const key = known?.standing === standing ? known.key : keyOf(vpa);
    const found = this.parts.find(target, rivals, this.groups.of(target), known?.found);
    attempts.keepOnly(key, found.pods.pods);
    const moment = this.moment(vpa, key);
    if (known?.found === found && isSameMoment(known.input, moment)) {
      const pods = attempts.withoutEvicted(key, found.pods.pods);
      const loop = this.observed(vpa, () => known.input);
      if (loop === known.input.loop && sameItems(pods, known.input.pods)) return known;
    }
    const made = this.made(vpa, key, found, moment);
    const input = known && isSameInput(known.input, made) ? known.input : made;
    const next = { vpas, standing, key, input, idle: idleIn(standing, input.pods, known?.idle), found };
    this.known.set(target, next);
    return next;
  }

  private made(vpa: CompiledVpa, key: string, found: Found, moment: Moment): WorkloadInput {
    const { stop, sampledMs, refusals, failures } = moment;
    // Of one hidden class, which a copy that `loop` is added to is not in V8: a plan reads them all.
    const input = {
      vpa,
      pods: this.sources.attempts.withoutEvicted(key, found.pods.pods),
      controllers: found.controllers,
      limits: found.limits,
      quotas: found.quotas,
      budgets: found.budgets,
      conflicts: found.conflicts,
      stop,
      sampledMs,
      refusals,
      failures,
      loop: NO_LOOP,
    };
    input.loop = this.observed(vpa, () => input);
    return input;
  }

  private observed(vpa: CompiledVpa, input: () => WorkloadInput): WorkloadInput['loop'] {
    const { config, clock, loops } = this.sources;
    return loops.observe(vpa, { nowMs: clock.now(), tolerance: config.podUpdateThreshold }, input);
  }

  private moment({ namespace, name, vpa }: CompiledVpa, key: string): Moment {
    const { config, clock, attempts, histories, stops } = this.sources;
    const stop = stopFor(stops(), namespace, name);
    const { refusals, failures } = attempts.notesOf(key);
    return {
      stop: stop && { scope: stop.scope, who: stop.entry.who, atMs: stop.entry.atMs },
      sampledMs: sampledMs(vpa, histories, { nowMs: clock.now(), neededMs: config.leastHistoryMs }),
      refusals,
      failures,
    };
  }

  private countedController(
    vpa: CompiledVpa,
    owner: OwnerReference,
    fresh: Pod,
    resized: readonly Pod[],
  ): WorkloadInput['controllers'] {
    const counts = this.countsWith(vpa, owner, fresh, resized);
    return this.parts.controllersOf(vpa.namespace, [owner]).map((facts) => ({ ...facts, counts }));
  }

  /** How the pods of the owner stand with `fresh` as it is, without those just evicted that still show. */
  private countsWith(
    vpa: CompiledVpa,
    owner: OwnerReference,
    fresh: Pod,
    resized: readonly Pod[],
  ): ReplicaCounts | undefined {
    const { attempts } = this.sources;
    const now = this.groups.countsOf(fresh);
    if (!now) return undefined;
    const counts = copyOf(now);
    const cached = this.cachedOf(fresh, owner);
    if (cached) addToCounts(counts, cached, -1);
    addToCounts(counts, fresh, 1);
    for (const evicted of attempts.evictedOf(keyOf(vpa))) {
      const shown = evicted.metadata.uid !== fresh.metadata.uid && this.cachedOf(evicted, owner);
      if (shown) addToCounts(counts, shown, -1);
    }
    for (const pod of resized) {
      const shown = pod.metadata.uid !== fresh.metadata.uid && this.cachedOf(pod, owner);
      if (shown) countAsBusy(counts, shown);
    }
    return counts;
  }

  /** The pod as it is shown now, where it is still the same and of this owner. */
  private cachedOf({ metadata }: Pod, owner: OwnerReference): Pod | undefined {
    const shown = this.sources.caches.pods.get(metadata.namespace ?? '', metadata.name);
    const isSame =
      shown?.metadata.uid === metadata.uid &&
      controllerOf(shown?.metadata.ownerReferences)?.uid === owner.uid;
    return isSame ? shown : undefined;
  }
}

/** What nobody asks about a VPA that does nothing. */
const IDLE: Omit<WorkloadInput, 'vpa' | 'overruledBy' | 'pods'> = {
  controllers: [],
  limits: NO_LIMITS,
  quotas: [],
  budgets: [],
  conflicts: [],
  loop: NO_LOOP,
  refusals: new Map(),
  failures: new Map(),
};

/** All but the first VPA of a target, each with the one that acts in its place; the former inputs where they still hold. */
function idleIn(
  { rivals: [first, ...others], acting }: Standing,
  pods: readonly Pod[],
  former: readonly WorkloadInput[] = [],
): WorkloadInput[] {
  if (others.length === 0) return [];
  // Where none acts any more, the first still ends a boost that one of them began.
  const overruledBy = (acting ?? (pods.some(isBoosted) ? first : undefined))?.name;
  return others.map((vpa, index) => {
    const input: WorkloadInput = { ...IDLE, vpa, overruledBy, pods };
    const known = former[index];
    return known && isSameInput(known, input) ? known : input;
  });
}

function isSameMoment(input: WorkloadInput, { stop, sampledMs, refusals, failures }: Moment): boolean {
  return (
    input.sampledMs === sampledMs &&
    input.refusals === refusals &&
    input.failures === failures &&
    isShallowEqual(input.stop, stop)
  );
}

function countAsBusy(counts: ReplicaCounts, pod: Pod): void {
  const facts = new PodFacts(pod);
  const isGone = facts.isTerminating || facts.isFinished || facts.isPending;
  if (isGone || isResizing(facts)) return;
  for (const count of countsOf(counts, facts)) count.resizing++;
}

function keyOf({ namespace, name }: CompiledVpa): string {
  return `${namespace}/${name}`;
}
