import { requestedFrom } from '../../objects/quantity';
import { isNativeSidecar } from '../../objects/sized-containers';
import type { Container, PodSpec } from '../../objects/types';
import { type Amounts, RESOURCES, type RequestedResource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { NodeTraits } from '../places/node-traits';
import type { LimitBounds } from '../pods/limit-bounds';
import { withAmount } from '../pods/proportions';
import { formerOf } from './changes';
import type { ContainerChange } from './planned';
import type { Candidate } from './policy';

/** What a node must declare to resize init containers that end (Kubernetes 1.36 on, KEP-1287). */
const OF_INIT_CONTAINERS = 'InPlacePodVerticalScalingInitContainers';

/**
 * With what the API server fills in at a resize: every container that states no limit or no request gets what the
 * LimitRanges of today give it by default, whatever was so when the pod was made.
 */
export function withRangeDefaults(
  changes: readonly ContainerChange[],
  { facts, workload: { limits } }: Pick<Candidate, 'facts' | 'workload'>,
): ContainerChange[] {
  const { containers, pod } = facts;
  const { defaultLimit = {}, defaultRequest = {}, unclearDefaults = [] } = limits.container ?? {};
  if (changes.length === 0) return [];
  const filled: ContainerChange[] = [];
  for (const { name, requests, limits: stated } of containers) {
    const own = changes.find(({ container }) => container === name);
    const { to = {}, limits: planned = {} } = own ?? {};
    const gainedLimits = missingOf(defaultLimit, { ...stated, ...planned }, unclearDefaults);
    // A container that states a limit alone requests that.
    const gainedRequests = missingOf(defaultRequest, { ...stated, ...requests, ...to });
    const change = {
      container: name,
      from: requests,
      to: { ...gainedRequests, ...to },
      limits: { ...gainedLimits, ...planned },
    };
    if (Object.keys(change.to).length + Object.keys(change.limits).length > 0)
      filled.push({ ...change, ...formerOf(change.limits, stated) });
  }
  const ofWhole = changes.filter(({ container }) => container === WHOLE_POD);
  return [...filled, ...ofInitContainers(pod.spec, limits.container), ...ofWhole];
}

/**
 * What LimitRanges that came after a pod make of its init containers that end: the API server fills in what they do not
 * state, and refuses every resize while they are below a minimum. Nothing is recommended for them, so nothing else is
 * asked. Kubernetes 1.37: plugin/pkg/admission/limitranger.
 */
function ofInitContainers({ initContainers = [] }: PodSpec, range?: LimitBounds): ContainerChange[] {
  if (!range) return [];
  const { min = {}, defaultLimit = {}, defaultRequest = {}, unclearDefaults = [] } = range;
  return initContainers.filter(ends).flatMap(({ name, resources }): ContainerChange[] => {
    const [requests, stated] = [requestedFrom(resources?.requests), requestedFrom(resources?.limits)];
    let limits = missingOf(defaultLimit, stated, unclearDefaults);
    let to = missingOf(defaultRequest, { ...stated, ...requests });
    for (const resource of RESOURCES) {
      const least = min[resource] ?? 0;
      const isBelow = (amount: number | undefined) => amount !== undefined && amount < least;
      if (isBelow(to[resource] ?? requests[resource])) to = withAmount(to, resource, least);
      if (isBelow(limits[resource] ?? stated[resource])) limits = withAmount(limits, resource, least);
    }
    if (Object.keys(to).length + Object.keys(limits).length === 0) return [];
    return [{ container: name, from: requests, to, limits, ...formerOf(limits, stated) }];
  });
}

/** An init container that a change would move and nobody resizes. */
export interface FixedInitContainer {
  readonly container: string;
  readonly why: 'node' | 'resize-policy';
  /** Whether what it states is below a minimum, so that a new pod would be refused as well. */
  readonly isBelow: boolean;
}

/**
 * The init containers of a change that the server does not resize: those that end, on a node that does not declare it,
 * or that would restart for it. Kubernetes 1.37: `ValidatePodResize` in pkg/apis/core/validation.
 */
export function fixedInitContainers(
  { initContainers = [] }: PodSpec,
  changes: readonly ContainerChange[],
  node: NodeTraits | undefined,
): FixedInitContainer[] {
  return initContainers.filter(ends).flatMap(({ name, resizePolicy }) => {
    const change = changes.find(({ container }) => container === name);
    if (!change) return [];
    const restarts = resizePolicy?.some(({ restartPolicy }) => restartPolicy === 'RestartContainer');
    if (node?.features.includes(OF_INIT_CONTAINERS) && !restarts) return [];
    const { from, to, limits, formerLimits = {} } = change;
    const isBelow = RESOURCES.some(
      (resource) =>
        (to[resource] !== undefined && from[resource] !== undefined) ||
        (limits[resource] !== undefined && formerLimits[resource] !== undefined),
    );
    return [{ container: name, why: restarts ? 'resize-policy' : 'node', isBelow }];
  });
}

const ends = (one: Container) => !isNativeSidecar(one);

function missingOf(usual: Amounts, stated: Amounts, except: readonly RequestedResource[] = []): Amounts {
  let missing: Amounts = {};
  for (const resource of RESOURCES) {
    const amount = usual[resource];
    if (amount !== undefined && stated[resource] === undefined && !except.includes(resource))
      missing = withAmount(missing, resource, amount);
  }
  return missing;
}
