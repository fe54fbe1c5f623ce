import { QuantityError, requestedFrom } from '../../objects/quantity';
import type { Amounts, RequestedResource, Resource } from '../../objects/units';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '../../objects/vpa-types';

/** Limits keep their proportion to the request, stay as the pod states them, or keep it up to `maxAllowed`. */
export type LimitMode = 'in-proportion' | 'as-stated' | 'up-to-max' | 'limits-only';
export type LimitModes = Partial<Record<RequestedResource, LimitMode>>;

/** The `containerName` of the policy for every container without its own. */
export const EVERY_OTHER_CONTAINER = '*';

/** A VPA's policy for one container, its quantities parsed. */
export interface ContainerPolicy {
  /** Mode Off: nothing is recommended. */
  readonly off: boolean;
  readonly minAllowed: Amounts;
  readonly maxAllowed: Amounts;
  readonly controlledResources: readonly Resource[];
  /** Limits are not changed. */
  readonly requestsOnly: boolean;
  /** What the VPA says of the limits of each resource; absent where they keep their proportion. */
  readonly limits?: LimitModes;
}

/** Whether the limit of a resource is left as the pod states it. */
export function keepsLimit(policy: ContainerPolicy | undefined, resource: RequestedResource): boolean {
  return policy !== undefined && (policy.requestsOnly || policy.limits?.[resource] === 'as-stated');
}

/** Whether the request of a resource is left as the pod states it, and its limit alone changes. */
export function keepsRequest(policy: ContainerPolicy | undefined, resource: RequestedResource): boolean {
  return policy !== undefined && !policy.requestsOnly && policy.limits?.[resource] === 'limits-only';
}

/** A policy that cannot be used; `field` is its path in the object. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';

  constructor(
    readonly field: string,
    why: string,
  ) {
    super(`${field}: ${why}`);
  }
}

const ALL_RESOURCES: readonly Resource[] = ['cpu', 'memory'];
/** The policy of a container that has none. */
export const NO_POLICY: ContainerPolicy = {
  off: false,
  minAllowed: {},
  maxAllowed: {},
  controlledResources: ALL_RESOURCES,
  requestsOnly: false,
};

/** Policies by container name, with `*` for all the others. */
export type ContainerPolicies = ReadonlyMap<string, ContainerPolicy>;
export const NO_POLICIES: ContainerPolicies = new Map();

type ResourcePolicy = VerticalPodAutoscaler['spec']['resourcePolicy'];

/** One container policy as written; `field` is its path, for messages. */
interface WrittenPolicy {
  readonly policy: ContainerResourcePolicy;
  readonly field: string;
}

/**
 * The effective container policies by container name: the first of two for a container, the last of two for
 * `*`, as in the reference.
 */
export function countingPolicies(resourcePolicy: ResourcePolicy): ReadonlyMap<string, WrittenPolicy> {
  const counting = new Map<string, WrittenPolicy>();
  for (const [index, policy] of (resourcePolicy?.containerPolicies ?? []).entries()) {
    const name = policy.containerName ?? '';
    if (name !== EVERY_OTHER_CONTAINER && counting.has(name)) continue;
    counting.set(name, { policy, field: `spec.resourcePolicy.containerPolicies[${index}]` });
  }
  return counting;
}

/** The value for a container: its own, else that of `*`, else none. */
export function entryFor<T>(byName: ReadonlyMap<string, T>, container: string): T | undefined {
  return byName.get(container) ?? byName.get(EVERY_OTHER_CONTAINER);
}

/** Parses the effective container policies of a VPA. @throws PolicyError if an amount is not a quantity */
export function readContainerPolicies(resourcePolicy: ResourcePolicy): ContainerPolicies {
  const policies = new Map<string, ContainerPolicy>();
  for (const [name, written] of countingPolicies(resourcePolicy)) policies.set(name, readPolicy(written));
  return policies;
}

function readPolicy({ policy, field }: WrittenPolicy): ContainerPolicy {
  const controlled = policy.controlledResources;
  return {
    off: policy.mode === 'Off',
    minAllowed: readAmounts(policy.minAllowed, `${field}.minAllowed`),
    maxAllowed: readAmounts(policy.maxAllowed, `${field}.maxAllowed`),
    controlledResources: controlled
      ? ALL_RESOURCES.filter((resource) => controlled.includes(resource))
      : ALL_RESOURCES,
    requestsOnly: policy.controlledValues === 'RequestsOnly',
  };
}

function readAmounts(list: ContainerResourcePolicy['minAllowed'], field: string): Amounts {
  try {
    return requestedFrom(list);
  } catch (thrown) {
    if (thrown instanceof QuantityError) throw new PolicyError(field, thrown.message);
    throw thrown;
  }
}

/** The policy for a container: its own, else that of `*`, else none. */
export function policyOrDefault(policies: ContainerPolicies, container: string): ContainerPolicy {
  return entryFor(policies, container) ?? NO_POLICY;
}

/** The minimum and maximum of a resource; absent without a bound. */
export interface AllowedRange {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/**
 * The range a policy allows a resource: a bound of 0 does not count; without a maximum in the policy, the
 * global one applies.
 */
export function allowedRange(
  policy: ContainerPolicy,
  resource: Resource,
  globalMaxAllowed: Amounts = {},
): AllowedRange {
  return {
    min: policy.minAllowed[resource] || undefined,
    max: (policy.maxAllowed[resource] ?? globalMaxAllowed[resource]) || undefined,
  };
}

/** `amount` raised to the minimum, then lowered to the maximum: if they cross, the maximum wins. */
export function capToRange(amount: number, { min, max }: AllowedRange): number {
  const raised = min !== undefined && amount < min ? min : amount;
  return max !== undefined && raised > max ? max : raised;
}
