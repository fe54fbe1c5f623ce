import type { InUse } from '../../decide/pods/in-use';
import type { ClusterCaches } from '../../kube/caches';
import type { TargetResolver } from '../../kube/targets';
import { ofKey } from '../../lib/memo/of-key';
import type { Clock } from '../../lib/time/clock';
import type { Slices } from '../../lib/time/slices';
import type { ClusterState } from '../../model/cluster-state';
import { isFinished } from '../../objects/pod-phase';
import { sizedContainers } from '../../objects/sized-containers';
import { ownerKey } from '../../objects/target-key';
import type { Pod } from '../../objects/types';
import { type Amounts, cpuMillicores, memoryBytes } from '../../objects/units';

/** Usage that is older tells nothing of now; the metrics server itself may be minutes late. */
export const NEWEST_USAGE_MS = 10 * 60_000;

interface PeerUsageParts {
  readonly caches: Pick<ClusterCaches, 'pods' | 'vpasByTarget'>;
  readonly targets: Pick<TargetResolver, 'topmostController'>;
  readonly state: Pick<ClusterState, 'usageOf'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What the pods of each workload use now, whoever recommends for them; looked up anew after each fetch of samples. */
export class PeerUsage {
  private byWorkload: ReadonlyMap<string, InUse> = new Map();

  constructor(private readonly parts: PeerUsageParts) {}

  /** The most that any pod of a workload, by its key, uses of each container; undefined if none has a sample of late. */
  of(workload: string): InUse | undefined {
    return this.byWorkload.get(workload);
  }

  /** Reads what was sampled, in slices; pods of namespaces without VPAs are left out, and those that cannot be read. */
  async refresh(slices: Slices): Promise<void> {
    const found = new Map<string, Map<string, Amounts>>();
    for (const pod of this.parts.caches.pods.list()) {
      try {
        this.take(pod, found);
      } catch {
        // The feed of pods reports it.
      }
      const pause = slices.breathe();
      if (pause) await pause;
    }
    this.byWorkload = found;
  }

  private take(pod: Pod, found: Map<string, Map<string, Amounts>>): void {
    const { caches, targets, state, clock } = this.parts;
    const { namespace = '', name, ownerReferences, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp || isFinished(pod.status?.phase) || !caches.vpasByTarget.has(namespace)) return;
    const workload = targets.topmostController(namespace, ownerReferences);
    if (!workload) return;
    for (const { name: container } of sizedContainers(pod.spec)) {
      const usage = state.usageOf(namespace, name, container);
      if (!usage || clock.now() - usage.atMs > NEWEST_USAGE_MS) continue;
      const key = ownerKey(workload);
      const used = ofKey(found, key, () => new Map<string, Amounts>());
      used.set(container, most(used.get(container), usage));
    }
  }
}

function most(
  known: Amounts = {},
  { cpuMillicores: cpu, memoryBytes: memory }: { cpuMillicores?: number; memoryBytes?: number },
): Amounts {
  const greater = (a: number | undefined, b: number | undefined) =>
    a === undefined ? b : Math.max(a, b ?? a);
  const [mostCpu, mostMemory] = [greater(known.cpu, cpu), greater(known.memory, memory)];
  return {
    ...(mostCpu !== undefined && { cpu: cpuMillicores(mostCpu) }),
    ...(mostMemory !== undefined && { memory: memoryBytes(mostMemory) }),
  };
}
