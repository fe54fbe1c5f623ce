import { parsed } from '../../objects/json-object';
import { BOOST_ANNOTATION_PREFIX } from '../../objects/pod-annotations';
import { isFinished } from '../../objects/pod-phase';
import { formatQuantity, parseQuantity, requestedFrom } from '../../objects/quantity';
import { sizedContainers, sizedStatuses } from '../../objects/sized-containers';
import type { Container, Pod, ResourceList } from '../../objects/types';
import { OBSERVED_ANNOTATION, UPDATES_ANNOTATION } from '../pods/pod-annotations';
import type { ContainerAmounts } from '../pods/proportions';

/** The annotation that keeps what a boosted container stated before. */
export function boostAnnotation(containerName: string): string {
  return BOOST_ANNOTATION_PREFIX + containerName;
}

/** The prefix of the annotation of a pod patched for the VPA `name`. */
export function updatesPrefix(name: string): string {
  return `Pod resources updated by ${name}: `;
}

/** What a container states now. @throws QuantityError */
export function statedAmounts(container: Container): ContainerAmounts {
  return {
    name: container.name,
    requests: requestedFrom(container.resources?.requests),
    limits: requestedFrom(container.resources?.limits),
  };
}

/**
 * What each container of a pod states now; of a pod that has ended, what it had: it takes a resize that no kubelet
 * observes (seen from a real kubelet 1.37.2).
 * @throws QuantityError
 */
export function amountsNow(pod: Pod): ContainerAmounts[] {
  const had = isFinished(pod.status?.phase) ? sizedStatuses(pod) : [];
  return sizedContainers(pod.spec).map((container) => {
    const resources = had.find(({ name }) => name === container.name)?.resources;
    return statedAmounts(resources ? { ...container, resources } : container);
  });
}

/**
 * Whether this pod has been patched for the VPA `name` before, as when the API server reviews it again after
 * another webhook: `partial` if containers have come or gone since.
 */
export function markOf(pod: Pod, name: string, withSidecars = false): 'none' | 'partial' | 'complete' {
  const annotations = pod.metadata.annotations;
  if (!annotations?.[UPDATES_ANNOTATION]?.startsWith(updatesPrefix(name))) return 'none';
  return annotations[OBSERVED_ANNOTATION] === observedContainers(pod, withSidecars) ? 'complete' : 'partial';
}

export function hasPatchAnnotations(annotations: Readonly<Record<string, string>> | undefined): boolean {
  return annotations?.[UPDATES_ANNOTATION] !== undefined;
}

/**
 * The names of the containers, as the reference lists them; then those of native sidecars (VPA 1.8,
 * pkg/admission-controller/resource/pod/patch, observed_containers.go).
 */
export function observedContainers({ spec }: Pod, withSidecars = false): string {
  return sizedContainers(spec, withSidecars)
    .map((container) => container.name)
    .join(', ');
}

/**
 * What each container of a patched pod stated before. A boosted container's original values are in an
 * annotation; using the boosted ones would boost it again.
 * @throws QuantityError
 */
export function originalAmounts(pod: Pod, withSidecars = false): ContainerAmounts[] {
  return sizedContainers(pod.spec, withSidecars).map((container) => {
    const kept = pod.metadata.annotations?.[boostAnnotation(container.name)];
    const resources = kept === undefined ? undefined : readResources(kept);
    return statedAmounts(resources ? { ...container, resources } : container);
  });
}

function readResources(text: string): { requests?: ResourceList; limits?: ResourceList } | undefined {
  const value = parsed(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** What a container states, as text for the boost annotation. @throws QuantityError */
export function resourcesText(container: Container): string {
  const { requests, limits } = container.resources ?? {};
  return JSON.stringify({ requests: canonical(requests), limits: canonical(limits) });
}

function canonical(list: ResourceList | null | undefined): Record<string, string> {
  const text: Record<string, string> = {};
  for (const name of Object.keys(list ?? {}).sort()) {
    const value = list?.[name];
    if (value !== undefined) text[name] = formatQuantity(parseQuantity(value));
  }
  return text;
}
