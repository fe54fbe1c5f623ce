import { amountFrom } from '../../objects/quantity';
import type { PodSpec, ResourceQuota } from '../../objects/types';
import { EPHEMERAL_STORAGE, RESOURCES, type RequestedResource, type Resource } from '../../objects/units';
import type { ContainerPlan } from './container-plan';
import { podSum } from './pod-sum';

/** What a quota of the namespace has left of one resource, in millicores or bytes. */
export interface QuotaLeft {
  readonly quota: string;
  readonly of: 'requests' | 'limits';
  readonly resource: RequestedResource;
  readonly free: number;
}

/** What a quota counts, by its names; the plain name means requests. */
const COUNTED: readonly { of: QuotaLeft['of']; resource: RequestedResource; names: readonly string[] }[] = [
  ...RESOURCES,
  EPHEMERAL_STORAGE as RequestedResource,
].flatMap((resource) => [
  { of: 'requests' as const, resource, names: [`requests.${resource}`, resource] },
  { of: 'limits' as const, resource, names: [`limits.${resource}`] },
]);

/**
 * What is left of every quota that counts all pods of the namespace; scoped ones may not count these.
 * @throws QuantityError
 */
export function quotasLeft(quotas: Iterable<ResourceQuota>): QuotaLeft[] {
  const rooms: QuotaLeft[] = [];
  for (const { metadata, spec, status } of quotas) {
    if (spec?.scopes?.length || spec?.scopeSelector) continue;
    for (const { of, resource, names } of COUNTED) {
      for (const name of names) {
        const hard = status?.hard?.[name] ?? spec?.hard?.[name];
        if (hard === undefined) continue;
        const free = amountFrom(resource, hard) - amountFrom(resource, status?.used?.[name] ?? 0);
        rooms.push({ quota: metadata.name, of, resource, free });
      }
    }
  }
  return rooms;
}

/** What has no room, with the quota that has the least. */
export type BeyondQuota = ReadonlyMap<Resource, QuotaLeft>;

const NONE: BeyondQuota = new Map();

/**
 * CPU and memory of a new pod that no quota has room for as planned, though it may for the stated amounts: the
 * API server would refuse the pod.
 */
export function beyondQuota(
  spec: PodSpec,
  plans: readonly ContainerPlan[],
  quotas: readonly QuotaLeft[],
): BeyondQuota {
  if (quotas.length === 0) return NONE;
  const beyond = new Map<Resource, QuotaLeft>();
  for (const room of quotas) {
    const { of, resource, free } = room;
    if (resource === EPHEMERAL_STORAGE) continue;
    const before = podSum(spec, of, resource);
    const after = podSum(
      spec,
      of,
      resource,
      (name) => plans.find((plan) => plan.name === name)?.[of][resource],
    );
    const least = Math.min(after, beyond.get(resource)?.free ?? after);
    if (after > before && free < least) beyond.set(resource, room);
  }
  return beyond;
}
