import { sizedContainers } from '../../objects/sized-containers';
import { EPHEMERAL_STORAGE, type RequestedResource } from '../../objects/units';
import { storageVpa } from '../features/storage/storage-vpa';
import type { CompiledVpa } from '../pods/compiled-vpa';
import { NO_LIMITS } from '../pods/limit-bounds';
import type { ContainerAmounts } from '../pods/proportions';
import type { ContainerRecommendation } from '../pods/recommendation';
import { capRecommendation, planResources } from '../pods/resource-plan';
import { storageContainer } from '../pods/storage-amounts';
import type { WorkloadInput } from './plan-input';
import type { ContainerChange, Priority } from './planned';
import type { PodFacts } from './pod-facts';
import type { MayBecome } from './policy';
import { type Breach, priorityOf } from './priority';

type Controlling = Pick<WorkloadInput, 'vpa' | 'limits' | 'sparesSidecars'>;

/** How far the ephemeral storage that a pod requests is from what is recommended. */
export interface StorageFindings {
  priority: Priority;
  breaches: readonly Breach<RequestedResource>[];
}

/**
 * Judged as memory is, if the VPA asks for it. The kubelet cannot change storage in place, so a VPA that only
 * resizes leaves it to new pods.
 */
export function storageFindings(facts: PodFacts, workload: Controlling): StorageFindings | undefined {
  const seen = seenPodOf(facts, workload);
  if (!seen) return undefined;
  const { priority: own, breaches } = priorityOf(seen.containers, seen.recommended);
  // What is old enough is resized where the mode can: that would change nothing of storage.
  const priority = modeOf(seen.vpa) === 'Recreate' ? own : { ...own, resourceDiff: 0 };
  return { priority, breaches: breaches.map((breach) => ({ ...breach, resource: EPHEMERAL_STORAGE })) };
}

/** What each container would state of ephemeral storage once its pod is created again; only those that differ. */
export function storageChanges(
  facts: PodFacts,
  workload: Controlling,
  mayBecome: MayBecome,
): ContainerChange[] {
  const seen = seenPodOf(facts, workload);
  if (!seen) return [];
  const { containers, recommended, vpa, limits } = seen;
  const wanted = new Map<string, ContainerRecommendation>();
  for (const [index, { name, requests }] of containers.entries()) {
    const own = recommended[index] && vpa.recommendation?.get(name);
    if (!own) continue;
    const to = own.target.memory;
    const from = requests.memory;
    const resource = EPHEMERAL_STORAGE;
    const memory = to && mayBecome({ container: name, resource, ...(from !== undefined && { from }), to });
    wanted.set(name, { ...own, target: { memory: memory as typeof to } });
  }
  const plans = planResources(containers, vpa, wanted, limits, { startupBoost: false });
  return plans.flatMap(({ index, name, requests, limits: planned }) => {
    const stated = containers[index];
    const to = requests.memory === stated?.requests.memory ? {} : asStorage(requests.memory);
    const limit = planned.memory === stated?.limits.memory ? {} : asStorage(planned.memory);
    if (Object.keys(to).length + Object.keys(limit).length === 0) return [];
    const former = Object.keys(limit).length > 0 ? stated?.limits.memory : undefined;
    const from = asStorage(stated?.requests.memory);
    return [
      {
        container: name,
        from,
        to,
        limits: limit,
        ...(former !== undefined && { formerLimits: asStorage(former) }),
      },
    ];
  });
}

/** What each container of a pod should request of ephemeral storage, in the place of memory. */
export function storageFor(
  facts: PodFacts,
  workload: Controlling,
): ReadonlyMap<string, ContainerRecommendation> {
  const seen = seenPodOf(facts, workload);
  const entries = seen?.containers.flatMap(({ name }, index) => {
    const own = seen.recommended[index];
    return own ? [[name, own] as const] : [];
  });
  return new Map(entries);
}

/** The mode its owner wants. */
function modeOf({ mode, modeOnceResumed }: CompiledVpa) {
  return modeOnceResumed ?? mode;
}

function asStorage(bytes: ContainerAmounts['requests']['memory']): ContainerChange['to'] {
  return bytes === undefined ? {} : { [EPHEMERAL_STORAGE]: bytes };
}

function seenPodOf({ pod, observed }: PodFacts, workload: Controlling) {
  const vpa = storageVpa(workload.vpa);
  if (!vpa?.recommendation?.size || modeOf(vpa) === 'InPlace') return undefined;
  const limits = workload.limits.storage ?? NO_LIMITS;
  const containers = sizedContainers(pod.spec, !workload.sparesSidecars).map(storageContainer);
  const recommended = capRecommendation(containers, vpa, vpa.recommendation, limits).map((own, index) =>
    observed && !observed.has(containers[index]?.name ?? '') ? undefined : own,
  );
  return { vpa, limits, containers, recommended };
}
