import { amountFrom } from '../../objects/quantity';
import type { PodSpec, ResourceQuota } from '../../objects/types';
import { REQUESTED_RESOURCES, type RequestedResource } from '../../objects/units';
import type { ContainerPlan } from './container-plan';
import { type PlannedAmount, podSum } from './pod-sum';
import { countingPod, type QuotaScope, scopesOf } from './quota-scopes';

/** What a quota of the namespace has left of one resource, in millicores or bytes. */
export interface QuotaLeft {
  readonly quota: string;
  readonly of: 'requests' | 'limits';
  readonly resource: RequestedResource;
  readonly free: number;
  /** Its name and amount in the quota's `hard`, for whoever raises it. */
  readonly name?: string;
  readonly hard?: number;
  /** Which pods it counts; absent for all. */
  readonly scopes?: readonly QuotaScope[];
}

/** What a quota counts, by its names; the plain name means requests. */
const COUNTED: readonly { of: QuotaLeft['of']; resource: RequestedResource; names: readonly string[] }[] =
  REQUESTED_RESOURCES.flatMap((resource) => [
    { of: 'requests' as const, resource, names: [`requests.${resource}`, resource] },
    { of: 'limits' as const, resource, names: [`limits.${resource}`] },
  ]);

/**
 * What is left of every quota of the namespace, with the scopes of those that do not count all its pods (Kubernetes
 * 1.37, pkg/quota/v1/evaluator/core, pods.go).
 * @throws QuantityError
 */
export function quotasLeft(quotas: Iterable<ResourceQuota>): QuotaLeft[] {
  const left: QuotaLeft[] = [];
  for (const { metadata, spec, status } of quotas) {
    const scopes = scopesOf({ spec });
    for (const { of, resource, names } of COUNTED) {
      for (const name of names) {
        const hard = status?.hard?.[name] ?? spec?.hard?.[name];
        if (hard === undefined) continue;
        const most = amountFrom(resource, hard);
        const free = most - amountFrom(resource, status?.used?.[name] ?? 0);
        left.push({
          quota: metadata.name,
          of,
          resource,
          free,
          name,
          hard: most,
          ...(scopes.length > 0 && { scopes }),
        });
      }
    }
  }
  return left;
}

/** What quotas have left once a pod that they count has gone. */
export function quotasWithout(spec: PodSpec, quotas: readonly QuotaLeft[]): readonly QuotaLeft[] {
  return quotas.map((quota) =>
    countingPod([quota], spec).length > 0
      ? { ...quota, free: quota.free + podSum(spec, quota.of, quota.resource) }
      : quota,
  );
}

/** What a pod takes of a quota that counts it, as stated and as planned. */
export interface TakenOfQuota {
  readonly quota: QuotaLeft;
  readonly before: number;
  readonly after: number;
}

/** What a pod takes of each quota that counts it. @throws QuantityError */
export function takenOfQuotas(
  spec: PodSpec,
  plans: readonly ContainerPlan[],
  quotas: readonly QuotaLeft[],
): TakenOfQuota[] {
  const planned = plannedBy(plans);
  return countingPod(quotas, spec, planned).map((quota) => {
    const { of, resource } = quota;
    return {
      quota,
      before: podSum(spec, of, resource),
      after: podSum(spec, of, resource, planned),
    };
  });
}

/** What has no room, with the quota that has the least. */
export type BeyondQuota = ReadonlyMap<RequestedResource, QuotaLeft>;

const NONE: BeyondQuota = new Map();

/** Replicas that their controllers still have to create: each has a claim on what it requests as stated. */
export interface PodsToCome {
  /** Of the pod's own controller, besides the pod. */
  readonly own: number;
  /** Of other controllers of the namespace, by the templates of these. */
  readonly others: readonly { readonly spec: PodSpec; readonly replicas: number }[];
}

/** What they take of a quota as stated. */
function claimOn(quota: QuotaLeft, own: number, { own: replicas, others }: PodsToCome): number {
  return others.reduce((sum, { spec, replicas: count }) => {
    const [counting] = countingPod([quota], spec);
    return counting ? sum + count * podSum(spec, quota.of, quota.resource) : sum;
  }, replicas * own);
}

/** What containers are to state by these plans. */
function plannedBy(plans: readonly ContainerPlan[]): PlannedAmount {
  return (name, of, resource) => plans.find((plan) => plan.name === name)?.[of][resource];
}

const NOBODY: PodsToCome = { own: 0, others: [] };

/**
 * What of a new pod no quota has room for as planned, though it may for the stated amounts: the
 * API server would refuse the pod, or one of those to come.
 */
export function beyondQuota(
  spec: PodSpec,
  plans: readonly ContainerPlan[],
  quotas: readonly QuotaLeft[],
  toCome: PodsToCome = NOBODY,
): BeyondQuota {
  if (quotas.length === 0) return NONE;
  const beyond = new Map<RequestedResource, QuotaLeft>();
  for (const { quota, before, after } of takenOfQuotas(spec, plans, quotas)) {
    const { resource, free } = quota;
    if (after <= before) continue;
    const left = free - claimOn(quota, before, toCome);
    const least = Math.min(after, beyond.get(resource)?.free ?? after);
    if (left < least) beyond.set(resource, left === free ? quota : { ...quota, free: left });
  }
  return beyond;
}
