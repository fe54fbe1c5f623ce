import { RESOURCES } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { type RaisedNotes, withLimitTarget } from './in-use';
import { withTarget } from './outcome/hold';
import type { ContainerAmounts } from './proportions';
import type { ContainerRecommendation, Recommendation } from './recommendation';

/** How long the containers of a VPA were sampled, and how long they must be before anything is lowered; milliseconds. */
export interface SampledFor {
  readonly sampledMs: number;
  readonly neededMs: number;
}

const NOTHING_KEPT: RaisedNotes = new Map();

/**
 * A recommendation that lowers no request and no limit of a pod that is made anew, before there is a day of usage: a
 * day has every hour of it.
 * @param containers as the pod states them
 * @param isGiven what an HPA is given, which all replicas request alike
 */
export function withoutEarlyLowering(
  recommendation: Recommendation | undefined,
  containers: () => readonly ContainerAmounts[],
  sampled: SampledFor | undefined,
  isGiven: (container: string, resource: 'cpu' | 'memory') => boolean = () => false,
): { recommendation: Recommendation | undefined; raised: RaisedNotes } {
  if (!recommendation || !sampled || sampled.sampledMs >= sampled.neededMs)
    return { recommendation, raised: NOTHING_KEPT };
  let next: Map<string, ContainerRecommendation> | undefined;
  const raised = new Map<string, { resource: 'cpu' | 'memory'; reason: 'too-early-to-lower' }[]>();
  for (const container of containers()) {
    const { name } = container;
    let own = recommendation.get(name);
    if (!own) continue;
    for (const resource of RESOURCES) {
      if (isGiven(name, resource)) continue;
      const kept = notLowered(own, container, resource);
      if (kept === own) continue;
      own = kept;
      next ??= new Map(recommendation);
      next.set(name, own);
      raised.set(name, [...(raised.get(name) ?? []), { resource, reason: 'too-early-to-lower' }]);
    }
  }
  return { recommendation: next ?? recommendation, raised };
}

/** The same object if nothing is lowered. */
function notLowered(
  own: ContainerRecommendation,
  { requests, limits }: ContainerAmounts,
  resource: 'cpu' | 'memory',
): ContainerRecommendation {
  const target = own.target[resource];
  const stated = requests[resource] || limits[resource];
  if (target === undefined || !stated) return own;
  const kept = target < stated ? withTarget(own, resource, stated) : own;
  const apart = resource === 'memory' ? kept.ownLimit : kept.limitOnly?.cpu;
  const limit = limits[resource] ?? 0;
  if (!apart || Math.max(apart.target, target) >= limit) return kept;
  return withLimitTarget(kept, resource, limit);
}

/**
 * How long it was sampled as far as anyone knows: what a recommender says, else for as long as there is the VPA.
 * @param neededMs 0 if it does not matter
 */
export function sampledFor(
  { metadata }: VerticalPodAutoscaler,
  historyMs: number | undefined,
  { nowMs, neededMs }: { nowMs: number; neededMs: number },
): SampledFor | undefined {
  if (neededMs === 0) return undefined;
  if (historyMs !== undefined) return { sampledMs: historyMs, neededMs };
  const createdMs = Date.parse(metadata.creationTimestamp ?? '');
  return { sampledMs: Number.isNaN(createdMs) ? neededMs : Math.max(0, nowMs - createdMs), neededMs };
}
