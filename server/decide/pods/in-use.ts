import type { AmountRange } from '../../model/own-limit';
import { amountsFrom, resourceListFrom } from '../../objects/quantity';
import type { ResourceList } from '../../objects/types';
import { type Amounts, RESOURCES, type Resource } from '../../objects/units';
import type { CapNote } from './cap-reasons';
import { type CompiledVpa, policyFor } from './compiled-vpa';
import { keepsLimit } from './container-policy';
import type { NamespaceLimits } from './limit-bounds';
import { withTarget } from './outcome/hold';
import { type ContainerAmounts, proportionalLimit, scaleAmountUp } from './proportions';
import type { ContainerRecommendation, Recommendation } from './recommendation';

/** The most that any pod of a workload is seen to use now, by container: millicores and bytes. */
export type InUse = ReadonlyMap<string, Amounts>;

export interface ContainerInUse {
  containerName: string;
  usage: ResourceList;
}

export function inUseList(inUse: InUse | undefined): ContainerInUse[] | undefined {
  return (
    inUse && [...inUse].map(([containerName, used]) => ({ containerName, usage: resourceListFrom(used) }))
  );
}

/** @throws QuantityError */
export function inUseFrom(list: readonly ContainerInUse[] | undefined): InUse | undefined {
  return list && new Map(list.map(({ containerName, usage }) => [containerName, amountsFrom(usage)]));
}

/** A memory limit stays above what is used by this share of it. */
const LEAST_HEADROOM = 0.1;

/** Why an amount is more than is recommended, by container. */
export type RaisedNotes = ReadonlyMap<string, readonly CapNote[]>;

const NOTHING_RAISED: RaisedNotes = new Map();

/**
 * A recommendation for a pod that is made anew, with no limit below what its peers are seen to use: a container would be
 * killed, or throttled, at once. Where its target says so the pod keeps what it states; if that is too little as well, its
 * request and limit grow together. A limit that stays, or is not there, needs nothing.
 * @param containers as the pod states them
 */
export function withPeersUse(
  recommendation: Recommendation | undefined,
  containers: () => readonly ContainerAmounts[],
  { policies }: Pick<CompiledVpa, 'policies'>,
  { container: range }: NamespaceLimits,
  inUse: InUse | undefined,
): { recommendation: Recommendation | undefined; raised: RaisedNotes } {
  if (!recommendation || !inUse || inUse.size === 0) return { recommendation, raised: NOTHING_RAISED };
  let next: Map<string, ContainerRecommendation> | undefined;
  const raised = new Map<string, CapNote[]>();
  for (const container of containers()) {
    const { name } = container;
    const used = inUse.get(name);
    let own = recommendation.get(name);
    if (!own || !used) continue;
    for (const resource of RESOURCES) {
      if (keepsLimit(policyFor({ policies }, name), resource)) continue;
      const safe = safeFor(own, container, resource, {
        used: used[resource],
        defaultLimit: range?.defaultLimit?.[resource] ?? 0,
      });
      if (safe === own) continue;
      own = safe;
      next ??= new Map(recommendation);
      next.set(name, own);
      raised.set(name, [...(raised.get(name) ?? []), { resource, reason: 'peers-use' }]);
    }
  }
  return { recommendation: next ?? recommendation, raised };
}

interface Used {
  readonly used: number | undefined;
  readonly defaultLimit: number;
}

/** The recommendation with a limit that has room for what is used; the same object if it has. */
function safeFor(
  own: ContainerRecommendation,
  container: ContainerAmounts,
  resource: Resource,
  { used, defaultLimit }: Used,
): ContainerRecommendation {
  const target = own.target[resource];
  if (!target || !used) return own;
  const apart = resource === 'memory' ? own.ownLimit : own.limitOnly?.cpu;
  const limit = apart
    ? ({ kind: 'limit', amount: Math.max(target, apart.target) } as const)
    : proportionalLimit(container, resource, target, defaultLimit);
  const least = leastLimit(resource, used);
  if (limit.kind === 'none' || limit.amount >= least) return own;
  const stated = container.limits[resource] || defaultLimit;
  if (apart) {
    const safe = Math.max(limit.amount, stated >= used ? stated : least);
    return withLimitTarget(own, resource, safe);
  }
  const request = container.requests[resource] || stated;
  const enough = stated >= used ? request : scaleAmountUp(request, least, stated);
  return enough > target ? withTarget(own, resource, enough) : own;
}

/** The same with at least this limit, in millicores or bytes, where limits are apart from requests. */
export function withLimitTarget(
  own: ContainerRecommendation,
  resource: Resource,
  target: number,
): ContainerRecommendation {
  const { ownLimit, limitOnly } = own;
  const only = limitOnly?.[resource];
  const raised = <R extends AmountRange>(range: R): R => ({
    ...range,
    target,
    upperBound: Math.max(range.upperBound, target),
  });
  return {
    ...own,
    ...(resource === 'memory' && ownLimit && { ownLimit: raised(ownLimit) }),
    ...(only && { limitOnly: { ...limitOnly, [resource]: raised(only) } }),
  };
}

/** The least limit that does no harm to what uses so much. */
export function leastLimit(resource: Resource, used: number): number {
  return resource === 'memory' ? Math.ceil(used / (1 - LEAST_HEADROOM)) : used;
}
