import { updateModeOf } from '@/server/decide/pods/update-mode';
import { RESOURCES } from '@/server/objects/units';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/objects/vpa-types';
import type { RecommenderMetrics } from './metrics';
import { amountIn, type ContainerInPod } from './views/resource-view';
import type { ServedVpa } from './vpas/served-vpa';

/** Measures the quality of recommendations for metrics. */
export class Quality {
  private readonly firstSeen = new WeakSet<ServedVpa>();

  constructor(private readonly metrics: RecommenderMetrics) {}

  /** Compares the usage of each container since `sinceMs` with its recommendation. */
  observeUsage(
    { vpa }: ServedVpa,
    instances: readonly ContainerInPod[],
    recommended: RecommendedContainerResources | undefined,
    sinceMs: number,
  ): void {
    const mode = updateModeOf(vpa);
    for (const resource of RESOURCES) {
      const target = amountIn(recommended?.target, resource);
      const labels = { update_mode: mode, resource, is_oom: 'false' };
      const diffs = this.metrics.usageDiffs.labels(labels);
      for (const { usage } of instances) {
        const amount = resource === 'cpu' ? usage?.cpuMillicores : usage?.memoryBytes;
        if (!usage || amount === undefined || usage.atMs < sinceMs) continue;
        if (target === undefined) this.metrics.usageWithoutRecommendation.inc(labels);
        else if (target > 0) diffs.observe((amount - target) / target);
      }
    }
  }

  observeChange(
    { vpa }: ServedVpa,
    before: RecommendedContainerResources | undefined,
    after: RecommendedContainerResources | undefined,
    pods: number,
  ): void {
    const mode = updateModeOf(vpa);
    for (const resource of RESOURCES) {
      const former = amountIn(before?.target, resource);
      const target = amountIn(after?.target, resource);
      if (!former || target === undefined || target === former) continue;
      const size = String(pods > 0 ? Math.floor(Math.log2(pods)) : 0);
      this.metrics.recommendationChanges.observe(
        { update_mode: mode, resource, vpa_size_log2: size },
        (target - former) / former,
      );
    }
  }

  /** How long a new VPA waited for its first recommendation, once. */
  observeFirst(served: ServedVpa, before: RecommendedPodResources | undefined, nowMs: number): void {
    if (this.firstSeen.has(served) || !served.recommendation) return;
    this.firstSeen.add(served);
    const createdMs = Date.parse(served.vpa.metadata.creationTimestamp ?? '');
    if (before || Number.isNaN(createdMs)) return;
    this.metrics.recommendationLatency.observe(Math.max(0, nowMs - createdMs) / 1000);
  }

  /** The number of VPAs of each kind, after a pass. */
  countVpas(servedVpas: readonly ServedVpa[]): void {
    const { vpaObjects } = this.metrics;
    vpaObjects.reset();
    for (const served of servedVpas)
      vpaObjects.inc({
        update_mode: updateModeOf(served.vpa),
        has_recommendation: String(served.recommendation !== undefined),
        api: 'v1',
        matches_pods: String(served.liveContainers.size > 0),
        unsupported_config: String(served.target.kind !== 'found' && served.target.kind !== 'pending'),
      });
  }
}
