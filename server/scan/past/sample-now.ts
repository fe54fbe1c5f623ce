import type { ClusterCaches } from '../../kube/caches';
import type { ClusterContext } from '../../kube/role-context';
import { MetricsApi } from '../../usage/metrics-api';
import type { LiveAnswer } from '../../usage/source';
import type { ObjectFault } from '../../words/object-fault';
import type { PodGroups } from '../cluster/pod-groups';
import type { ScanProgress } from '../progress';
import type { KnownPast } from './known-past';

/** The metrics server measures no more often. */
export const SAMPLE_EVERY_MS = 15_000;

interface SamplingParts extends Pick<ClusterContext, 'wallClock' | 'problems' | 'client'> {
  readonly caches: Pick<ClusterCaches, 'pods'>;
  readonly groups: PodGroups;
  readonly namespaces?: readonly string[] | undefined;
  /** How long, in real ms. */
  readonly forMs: number;
  readonly progress: ScanProgress;
  readonly stopping: AbortSignal;
}

interface Sampled {
  /** The last one. */
  readonly answer: LiveAnswer;
  /** Of pods whose metrics cannot be read, by their names. */
  readonly unreadable: ReadonlyMap<string, ObjectFault>;
}

/** Takes samples of the metrics API for a while, or until `stopping` aborts. */
export async function sampleNow(
  past: KnownPast,
  { client, caches, groups, problems, namespaces, forMs, progress, wallClock, stopping }: SamplingParts,
): Promise<Sampled> {
  const source = new MetricsApi({ client, problems, wallClock });
  const startedMs = wallClock.steady();
  const unreadable = new Map<string, ObjectFault>();
  let answer: LiveAnswer = 'unavailable';
  try {
    for (;;) {
      answer = await source.fetch(
        { namespaces, sinceMs: 0 },
        {
          sample: ({ namespace, pod, container, atMs, cpuMillicores, memoryBytes }) => {
            const known = caches.pods.get(namespace, pod);
            const labels = known && groups.labelsOf(known);
            if (!labels) return;
            past.take({
              container: { namespace, pod, container, labels },
              timesMs: [atMs],
              ...(cpuMillicores !== undefined && { cpuMillicores: [cpuMillicores] }),
              ...(memoryBytes !== undefined && { memoryBytes: [memoryBytes] }),
            });
          },
          unreadable: (fault) => unreadable.set(fault.about, fault),
        },
        stopping,
      );
      const doneMs = wallClock.steady() - startedMs;
      progress.reached(Math.min(doneMs, forMs), forMs);
      if (answer !== 'samples' || doneMs >= forMs) return { answer, unreadable };
      await wallClock.sleep(Math.min(SAMPLE_EVERY_MS, forMs - doneMs), stopping);
    }
  } catch (error) {
    if (!stopping.aborted) throw error;
    return { answer, unreadable };
  }
}
