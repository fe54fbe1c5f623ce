import { optionalTime } from '../../objects/optional-time';
import type { Container, Pod } from '../../objects/types';
import { type MilliAmounts, milliAmounts } from './milli-amounts';

interface Requesting {
  readonly name: string;
  readonly requests: MilliAmounts;
  /** Absent without any. */
  readonly limits?: MilliAmounts;
}

interface InitRequesting extends Requesting {
  readonly isSidecar: boolean;
}

/** What an evaluation needs of a pod. It depends on the pod alone, so it can be kept as long as the pod. */
export interface ScaledPod {
  readonly name: string;
  readonly isDeleting: boolean;
  readonly phase: string;
  readonly startedMs?: number;
  readonly ready?: { readonly status: string; readonly sinceMs: number };
  readonly containers: readonly Requesting[];
  readonly initContainers: readonly InitRequesting[];
  /** Requests of the pod as a whole, if it states any. */
  readonly podRequests?: MilliAmounts;
  readonly overhead: MilliAmounts;
}

/** Reads a pod; an amount that is no quantity counts as not stated. */
export function scaledPod({ metadata, spec, status }: Pod): ScaledPod {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const podRequests = milliAmounts(spec.resources?.requests);
  return {
    name: metadata.name,
    isDeleting: Boolean(metadata.deletionTimestamp),
    phase: status?.phase ?? '',
    startedMs: optionalTime(status?.startTime),
    ready: ready && { status: ready.status, sinceMs: optionalTime(ready.lastTransitionTime) ?? 0 },
    containers: spec.containers.map(requesting),
    initContainers: (spec.initContainers ?? []).map((container) => ({
      ...requesting(container),
      isSidecar: container.restartPolicy === 'Always',
    })),
    podRequests: Object.keys(podRequests).length > 0 ? podRequests : undefined,
    overhead: milliAmounts(spec.overhead),
  };
}

function requesting({ name, resources }: Container): Requesting {
  const requests = milliAmounts(resources?.requests);
  return resources?.limits ? { name, requests, limits: milliAmounts(resources.limits) } : { name, requests };
}
