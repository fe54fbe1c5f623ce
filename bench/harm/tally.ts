import { sizedStatuses } from '@/server/objects/sized-containers';
import type { Pod, Workload } from '@/server/objects/types';

/** What happened to the pods of a cluster over a time; hours are of the cluster. */
export interface Harm {
  /** By Plumbline, to apply a recommendation. */
  readonly evictions: number;
  readonly kubeletEvictions: number;
  readonly kills: number;
  readonly throttledHours: number;
  /** Replicas that workloads want and that are not ready, times hours. */
  readonly missingHours: number;
}

const HOUR_MS = 3_600_000;
/** Periods of the CPU quota in a second, as cAdvisor counts them. */
const PERIODS_PER_SECOND = 10;
const THROTTLED = /^container_cpu_cfs_throttled_periods_total\{([^}]*)\}\s+(\S+)/;

/** Adds up what is seen of a cluster; what is told twice counts once. */
export class HarmTally {
  private readonly evicted = new Set<string>();
  private readonly killed = new Set<string>();
  private readonly periods = new Map<string, number>();
  private throttledPeriods = 0;
  private missingMs = 0;
  private lookedMs: number | undefined;

  /** A pod as a watch shows it. */
  pod(pod: Pod): void {
    const { metadata, status } = pod;
    const uid = metadata.uid ?? '';
    if (status?.phase === 'Failed' && status.reason === 'Evicted') this.evicted.add(uid);
    for (const { name, state, lastState } of sizedStatuses(pod))
      for (const end of [state?.terminated, lastState?.terminated])
        if (end?.reason === 'OOMKilled') this.killed.add(`${uid} ${name} ${end.finishedAt}`);
  }

  /** What workloads want and have, which lasts until the next look. */
  workloads(all: readonly Workload[], nowMs: number): void {
    const elapsedMs = nowMs - (this.lookedMs ?? nowMs);
    this.lookedMs = nowMs;
    for (const { spec, status } of all) {
      const wanted = Number(spec?.replicas ?? 1);
      this.missingMs += Math.max(0, wanted - Number(status?.readyReplicas ?? 0)) * elapsedMs;
    }
  }

  /** The kubelets' counters in the text format; one that falls began anew. */
  counters(text: string): void {
    for (const line of text.split('\n')) {
      const [, series, value] = THROTTLED.exec(line) ?? [];
      if (series === undefined || value === undefined) continue;
      const [now, before = 0] = [Number(value), this.periods.get(series)];
      this.throttledPeriods += now >= before ? now - before : now;
      this.periods.set(series, now);
    }
  }

  /** @param evictions done by Plumbline */
  harm(evictions: number): Harm {
    return {
      evictions,
      kubeletEvictions: this.evicted.size,
      kills: this.killed.size,
      throttledHours: this.throttledPeriods / PERIODS_PER_SECOND / 3600,
      missingHours: this.missingMs / HOUR_MS,
    };
  }
}
