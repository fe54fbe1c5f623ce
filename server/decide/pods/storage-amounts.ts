import { BOOST_ANNOTATION_PREFIX } from '../../objects/pod-annotations';
import { isQuantity, memoryFrom } from '../../objects/quantity';
import type { Container, LimitRange, Pod, ResourceList } from '../../objects/types';
import { type Amounts, EPHEMERAL_STORAGE } from '../../objects/units';
import type { ContainerAmounts } from './proportions';
import type { QuotaLeft } from './quota-left';

/**
 * Ephemeral storage is requested, limited, capped and counted as memory is. Here it stands in the place of memory and
 * nothing stands in that of CPU, so that the functions that decide on memory decide on it too.
 */

/** @returns the ephemeral storage of a list as memory; nothing if it states none that can be read */
export function storageAmounts(list: ResourceList | null | undefined): Amounts {
  const stated = list?.[EPHEMERAL_STORAGE];
  return isQuantity(stated) ? { memory: memoryFrom(stated) } : {};
}

function storageList(list: ResourceList | null | undefined): ResourceList | undefined {
  const stated = list?.[EPHEMERAL_STORAGE];
  return isQuantity(stated) ? { memory: stated } : undefined;
}

export function storageContainer({ name, resources }: Container): ContainerAmounts {
  return { name, requests: storageAmounts(resources?.requests), limits: storageAmounts(resources?.limits) };
}

/** The pod without what does not concern storage. A pod's own resources cannot name it. */
export function storagePod(pod: Pod): Pod {
  const lensed = (container: Container): Container => ({
    ...container,
    resources: {
      requests: storageList(container.resources?.requests),
      limits: storageList(container.resources?.limits),
    },
  });
  const annotations = Object.entries(pod.metadata.annotations ?? {}).filter(
    ([name]) => !name.startsWith(BOOST_ANNOTATION_PREFIX),
  );
  return {
    ...pod,
    metadata: { ...pod.metadata, annotations: Object.fromEntries(annotations) },
    spec: {
      ...pod.spec,
      resources: undefined,
      containers: pod.spec.containers.map(lensed),
      initContainers: pod.spec.initContainers?.map(lensed),
    },
    status: undefined,
  };
}

export function storageQuotas(quotas: readonly QuotaLeft[]): QuotaLeft[] {
  return quotas.flatMap((room) =>
    room.resource === EPHEMERAL_STORAGE ? [{ ...room, resource: 'memory' as const }] : [],
  );
}

/** The limit ranges as they bound storage; empty if none does. */
export function storageRanges(ranges: readonly LimitRange[]): LimitRange[] {
  return ranges.flatMap((range) => {
    const limits = (range.spec.limits ?? []).flatMap((item) => {
      const lensed = {
        type: item.type,
        ...present('max', storageList(item.max)),
        ...present('min', storageList(item.min)),
        ...present('default', storageList(item.default)),
        ...present('maxLimitRequestRatio', storageList(item.maxLimitRequestRatio)),
      };
      return Object.keys(lensed).length > 1 ? [lensed] : [];
    });
    return limits.length > 0 ? [{ ...range, spec: { limits } }] : [];
  });
}

function present(name: string, list: ResourceList | undefined): Record<string, ResourceList> {
  return list ? { [name]: list } : {};
}
