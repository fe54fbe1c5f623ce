import type { RequestedResource } from '../../../objects/units';
import { type CompiledVpa, policyFor } from '../compiled-vpa';
import { keepsLimit } from '../container-policy';
import type { LimitBounds } from '../limit-bounds';
import type { ContainerAmounts } from '../proportions';
import type { ContainerRecommendation } from '../recommendation';
import { memoryLimitPolicy } from './stated';

/**
 * Whether a container gets a memory limit of its own: where one is recommended and limits are controlled, and it has
 * one, by itself or by its namespace, or its policy sets those that are missing.
 */
export function hasLimitApart(
  { name, limits }: Pick<ContainerAmounts, 'name' | 'limits'>,
  vpa: Pick<CompiledVpa, 'policies'> & Partial<Pick<CompiledVpa, 'vpa'>>,
  recommended: ContainerRecommendation | undefined,
  range: LimitBounds | undefined,
): boolean {
  if (!recommended?.ownLimit || keepsLimit(policyFor(vpa, name), 'memory')) return false;
  const isThere = Boolean(limits.memory || range?.defaultLimit?.memory);
  return isThere || (vpa.vpa !== undefined && memoryLimitPolicy(vpa.vpa).setsMissing);
}

/** The limit in bytes, or millicores, beside a request: no lower than that, and within what the namespace allows. */
export function limitForRequest(
  request: number,
  wanted: number,
  range: LimitBounds | undefined,
  resource: RequestedResource = 'memory',
): number {
  const most = Math.min(
    range?.max?.[resource] || Infinity,
    request * (range?.maxRatio?.[resource] || Infinity),
  );
  return Math.max(request, Math.min(wanted, most));
}

/** As what a LimitRange bounds: with a limit apart, requests alone are scaled to it. */
export function withoutProportion(container: ContainerAmounts): ContainerAmounts {
  const { memory: _apart, ...limits } = container.limits;
  if (container.requests.memory !== undefined) Object.assign(limits, { memory: container.requests.memory });
  return { name: container.name, requests: container.requests, limits };
}
