import { isFinished } from '../../objects/pod-phase';
import { amountFrom, isQuantity } from '../../objects/quantity';
import { sizedContainer } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { type Amounts, REQUESTED_RESOURCES, type RequestedResource } from '../../objects/units';
import { readUnapproved, type UnapprovedRequests } from '../features/approvals/new-pods';
import type { WorkloadInput } from './plan-input';
import type { PodPlan } from './planned';
import { isBoosted } from './pod-facts';

/**
 * What new pods of a VPA should get until more is approved: what the planned changes give, else what was noted
 * before, else what most running pods request, startup boosts aside. Where pods differ on purpose, by groups of nodes
 * or by owners, it is the largest of them, so that no new pod gets less than its like has.
 */
export function unapprovedAfter(workload: WorkloadInput, planned: readonly PodPlan[]): UnapprovedRequests {
  const { vpa, pods } = workload;
  const isUnlike = workload.nodeValues !== undefined || workload.portions !== undefined;
  const known = readUnapproved(vpa.vpa);
  if (!vpa.recommendation) return known;
  const changes = planned.flatMap((plan) => plan.changes);
  const changing = new Set(planned.map(({ name }) => name));
  const unchanged = () => pods.filter(({ metadata }) => !changing.has(metadata.name));
  const unapproved = new Map<string, Amounts>();
  for (const [container, own] of vpa.recommendation)
    for (const resource of REQUESTED_RESOURCES) {
      if (own.target[resource] === undefined) continue;
      const given = changes.flatMap((one) => (one.container === container && one.to[resource]) || []);
      const noted = known.get(container)?.[resource];
      const amount =
        isUnlike && (given.length > 0 || noted === undefined)
          ? largest([...given, ...requestsOf(unchanged(), container, resource)])
          : (given[0] ?? noted ?? usualRequest(pods, container, resource));
      if (amount !== undefined)
        unapproved.set(container, { ...unapproved.get(container), [resource]: amount });
    }
  return unapproved;
}

/** What most pods request, in millicores or bytes; of several amounts equally often, the largest. */
export function usualRequest(
  pods: readonly Pod[],
  container: string,
  resource: RequestedResource,
): number | undefined {
  const times = new Map<number, number>();
  for (const amount of requestsOf(pods, container, resource)) times.set(amount, (times.get(amount) ?? 0) + 1);
  const [first] = [...times].sort(([a, often], [b, oftener]) => oftener - often || b - a);
  return first?.[0];
}

function largest(amounts: readonly number[]): number | undefined {
  return amounts.length > 0 ? amounts.reduce((most, one) => Math.max(most, one)) : undefined;
}

/** What running pods request of a container, in millicores or bytes, startup boosts aside. */
function requestsOf(pods: readonly Pod[], container: string, resource: RequestedResource): number[] {
  return pods.flatMap((pod) => {
    if (isFinished(pod.status?.phase) || pod.metadata.deletionTimestamp || isBoosted(pod)) return [];
    const own = sizedContainer(pod.spec, container);
    const stated = own?.resources?.requests?.[resource];
    if (!isQuantity(stated)) return [];
    return [amountFrom(resource, stated)];
  });
}
