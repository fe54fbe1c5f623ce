import type { PodRun, SharedLoad } from '@/sandbox/kubelet/pod-run';
import type { Pod } from '@/server/objects/types';

/** How many pods of each workload serve, and so share its load. Pods are of one workload by their label `app`. */
export class SharedLoads {
  private readonly byWorkload = new Map<string, SharedLoad>();

  of(pod: Pod): SharedLoad {
    const key = keyOf(pod);
    const load = this.byWorkload.get(key) ?? { sharers: 1 };
    this.byWorkload.set(key, load);
    return load;
  }

  /** Counts the pods that serve now; workloads without any are forgotten. */
  recount(runs: Iterable<PodRun>): void {
    const serving = new Map<string, number>();
    for (const run of runs) {
      const key = keyOf(run.pod);
      serving.set(key, (serving.get(key) ?? 0) + (serves(run) ? 1 : 0));
    }
    for (const [key, load] of this.byWorkload) {
      const sharers = serving.get(key);
      if (sharers === undefined) this.byWorkload.delete(key);
      else load.sharers = Math.max(1, sharers);
    }
  }
}

/** Pods are immutable, and asked for in each round. */
const keys = new WeakMap<Pod, string>();

function keyOf(pod: Pod): string {
  const known = keys.get(pod);
  if (known !== undefined) return known;
  const { namespace, labels, generateName, name } = pod.metadata;
  const key = `${namespace}/${labels?.app ?? generateName ?? name}`;
  keys.set(pod, key);
  return key;
}

function serves({ containers, stopAtMs }: PodRun): boolean {
  return (
    stopAtMs === undefined &&
    containers.every(({ role, phase }) => role === 'init' || (phase.kind === 'running' && phase.ready))
  );
}
