import {
  type Amounts,
  cpuMillicores,
  EPHEMERAL_STORAGE,
  memoryBytes,
  type RequestedResource,
} from '../../objects/units';

/** What a container states; absent resources are not stated. */
export interface ContainerAmounts {
  readonly name: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** `amounts` with `resource` set to `value`, truncated and held in range. */
export function withAmount(amounts: Amounts, resource: RequestedResource, value: number): Amounts {
  const cpu = resource === 'cpu' ? cpuMillicores(value) : amounts.cpu;
  const memory = resource === 'memory' ? memoryBytes(value) : amounts.memory;
  const stored = resource === EPHEMERAL_STORAGE ? memoryBytes(value) : amounts[EPHEMERAL_STORAGE];
  // Not by spreading: V8 makes a new hidden class for every copy that gains a property.
  const changed: Amounts = {};
  if (cpu !== undefined) changed.cpu = cpu;
  if (memory !== undefined) changed.memory = memory;
  if (stored !== undefined) changed[EPHEMERAL_STORAGE] = stored;
  return changed;
}

/** ⌊`value`·`numerator`/`denominator`⌋, exact for whole numbers of any size; `denominator` must not be 0. */
export function scaleAmount(value: number, numerator: number, denominator: number): number {
  const product = value * numerator;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / denominator);
  return Number((BigInt(value) * BigInt(numerator)) / BigInt(denominator));
}

/** Like `scaleAmount`, rounded up. */
export function scaleAmountUp(value: number, numerator: number, denominator: number): number {
  const product = value * numerator;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.ceil(product / denominator);
  const divisor = BigInt(denominator);
  return Number((BigInt(value) * BigInt(numerator) + divisor - 1n) / divisor);
}

type ProportionalLimit =
  | { kind: 'limit'; amount: number }
  | { kind: 'none'; reason: 'no-original-limit' | 'no-recommended-request' };

/**
 * The limit that keeps the container's ratio of limit to request when the request becomes `recommended`. A limit is
 * never invented: undefined if neither the container nor the namespace's default sets one. A container with a limit and
 * no request counts as requesting its limit, as in Kubernetes (VPA 1.8, pkg/utils/vpa, limit_and_request_scaling.go,
 * `GetProportionalLimit`).
 */
export function proportionalLimit(
  container: Pick<ContainerAmounts, 'requests' | 'limits'>,
  resource: RequestedResource,
  recommended: number,
  defaultLimit: number,
): ProportionalLimit {
  const limit = container.limits[resource] || defaultLimit;
  if (limit === 0) return { kind: 'none', reason: 'no-original-limit' };
  if (recommended === 0) return { kind: 'none', reason: 'no-recommended-request' };
  const request = container.requests[resource] ?? 0;
  if (request === 0 || request === limit) return { kind: 'limit', amount: recommended };
  return { kind: 'limit', amount: scaleAmount(limit, recommended, request) };
}

/**
 * The request at which the container's proportional limit equals `bound`; 0 if the container has no limit, so that
 * nothing bounds the request (VPA 1.8, pkg/utils/vpa, limit_and_request_scaling.go, `GetBoundaryRequest`).
 */
export function requestAtLimit(
  container: Pick<ContainerAmounts, 'requests' | 'limits'>,
  resource: RequestedResource,
  bound: number,
  defaultLimit: number,
): number {
  const limit = container.limits[resource] || defaultLimit;
  if (limit === 0) return 0;
  const request = container.requests[resource] ?? 0;
  return request === 0 ? bound : scaleAmount(request, bound, limit);
}
