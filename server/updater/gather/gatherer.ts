import { aboutVpa, faultOf, type ObjectFault } from '../../kube/object-fault';
import { controllerOf } from '../../kube/owner-index';
import { API_RESOURCES, groupResource } from '../../kube/resources';
import { ownerKey } from '../../kube/target-key';
import type { TargetResolver } from '../../kube/targets';
import type { Pod } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { ApprovalBook } from '../../policy/approvals/book';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { scopeOf } from '../../policy/node-scope';
import { NodesByLabel } from '../../policy/nodes-by-label';
import { isServedNamespace } from '../../policy/served-namespaces';
import { isStopped } from '../../policy/stop';
import { readVpa } from '../../policy/vpa-reading';
import { inSlices, type Sliced } from '../../slices';
import { countOf } from '../../words/counts';
import { type ClusterFacts, NO_LOOP, type WorkloadInput } from '../plan/plan-input';
import { calendarFaultOf, clusterCalendarFault } from './calendar-faults';
import { ClusterFollower, type ClusterSources } from './cluster-facts';
import { idleIn } from './idle';
import type { LoopTracker } from './loop-tracker';
import { isSameMoment, type Moment, type MomentSources, momentOf } from './moment';
import { NO_PODS, PodsByTarget } from './pods-by-target';
import { ReplicasNow } from './replicas-now';
import { RivalBook, type TargetVpas } from './rivals';
import { isSameInput, sameItems } from './same-input';
import { type GatheredParts, WorkloadParts } from './workload-parts';

interface GatherSources extends ClusterSources, Omit<MomentSources, 'config'> {
  approvals: Pick<ApprovalBook, 'factsOf' | 'faults'>;
  targets: TargetResolver;
  loops: LoopTracker;
}

interface Gathered {
  readonly cluster: ClusterFacts;
  readonly workloads: readonly WorkloadInput[];
  /** Objects that cannot be read and are left out. */
  readonly faults: readonly ObjectFault[];
}

/** What was found for a target last time. */
interface Known {
  /** All VPAs that name it, in an immutable list. */
  readonly vpas: readonly VerticalPodAutoscaler[];
  readonly targetVpas: TargetVpas;
  /** Namespace and name of the VPA that controls it. */
  readonly key: string;
  readonly input: WorkloadInput;
  /** The other VPAs of the target, which do nothing to its pods. */
  readonly idle: readonly WorkloadInput[];
  readonly found: GatheredParts;
}

/** Reads the plan's input from the caches; parts that did not change are the same objects as before. */
export class Gatherer {
  private readonly rivals: RivalBook;
  private readonly groups: PodsByTarget;
  private readonly parts: WorkloadParts;
  private readonly cluster: ClusterFollower;
  private readonly nodes: NodesByLabel;
  private readonly replicas: ReplicasNow;
  private readonly known = new Map<string, Known>();

  constructor(private readonly sources: GatherSources) {
    const { caches, config, targets } = sources;
    this.rivals = new RivalBook({
      cpuStartupBoost: config.featureCpuStartupBoost,
      inPlace: config.featureInPlace,
    });
    this.groups = new PodsByTarget(caches, targets);
    this.parts = new WorkloadParts(sources);
    this.cluster = new ClusterFollower(sources);
    this.nodes = new NodesByLabel(caches.nodes);
    this.replicas = new ReplicasNow(caches, this.groups);
  }

  /** Every VPA with a target, read one after the other. */
  *gathering(): Sliced<Gathered> {
    const { caches, config, clock, loops, attempts } = this.sources;
    const nowMs = clock.now();
    const workloads: WorkloadInput[] = [];
    const faults: ObjectFault[] = [];
    const live = new Set<string>();
    const keys = new Set<string>();
    const namespaces = new Set<string>();
    const asked = new AskedApprovals();
    for (const [target, vpas] of caches.vpasByTarget.targets(config.vpaObjectNamespace || undefined)) {
      const namespace = vpas[0]?.metadata.namespace ?? '';
      if (!isServedNamespace(config, namespace)) continue;
      if (!namespaces.has(namespace)) yield* this.groups.refreshing(namespace);
      namespaces.add(namespace);
      live.add(target);
      for (const vpa of vpas) {
        const { fault } = readVpa(vpa);
        if (fault) faults.push(faultOf('VerticalPodAutoscaler', vpa, fault));
        const closed = calendarFaultOf(vpa, nowMs);
        if (closed) faults.push(closed);
      }
      try {
        const { input, idle, found, key } = this.gathered(target, vpas);
        workloads.push(input, ...idle);
        keys.add(key);
        if (found.faults.length > 0) faults.push(...found.faults);
        if (input.approvals) asked.note(input);
      } catch (thrown) {
        faults.push(faultOf('VerticalPodAutoscaler', vpas[0], thrown));
      }
      yield;
    }
    for (const target of this.known.keys()) if (!live.has(target)) this.known.delete(target);
    attempts.keepOnlyVpas(keys);
    loops.keepOnlyVpas(keys);
    const closed = clusterCalendarFault(config.calendar, nowMs);
    if (closed) faults.push(closed);
    faults.push(...asked.faults(), ...this.sources.approvals.faults);
    faults.push(...this.cluster.faults, ...this.groups.faults, ...this.parts.faultsIn(namespaces));
    return { cluster: this.cluster.facts(), workloads, faults };
  }

  /** One VPA as the next pass would see it, as if it acted; without pods if the target is missing. */
  async of(vpa: VerticalPodAutoscaler): Promise<WorkloadInput> {
    await inSlices(this.groups.refreshing(vpa.metadata.namespace ?? ''));
    const { compiled } = readVpa(vpa);
    const target = compiled.target && ownerKey(compiled.target);
    const vpas = compiled.target ? this.sources.caches.vpasByTarget.targeting(compiled.target) : [];
    const others = this.rivals.of(vpas)?.rivals.filter((one) => one !== compiled) ?? [];
    const pods = target === undefined ? NO_PODS : this.groups.of(target);
    const found = this.parts.find(target ?? '', [compiled, ...others], pods, undefined);
    const input = this.made(
      compiled,
      keyOf(compiled),
      found,
      momentOf(compiled, keyOf(compiled), this.sources),
    );
    return { ...input, overruledBy: this.overruling(compiled) };
  }

  /** The VPA that acts in place of `vpa`, which may be a planned version. */
  overruling(vpa: CompiledVpa): string | undefined {
    return vpa.target && this.rivals.overruling(vpa, this.sources.caches.vpasByTarget.targeting(vpa.target));
  }

  /**
   * A planned VPA with only the pods in `fresh`, everything else current. The counts of its controller stand
   * in for the other pods, so the cost does not grow with their number. Pods just resized still count as
   * busy. Undefined if the VPA is gone.
   */
  again(planned: WorkloadInput, fresh: Pod, resized: readonly Pod[]): WorkloadInput | undefined {
    const { loops, attempts } = this.sources;
    const vpa = this.current(planned.vpa);
    if (!vpa) return undefined;
    const { namespace } = vpa;
    const owner = controllerOf(fresh.metadata.ownerReferences);
    const unseen = { evicted: attempts.evictedOf(keyOf(vpa)), resized };
    const counts = owner && this.replicas.beside(fresh, owner, unseen);
    return {
      vpa,
      overruledBy: this.overruling(vpa),
      pods: [fresh],
      nodeValues: this.nodeValuesFor(vpa),
      controllers: owner
        ? this.parts.controllersOf(namespace, [owner]).map((facts) => ({ ...facts, counts }))
        : [],
      limits: this.parts.limitsIn(namespace),
      quotas: this.parts.quotasIn(namespace),
      budgets: this.parts.budgetsFor(namespace, [fresh]),
      conflicts: planned.conflicts,
      hpa: planned.hpa,
      ...momentOf(vpa, keyOf(vpa), this.sources),
      loop: loops.factsOf(vpa),
    };
  }

  /** Why nothing may be done for a VPA any more, whatever its pods: a stop, or a changed policy. */
  withdrawn({ vpa: { namespace, name, vpa } }: WorkloadInput): 'stopped' | 'changed' | undefined {
    const { caches, stops } = this.sources;
    if (isStopped(stops(), namespace, name)) return 'stopped';
    const { uid, generation } = caches.vpas.get(namespace, name)?.metadata ?? {};
    return uid === vpa.metadata.uid && generation === vpa.metadata.generation ? undefined : 'changed';
  }

  clusterFacts(): ClusterFacts {
    return this.cluster.facts();
  }

  /** The current VPA; undefined if it is gone or cannot be read. */
  private current({ namespace, name, vpa }: CompiledVpa): CompiledVpa | undefined {
    const now = this.sources.caches.vpas.get(namespace, name);
    if (now?.metadata.uid !== vpa.metadata.uid || !now) return undefined;
    const { compiled, fault } = readVpa(now);
    return fault ? undefined : compiled;
  }

  private gathered(target: string, vpas: readonly VerticalPodAutoscaler[]): Known {
    const { attempts } = this.sources;
    const known = this.known.get(target);
    const targetVpas = known?.vpas === vpas ? known.targetVpas : this.rivals.of(vpas);
    if (!targetVpas) throw new RangeError('a target without a VPA');
    const { rivals } = targetVpas;
    const [vpa] = rivals;
    const key = known?.targetVpas === targetVpas ? known.key : keyOf(vpa);
    const found = this.parts.find(target, rivals, this.groups.of(target), known?.found);
    attempts.keepOnly(key, found.pods.pods);
    const moment = momentOf(vpa, key, this.sources);
    const isSettled = known?.found === found && known.input.nodeValues === this.nodeValuesFor(vpa);
    if (known && isSettled && isSameMoment(known.input, moment)) {
      const pods = attempts.withoutEvicted(key, found.pods.pods);
      const loop = this.observed(vpa, () => known.input);
      if (loop === known.input.loop && sameItems(pods, known.input.pods)) return known;
    }
    const made = this.made(vpa, key, found, moment);
    const input = known && isSameInput(known.input, made) ? known.input : made;
    const next = { vpas, targetVpas, key, input, idle: idleIn(targetVpas, input.pods, known?.idle), found };
    this.known.set(target, next);
    return next;
  }

  private made(vpa: CompiledVpa, key: string, found: GatheredParts, moment: Moment): WorkloadInput {
    const { stop, approvals, sampledMs, refusals, failures } = moment;
    // Built with one hidden class, which a V8 copy with `loop` added would not have: a plan reads them all.
    const input = {
      vpa,
      pods: this.sources.attempts.withoutEvicted(key, found.pods.pods),
      nodeValues: this.nodeValuesFor(vpa),
      controllers: found.controllers,
      limits: found.limits,
      quotas: found.quotas,
      budgets: found.budgets,
      conflicts: found.conflicts,
      hpa: found.hpa,
      stop,
      approvals,
      sampledMs,
      refusals,
      failures,
      loop: NO_LOOP,
    };
    input.loop = this.observed(vpa, () => input);
    return input;
  }

  /** Undefined if all nodes are alike to the VPA. */
  private nodeValuesFor({ vpa }: CompiledVpa): WorkloadInput['nodeValues'] {
    const scope = scopeOf(vpa);
    return scope === undefined ? undefined : this.nodes.valueByNode(scope);
  }

  private observed(vpa: CompiledVpa, input: () => WorkloadInput): WorkloadInput['loop'] {
    const { config, clock, loops } = this.sources;
    return loops.observe(vpa, { nowMs: clock.now(), tolerance: config.podUpdateThreshold }, input);
  }
}

/** What is wrong with the approvals that VPAs ask for. */
class AskedApprovals {
  private readonly own: ObjectFault[] = [];
  private lacking = 0;

  note({ vpa, approvals }: WorkloadInput): void {
    if (approvals?.fault !== undefined)
      this.own.push({ code: 'approvals-invalid', about: aboutVpa(vpa), message: `it ${approvals.fault}` });
    if (approvals?.missing === 'not-installed') this.lacking++;
  }

  faults(): readonly ObjectFault[] {
    if (this.lacking === 0) return this.own;
    const message = `${countOf(this.lacking, 'VPA asks', 'VPAs ask')} for approvals`;
    return [
      ...this.own,
      { code: 'approvals-not-installed', about: groupResource(API_RESOURCES.changeApprovals), message },
    ];
  }
}

function keyOf({ namespace, name }: CompiledVpa): string {
  return `${namespace}/${name}`;
}
