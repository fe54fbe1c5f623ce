import { EPHEMERAL_STORAGE, type RequestedResource } from '../../objects/units';

/**
 * Why an amount differs from the recommendation, or why a limit was left out. Texts that the reference writes
 * into the `vpaUpdates` annotation are the same here, so that tools that read it keep working.
 */
const CAP_REASONS = {
  'min-allowed': ' capped to minAllowed',
  'max-allowed': ' capped to maxAllowed',
  'container-range-min': ' capped to fit Min in container LimitRange',
  'container-range-max': ' capped to fit Max in container LimitRange',
  'container-limit': ' capped to container limit',
  'pod-resources': ' capped to fit the resources of the pod',
  'limit-of-policy': ' limit capped to maxAllowed',
  'limit-of-node': ' limit capped to the largest node',
  'pod-range': ' scaled to fit the pod LimitRange',
  'seen-use': ' kept from falling below the most that was seen used',
  'room-now': ' lowered to what a node has room for now',
  'peers-use': ' raised to what its peers use now',
  'too-early-to-lower': ' not lowered before there is enough usage',
  'boost-max': ' boost capped to the largest allowed',
  'boost-of-node': ' boost capped to the largest node',
  'boost-container-limit': ' boost capped to container limit',
  'no-original-limit': ': limit NOT set since originalLimit is nil or 0',
  'no-recommended-request': ': limit NOT set since recommendedRequest is nil or 0',
} as const;

export type CapReason = keyof typeof CAP_REASONS;

/** One change to one resource of one container on the way from recommendation to patch. */
export interface CapNote {
  resource: RequestedResource;
  reason: CapReason;
}

/** The note as in the `vpaUpdates` annotation: `cpu capped to maxAllowed`. */
export function capAnnotation({ resource, reason }: CapNote): string {
  return resource + CAP_REASONS[reason];
}

/** The reference leaves these out of the annotation, and so do we. */
const UNANNOTATED: ReadonlySet<CapReason> = new Set([
  'limit-of-policy',
  'limit-of-node',
  'seen-use',
  'pod-range',
  'boost-max',
  'boost-of-node',
  'boost-container-limit',
]);

/** Whether the note is part of the `vpaUpdates` annotation, in which the reference knows CPU and memory alone. */
export function isAnnotated({ resource, reason }: CapNote): boolean {
  return resource !== EPHEMERAL_STORAGE && !UNANNOTATED.has(reason);
}
