import { readVpa } from '../../decide/pods/vpa-reading';
import type { ClusterCaches } from '../../kube/caches';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

/** The usage history behind the recommendation of a VPA, in milliseconds; undefined if unknown. */
export type HistorySource = (vpa: VerticalPodAutoscaler) => number | undefined;

/** History according to checkpoints of any writer: the longest span of samples of any container. */
export function historyFromCheckpoints(caches: ClusterCaches): HistorySource {
  return (vpa) => {
    const { metadata } = vpa;
    let longestMs: number | undefined;
    for (const containerName of readVpa(vpa).compiled.recommendation?.keys() ?? []) {
      const checkpoint = caches.checkpoints.get(
        metadata.namespace ?? '',
        `${metadata.name}-${containerName}`,
      );
      const { firstSampleStart, lastSampleStart } = checkpoint?.status ?? {};
      if (!firstSampleStart || !lastSampleStart) continue;
      const spanMs = Date.parse(lastSampleStart) - Date.parse(firstSampleStart);
      if (spanMs >= 0) longestMs = Math.max(longestMs ?? 0, spanMs);
    }
    return longestMs;
  };
}

/**
 * The history behind a VPA, capped at `neededMs` so that it does not change once there is enough. If unknown,
 * the VPA's age is used.
 */
export function sampledMs(
  vpa: VerticalPodAutoscaler,
  sources: readonly HistorySource[],
  { nowMs, neededMs }: { nowMs: number; neededMs: number },
): number {
  for (const source of sources) {
    const known = source(vpa);
    if (known !== undefined) return Math.min(known, neededMs);
  }
  const createdMs = Date.parse(vpa.metadata.creationTimestamp ?? '');
  return Number.isNaN(createdMs) ? neededMs : Math.min(Math.max(0, nowMs - createdMs), neededMs);
}
