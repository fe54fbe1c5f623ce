import { amountsFrom } from '../../objects/quantity';
import { sizedContainer, sizedStatuses } from '../../objects/sized-containers';
import { type Amounts, memoryBytes, RESOURCES, type Resource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { RefusedPart } from '../places/other-kinds';
import type { ContainerChange } from './planned';
import type { PodFacts } from './pod-facts';

/**
 * What kubelets say of what they never do to a pod where it is, whatever the amounts (kubelet 1.35.4,
 * pkg/kubelet/allocation/allocation_manager.go, and seen from a real kubelet 1.37.2); the whole resize waits for it.
 */
const ANSWERS: readonly (readonly [RegExp, RefusedPart])[] = [
  [/containers with swap is not supported/i, 'memory-request'],
  [/alongside CPU Manager policy "?static/i, 'cpu'],
  [/alongside Memory Manager policy "?static/i, 'memory'],
];

/** What part of the resize that a pod waits for is the infeasible one; undefined if it is all of it, or nothing is. */
export function refusedPartOf({ resize }: PodFacts): RefusedPart | undefined {
  if (resize.kind !== 'infeasible') return undefined;
  return ANSWERS.find(([answer]) => answer.test(resize.message))?.[1];
}

export interface Stated {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/**
 * The change of a pod without the part its kubelet refuses: that goes back to what the kubelet granted, since it keeps all
 * the rest waiting. Empty if nothing would change then.
 */
export function withoutRefused(
  facts: PodFacts,
  changes: readonly ContainerChange[],
  part: RefusedPart,
): ContainerChange[] {
  const passing: ContainerChange[] = [];
  let passes = false;
  for (const { name, requests, limits } of facts.containers) {
    const own = changes.find(({ container }) => container === name);
    const granted = grantedTo(facts, name);
    if (!granted) {
      if (own) passing.push(own);
      passes ||= own !== undefined;
      continue;
    }
    const wanted = {
      requests: { ...requests, ...own?.to },
      limits: { ...limits, ...own?.limits },
    };
    const kept = keptBack(facts, { name, wanted, granted }, part);
    passes ||= differs(kept, granted);
    const to = differing(kept.requests, requests);
    const limited = differing(kept.limits, limits);
    if (Object.keys(to).length + Object.keys(limited).length > 0)
      passing.push({ container: name, from: requests, to, limits: limited });
  }
  const whole = changes.find(({ container }) => container === WHOLE_POD);
  return passes ? [...passing, ...(whole ? [whole] : [])] : [];
}

/** What a container would state, with what is refused as it was granted. */
function keptBack(
  { pod }: PodFacts,
  { name, wanted, granted }: { name: string; wanted: Stated; granted: Stated },
  part: RefusedPart,
): Stated {
  if (part === 'memory-request') {
    const restarts = sizedContainer(pod.spec, name)?.resizePolicy?.some(
      ({ resourceName, restartPolicy }) => resourceName === 'memory' && restartPolicy === 'RestartContainer',
    );
    const { memory } = granted.requests;
    if (restarts || memory === undefined) return wanted;
    return { requests: { ...wanted.requests, memory }, limits: limitsBeside(memory, wanted, granted) };
  }
  return {
    requests: backTo(wanted.requests, granted.requests, part),
    // A Guaranteed pod has the same limit; what is read back of the limit may be rounded.
    limits: backTo(wanted.limits, granted.requests, part),
  };
}

/**
 * The limits beside a memory request that stays. One in proportion to the request would follow each raise that is tried, and
 * be in another proportion the next time: without end. It rises no further than what the container is to request.
 */
function limitsBeside(memory: number, wanted: Stated, granted: Stated): Amounts {
  const [limit, has, request] = [wanted.limits.memory, granted.limits.memory, wanted.requests.memory];
  if (limit === undefined) return wanted.limits;
  if (limit < memory) return backTo(wanted.limits, granted.limits, 'memory');
  if (has === undefined || request === undefined || !isNear(limit / request, has / memory))
    return wanted.limits;
  return { ...wanted.limits, memory: memoryBytes(Math.max(has, Math.min(limit, request))) };
}

/** Within what rounding makes of a ratio. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= other / 100;
}

function backTo(wanted: Amounts, granted: Amounts, resource: Resource): Amounts {
  const amount = granted[resource];
  return amount === undefined || wanted[resource] === undefined ? wanted : { ...wanted, [resource]: amount };
}

/** What the kubelet granted a container, or the pod as a whole; undefined if it does not say. */
export function grantedTo({ pod }: PodFacts, container: string): Stated | undefined {
  if (container === WHOLE_POD) {
    const { allocatedResources: whole, resources: inForce } = pod.status ?? {};
    return whole && { requests: amountsFrom(whole), limits: amountsFrom(inForce?.limits) };
  }
  const status = sizedStatuses(pod).find(({ name }) => name === container);
  const requests = status?.allocatedResources ?? status?.resources?.requests;
  return requests && { requests: amountsFrom(requests), limits: amountsFrom(status?.resources?.limits) };
}

function differs(wanted: Stated, granted: Stated): boolean {
  return (['requests', 'limits'] as const).some((field) =>
    RESOURCES.some((resource) => {
      const [next, now] = [wanted[field][resource], granted[field][resource]];
      return next !== undefined && now !== undefined && next !== now;
    }),
  );
}

function differing(wanted: Amounts, stated: Amounts): Amounts {
  return Object.fromEntries(
    RESOURCES.flatMap((resource) =>
      wanted[resource] !== undefined && wanted[resource] !== stated[resource]
        ? [[resource, wanted[resource]]]
        : [],
    ),
  );
}
