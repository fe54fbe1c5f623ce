import { isPressed, type Strain } from '../../model/pressure';
import { isThrottled, measuredShare } from '../../model/throttling';
import { RESOURCES, type Resource } from '../../model/units';
import type { ContainerRecommendation } from '../../policy/compiled-vpa';
import type { StrainedBy } from '../../words/strain';
import type { ContainerFacts, PodFacts } from './pod-facts';

/** A request that is not lowered, since its container has too little as it is; millicores or bytes. */
export interface SparedRequest {
  readonly container: string;
  readonly resource: Resource;
  readonly request: number;
  readonly target: number;
  readonly share: number;
  readonly by: StrainedBy;
}

type Recommended = readonly (ContainerRecommendation | undefined)[];

const NONE: readonly SparedRequest[] = [];

/**
 * The requests of a pod that its target would lower though their container is throttled or under pressure; only what
 * was measured since the pod has its requests tells of them.
 */
export function sparedRequests(
  facts: PodFacts,
  recommended: Recommended,
  strain: Strain | undefined,
): readonly SparedRequest[] {
  const sinceMs = strain && (facts.changedMs ?? facts.startedMs);
  if (!strain || sinceMs === undefined) return NONE;
  const found: SparedRequest[] = [];
  for (const [index, container] of facts.containers.entries())
    for (const resource of RESOURCES) {
      const request = container.requests[resource];
      const target = recommended[index]?.target[resource];
      if (request === undefined || target === undefined || target >= request) continue;
      const strained = strainOn(container, resource, strain, { pod: facts.name, sinceMs });
      if (strained) found.push({ container: container.name, resource, request, target, ...strained });
    }
  return found;
}

function strainOn(
  { name, limits }: ContainerFacts,
  resource: Resource,
  strain: Strain,
  { pod, sinceMs }: { pod: string; sinceMs: number },
): { share: number; by: StrainedBy } | undefined {
  const share = measuredShare(strain[resource], pod, name, sinceMs);
  if (resource === 'memory') return isPressed(share) ? { share, by: 'memory' } : undefined;
  const throttled = measuredShare(strain.throttled, pod, name, sinceMs);
  if (isThrottled(throttled)) return { share: throttled, by: 'cpu-limit' };
  if (!isPressed(share)) return undefined;
  const isFree = limits.cpu === undefined || throttled !== undefined;
  return { share, by: isFree ? 'neighbours' : 'cpu' };
}

/** The recommendation without what is spared. */
export function withoutSparedRequests(
  { containers }: PodFacts,
  recommended: Recommended,
  spared: readonly SparedRequest[],
): Recommended {
  if (spared.length === 0) return recommended;
  return recommended.map((own, index) => {
    const ofIt = spared.filter(({ container }) => container === containers[index]?.name);
    if (!own || ofIt.length === 0) return own;
    const target = { ...own.target };
    for (const { resource } of ofIt) delete target[resource];
    return { ...own, target };
  });
}
