import { isPressed, type Strain } from '../../model/pressure';
import { isThrottled, measuredShare } from '../../model/throttling';
import { ownerKey } from '../../objects/target-key';
import { RESOURCES, type Resource } from '../../objects/units';
import type { Reason } from '../../words/reasons';
import type { StrainedBy } from '../../words/strain';
import { policyFor } from '../pods/compiled-vpa';
import { keepsLimit } from '../pods/container-policy';
import { type InUse, leastLimit } from '../pods/in-use';
import { scaleAmount } from '../pods/proportions';
import type { ContainerRecommendation } from '../pods/recommendation';
import type { WorkloadInput } from './plan-input';
import type { ContainerFacts, PodFacts } from './pod-facts';

/** A request that is not lowered for now; the target in millicores or bytes. */
export interface SparedRequest {
  readonly container: string;
  readonly resource: Resource;
  readonly target: number;
  readonly reason: Reason & {
    code: 'under-strain' | 'memory-in-use' | 'memory-not-flat' | 'not-measured-yet';
  };
}

type Recommended = readonly (ContainerRecommendation | undefined)[];

const NONE: readonly SparedRequest[] = [];

type Usage = Pick<
  WorkloadInput,
  'strain' | 'usedMemory' | 'lowMemory' | 'isSampled' | 'peersUse' | 'portion' | 'vpa'
>;

/**
 * The requests of a pod that its target would lower though nothing is known of what their container uses, or it has too
 * little as it is, or it uses the memory that its limit would leave it: for a pod that is made anew, what its peers use.
 * Only what was measured since the pod has its requests tells of strain.
 */
export function sparedRequests(
  facts: PodFacts,
  recommended: Recommended,
  usage: Usage,
): readonly SparedRequest[] {
  const { strain, usedMemory, isSampled } = usage;
  if (!strain && !usedMemory && !isSampled) return NONE;
  const sinceMs = strain && (facts.changedMs ?? facts.startedMs);
  const peers = madeAnew(usage);
  let found: SparedRequest[] | undefined;
  for (let index = 0; index < facts.containers.length; index++) {
    const own = recommended[index];
    const container = facts.containers[index];
    if (!own || !container) continue;
    for (const resource of RESOURCES) {
      const request = container.requests[resource];
      const target = own.target[resource];
      if (request === undefined || target === undefined || target >= request) continue;
      const lowering = { resource, request, target };
      const reason =
        unmeasured(facts, container, lowering, usage) ??
        (strain && sinceMs !== undefined
          ? strainOn(container, lowering, strain, { pod: facts.name, sinceMs })
          : undefined) ??
        (resource === 'memory' && !keepsLimit(policyFor(usage.vpa, container.name), 'memory')
          ? (growing(facts, container, usage) ??
            inUse(
              container,
              { ...lowering, ownLimit: own.ownLimit?.target },
              {
                own: usedMemory?.(facts.name, container.name),
                peers: peers?.get(container.name)?.memory,
              },
            ))
          : undefined);
      if (!reason) continue;
      found ??= [];
      found.push({ container: container.name, resource, target, reason });
    }
  }
  return found ?? NONE;
}

/** What the peers of a pod use, if one that is changed is made anew. */
function madeAnew(usage: Usage): InUse | undefined {
  return usage.vpa.mode === 'Recreate' ? peersOf(usage) : undefined;
}

/** What the pods of a workload are seen to use now; undefined if unknown. */
export function peersOf({
  vpa,
  peersUse,
  portion,
}: Pick<WorkloadInput, 'vpa' | 'peersUse' | 'portion'>): InUse | undefined {
  const workload = portion?.workload ?? (vpa.target && ownerKey(vpa.target));
  return workload === undefined ? undefined : peersUse?.(workload);
}

/** A pod that waits to start uses nothing that could be measured. */
function unmeasured(
  { phase, name: pod }: PodFacts,
  { name }: ContainerFacts,
  lowering: Lowering & { readonly resource: Resource },
  { isSampled }: Usage,
): SparedRequest['reason'] | undefined {
  if (phase !== 'Running' || isSampled?.(pod, name) !== false) return undefined;
  return { code: 'not-measured-yet', container: name, ...lowering };
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

/** What rose by more than this share of late is still growing. */
const FLAT = 0.1;

/**
 * The kubelet compares a lower limit with what was used some seconds ago: a container that still grows passes, and is
 * killed two seconds later (seen from a real kubelet 1.37.2).
 */
function growing(
  { name: pod }: PodFacts,
  { name: container, limits }: ContainerFacts,
  { usedMemory, lowMemory, vpa }: Usage,
): SparedRequest['reason'] | undefined {
  if (limits.memory === undefined || vpa.mode === 'Recreate') return undefined;
  const used = usedMemory?.(pod, container);
  const low = lowMemory?.(pod, container);
  if (used === undefined || low === undefined || used <= low.bytes * (1 + FLAT)) return undefined;
  return { code: 'memory-not-flat', container, low: low.bytes, used, sinceMs: low.sinceMs };
}

/** The kubelet puts a limit below what is used into force only later, if ever; until then the resize hangs. */
function inUse(
  { name, limits }: ContainerFacts,
  { request, target, ownLimit }: Lowering & { readonly ownLimit: number | undefined },
  { own, peers }: { own: number | undefined; peers: number | undefined },
): SparedRequest['reason'] | undefined {
  const used = Math.max(own ?? 0, peers ?? 0);
  if (limits.memory === undefined || used === 0) return undefined;
  const limit =
    ownLimit === undefined ? scaleAmount(limits.memory, target, request) : Math.max(target, ownLimit);
  if (limit >= leastLimit('memory', used)) return undefined;
  const byPeer = used !== own && { byPeer: true as const };
  return { code: 'memory-in-use', container: name, used, limit, now: limits.memory, ...byPeer };
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
