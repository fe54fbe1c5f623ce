import type { Clock } from '../../clock';
import type { Config } from '../../config';
import type { CachedKind, ClusterCaches } from '../../kube/caches';
import { controllerOf } from '../../kube/owner-index';
import { ownerKey } from '../../kube/target-key';
import type { TargetResolver } from '../../kube/targets';
import type { LimitRange, Pod, PodDisruptionBudget } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { compileVpa } from '../../policy/compiled-vpa';
import { conflictsOf } from '../../policy/conflicts';
import { type NamespaceLimits, NO_LIMITS, namespaceLimits } from '../../policy/limit-bounds';
import { quotaRooms } from '../../policy/quota-room';
import { isStopped, type StopState, stopFor } from '../../policy/stop';
import type { ProblemReporter } from '../../problems';
import { type ClusterFacts, type LeaseFacts, NO_LOOP, type WorkloadInput } from '../plan/plan-input';
import { controllerFacts } from './controllers';
import { type HistorySource, sampledMs } from './history';
import type { LoopTracker } from './loop-tracker';
import type { AttemptMemory } from './memory';
import { largestNodes } from './room';
import { isSameInput, isShallowEqual, sameItems } from './same-input';
import { type Rivals, VpaIndex } from './vpa-index';

/** The kinds the updater looks at. */
export const UPDATER_KINDS = [
  'pods',
  'vpas',
  'checkpoints',
  'nodes',
  'limitRanges',
  'resourceQuotas',
  'podDisruptionBudgets',
  'horizontalPodAutoscalers',
  'replicaSets',
  'deployments',
  'statefulSets',
  'daemonSets',
  'jobs',
  'cronJobs',
  'replicationControllers',
] as const satisfies readonly CachedKind[];

export interface GatherSources {
  config: Config;
  clock: Clock;
  caches: ClusterCaches;
  targets: TargetResolver;
  problems: ProblemReporter;
  loops: LoopTracker;
  attempts: AttemptMemory;
  histories: readonly HistorySource[];
  stops(): StopState;
  /** Whether this process would hear of a stop pressed in another. */
  hearsStops(): boolean;
  lease(): LeaseFacts;
}

/** Reads the plan's input from the caches; what did not change since the last time is the same object again. */
export class Gatherer {
  private readonly index: VpaIndex;
  private cluster: ClusterFacts | undefined;
  private former = new Map<string, WorkloadInput>();
  private readonly limits = new Map<string, { ranges: readonly LimitRange[]; limits: NamespaceLimits }>();

  constructor(private readonly sources: GatherSources) {
    const { caches, problems, config } = sources;
    this.index = new VpaIndex(caches, problems, {
      only: config.vpaObjectNamespace,
      ignored: config.ignoredVpaObjectNamespaces,
    });
  }

  gather(): { cluster: ClusterFacts; workloads: WorkloadInput[] } {
    const { loops, attempts } = this.sources;
    const targets = this.index.byTarget();
    const pods = this.podsByTarget(targets);
    const workloads: WorkloadInput[] = [];
    const next = new Map<string, WorkloadInput>();
    for (const [target, rivals] of targets) {
      const [controlling] = rivals;
      const key = `${controlling.namespace}/${controlling.name}`;
      const input = this.inputFor(key, rivals, pods.get(target) ?? []);
      const known = this.former.get(key);
      const kept = known && isSameInput(known, input) ? known : input;
      next.set(key, kept);
      workloads.push(kept);
    }
    this.former = next;
    const live = new Set(next.keys());
    attempts.keepOnlyVpas(live);
    loops.keepOnlyVpas(live);
    return { cluster: this.clusterFacts(), workloads };
  }

  /**
   * The same workload as the caches have it by now, with `fresh` in place of the pod of its uid. Nothing
   * when its VPA is gone.
   */
  again(planned: WorkloadInput, fresh: Pod): WorkloadInput | undefined {
    const { caches } = this.sources;
    const vpa = this.index.current(planned.vpa);
    if (!vpa) return undefined;
    const pods = planned.pods.flatMap((pod): Pod[] => {
      const { uid, namespace = '', name } = pod.metadata;
      if (uid === fresh.metadata.uid) return [fresh];
      const current = caches.pods.get(namespace, name);
      return current && current.metadata.uid === uid ? [current] : [];
    });
    return this.inputFor(`${planned.vpa.namespace}/${planned.vpa.name}`, [vpa], pods, planned);
  }

  /** Why nothing may be done for a VPA any more, whatever its pods are like: a stop, or another policy than this. */
  withdrawn({ vpa: { namespace, name, vpa } }: WorkloadInput): 'stopped' | 'changed' | undefined {
    const { caches, stops } = this.sources;
    if (isStopped(stops(), namespace, name)) return 'stopped';
    const { uid, generation } = caches.vpas.get(namespace, name)?.metadata ?? {};
    return uid === vpa.metadata.uid && generation === vpa.metadata.generation ? undefined : 'changed';
  }

  /** A VPA that controls no pods, as when another controls them or its target is missing. @throws QuantityError */
  alone(vpa: VerticalPodAutoscaler): WorkloadInput {
    const compiled = compileVpa(vpa);
    return this.inputFor(`${compiled.namespace}/${compiled.name}`, [compiled], []);
  }

  clusterFacts(): ClusterFacts {
    const { config, caches, lease } = this.sources;
    const next: ClusterFacts = {
      settings: config,
      lease: lease(),
      largestNodes: config.respectRoom ? largestNodes(caches.nodes.list()) : [],
      unfollowed: this.unfollowed().join(', ') || undefined,
    };
    const former = this.cluster;
    const isSame =
      former &&
      former.unfollowed === next.unfollowed &&
      isShallowEqual(former.lease, next.lease) &&
      sameItems(former.largestNodes, next.largestNodes, isShallowEqual);
    if (!isSame) this.cluster = next;
    return this.cluster ?? next;
  }

  /** Kinds whose watch is broken: what is known of them may be old. */
  private unfollowed(): string[] {
    const { caches, hearsStops } = this.sources;
    const kinds: string[] = UPDATER_KINDS.filter((kind) => caches[kind].state.kind === 'failing');
    return hearsStops() ? kinds : [...kinds, 'stops'];
  }

  /** Pods by the topmost controller that some VPA targets. */
  private podsByTarget(targets: ReadonlyMap<string, Rivals>): Map<string, Pod[]> {
    const { caches } = this.sources;
    const namespaces = new Set([...targets.values()].map(([vpa]) => vpa.namespace));
    const pods = new Map<string, Pod[]>();
    const targetOf = new Map<string, string | undefined>();
    for (const namespace of namespaces) {
      for (const pod of caches.pods.list(namespace)) {
        const owner = controllerOf(pod.metadata.ownerReferences);
        if (!owner) continue;
        if (!targetOf.has(owner.uid)) targetOf.set(owner.uid, this.topmostKey(namespace, pod));
        const target = targetOf.get(owner.uid);
        if (target === undefined || !targets.has(target)) continue;
        const list = pods.get(target);
        if (list) list.push(pod);
        else pods.set(target, [pod]);
      }
    }
    return pods;
  }

  private topmostKey(namespace: string, pod: Pod): string | undefined {
    const topmost = this.sources.targets.topmostController(namespace, pod.metadata.ownerReferences);
    return topmost && ownerKey(topmost);
  }

  private inputFor(
    key: string,
    [vpa, ...rivals]: Rivals,
    seen: readonly Pod[],
    planned?: WorkloadInput,
  ): WorkloadInput {
    const { caches, targets, config, clock, loops, attempts, histories, stops } = this.sources;
    const { namespace, name } = vpa;
    const nowMs = clock.now();
    attempts.keepOnly(key, new Set(seen.map((pod) => pod.metadata.uid ?? '')));
    const pods = attempts.withoutEvicted(key, seen);
    const stop = stopFor(stops(), namespace, name);
    const owners = new Map(
      pods.flatMap((pod) => {
        const owner = controllerOf(pod.metadata.ownerReferences);
        return owner ? [[owner.uid, owner] as const] : [];
      }),
    );
    const { refusals, failures } = attempts.notesOf(key);
    // Of one hidden class, which a copy that `loop` is added to is not in V8: a plan reads them all.
    const input = {
      vpa,
      pods,
      controllers: [...owners.values()].map((owner) =>
        controllerFacts({ caches, targets }, namespace, owner),
      ),
      limits: this.limitsOf(namespace),
      quotas: config.respectRoom ? quotaRooms(caches.resourceQuotas.list(namespace)) : [],
      budgets: [...caches.podDisruptionBudgets.list(namespace)] as readonly PodDisruptionBudget[],
      conflicts:
        planned?.conflicts ??
        (config.respectConflicts
          ? conflictsOf(vpa, rivals, [...caches.horizontalPodAutoscalers.list(namespace)])
          : []),
      stop: stop && { scope: stop.scope, who: stop.entry.who, atMs: stop.entry.atMs },
      sampledMs: sampledMs(vpa.vpa, histories, { nowMs, neededMs: config.leastHistoryMs }),
      refusals,
      failures,
      loop: NO_LOOP,
    };
    input.loop = loops.observe(input, { nowMs, tolerance: config.podUpdateThreshold });
    return input;
  }

  private limitsOf(namespace: string): NamespaceLimits {
    const ranges = [...this.sources.caches.limitRanges.list(namespace)];
    if (ranges.length === 0) return NO_LIMITS;
    const known = this.limits.get(namespace);
    if (known && sameItems(known.ranges, ranges)) return known.limits;
    const limits = namespaceLimits(ranges);
    this.limits.set(namespace, { ranges, limits });
    return limits;
  }
}
