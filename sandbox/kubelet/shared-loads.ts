import type { PodRun, SharedLoad } from '@/sandbox/kubelet/pod-run';
import type { Pod } from '@/server/objects/types';

/** How many pods of each workload serve, and so share its load. Pods are of one workload by their label `app`. */
export class SharedLoads {
  private readonly byWorkload = new Map<string, SharedLoad>();

  of(pod: Pod): SharedLoad {
    const key = keyOf(pod);
    const load = this.byWorkload.get(key) ?? { sharers: 1, pods: 0, serving: 0 };
    this.byWorkload.set(key, load);
    return load;
  }

  /** Counts the pods that serve now; workloads without any are forgotten. */
  recount(runs: Iterable<PodRun>): void {
    for (const load of this.byWorkload.values()) {
      load.pods = 0;
      load.serving = 0;
    }
    for (const run of runs) {
      const load = run.containers[0]?.load;
      if (!load) continue;
      load.pods++;
      if (serves(run)) load.serving++;
    }
    for (const [key, load] of this.byWorkload) {
      if (load.pods === 0) this.byWorkload.delete(key);
      else load.sharers = Math.max(1, load.serving);
    }
  }
}

function keyOf({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.labels?.app ?? metadata.generateName ?? metadata.name}`;
}

function serves({ containers, stopAtMs }: PodRun): boolean {
  return (
    stopAtMs === undefined &&
    containers.every(({ role, phase }) => role === 'init' || (phase.kind === 'running' && phase.ready))
  );
}
