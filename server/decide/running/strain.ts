import { isPressed, type Strain } from '../../model/pressure';
import { isThrottled, measuredShare } from '../../model/throttling';
import { RESOURCES, type Resource } from '../../objects/units';
import type { Reason } from '../../words/reasons';
import type { StrainedBy } from '../../words/strain';
import { policyFor } from '../pods/compiled-vpa';
import { scaleAmount } from '../pods/proportions';
import type { ContainerRecommendation } from '../pods/recommendation';
import type { WorkloadInput } from './plan-input';
import type { ContainerFacts, PodFacts } from './pod-facts';

/** A request that is not lowered for now; the target in millicores or bytes. */
export interface SparedRequest {
  readonly container: string;
  readonly resource: Resource;
  readonly target: number;
  readonly reason: Reason & { code: 'under-strain' | 'memory-in-use' };
}

type Recommended = readonly (ContainerRecommendation | undefined)[];

const NONE: readonly SparedRequest[] = [];

/** A memory limit that is lowered stays above what is used by this share of it. */
const LEAST_ROOM = 0.1;

/**
 * The requests of a pod that its target would lower though their container has too little as it is, or uses the memory
 * that its limit would leave it. Only what was measured since the pod has its requests tells of the former.
 */
export function sparedRequests(
  facts: PodFacts,
  recommended: Recommended,
  { strain, usedMemory, vpa }: Pick<WorkloadInput, 'strain' | 'usedMemory' | 'vpa'>,
): readonly SparedRequest[] {
  if (!strain && !usedMemory) return NONE;
  const sinceMs = strain && (facts.changedMs ?? facts.startedMs);
  let found: SparedRequest[] | undefined;
  for (let index = 0; index < facts.containers.length; index++) {
    const own = recommended[index];
    const container = facts.containers[index];
    if (!own || !container) continue;
    for (const resource of RESOURCES) {
      const request = container.requests[resource];
      const target = own.target[resource];
      if (request === undefined || target === undefined || target >= request) continue;
      const reason =
        (strain && sinceMs !== undefined
          ? strainOn(container, { resource, request, target }, strain, { pod: facts.name, sinceMs })
          : undefined) ??
        (resource === 'memory' && !policyFor(vpa, container.name)?.requestsOnly
          ? inUse(container, { request, target, ownLimit: own.ownLimit?.target }, facts.name, usedMemory)
          : undefined);
      if (!reason) continue;
      found ??= [];
      found.push({ container: container.name, resource, target, reason });
    }
  }
  return found ?? NONE;
}

interface Lowering {
  readonly request: number;
  readonly target: number;
}

function strainOn(
  { name, limits }: ContainerFacts,
  lowering: Lowering & { readonly resource: Resource },
  strain: Strain,
  { pod, sinceMs }: { pod: string; sinceMs: number },
): SparedRequest['reason'] | undefined {
  const told = (by: StrainedBy, share: number) =>
    ({ code: 'under-strain', container: name, ...lowering, share, by }) as const;
  const share = measuredShare(strain[lowering.resource], pod, name, sinceMs);
  if (lowering.resource === 'memory') return isPressed(share) ? told('memory', share) : undefined;
  const throttled = measuredShare(strain.throttled, pod, name, sinceMs);
  if (isThrottled(throttled)) return told('cpu-limit', throttled);
  if (!isPressed(share)) return undefined;
  return told(limits.cpu === undefined || throttled !== undefined ? 'neighbours' : 'cpu', share);
}

/** The kubelet puts a limit below what is used into force only later, if ever; until then the resize hangs. */
function inUse(
  { name, limits }: ContainerFacts,
  { request, target, ownLimit }: Lowering & { readonly ownLimit: number | undefined },
  pod: string,
  usedMemory: WorkloadInput['usedMemory'],
): SparedRequest['reason'] | undefined {
  if (limits.memory === undefined) return undefined;
  const limit =
    ownLimit === undefined ? scaleAmount(limits.memory, target, request) : Math.max(target, ownLimit);
  const used = usedMemory?.(pod, name);
  if (used === undefined || used <= limit * (1 - LEAST_ROOM)) return undefined;
  return { code: 'memory-in-use', container: name, used, limit, now: limits.memory };
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
