import { isJsonObject } from '../../objects/json-object';
import { QuantityError, resourceListFrom } from '../../objects/quantity';
import type { Container, LimitRange, PodSpec, ResourceList } from '../../objects/types';
import { type Amounts, RESOURCES } from '../../objects/units';
import { phaseSums, statedOf } from './pod-sum';
import { withAmount } from './proportions';

type Sized = Pick<PodSpec, 'containers' | 'initContainers' | 'resources'>;

/**
 * A pod as the API server makes it before any webhook sees it: a container that states only a limit requests as much, a
 * pod with limits as a whole requests what its containers do together, and what LimitRanges give to containers is there,
 * of several the first. A template has none of it. What cannot be read stays for its reader to say so.
 * Kubernetes 1.34: `SetDefaults_Pod` in pkg/apis/core/v1/defaults.go, plugin/pkg/admission/limitranger.
 */
export function withServerDefaults<S extends Sized>(spec: S, ranges: readonly LimitRange[]): S {
  const { containers, initContainers } = spec;
  if (!Array.isArray(containers)) return spec;
  const items = ranges.flatMap(({ spec: { limits } }) =>
    (limits ?? []).filter(({ type }) => type === 'Container'),
  );
  const requested = {
    ...spec,
    containers: containers.map(requestsWhatIsLimited),
    ...(Array.isArray(initContainers) && { initContainers: initContainers.map(requestsWhatIsLimited) }),
  };
  const inRange = (container: Container) =>
    items.reduce(
      (one, { default: limits, defaultRequest: requests }) => filled(one, { limits, requests }),
      container,
    );
  return {
    ...requested,
    ...wholeRequests(requested),
    containers: requested.containers.map(inRange),
    ...(Array.isArray(initContainers) && { initContainers: requested.initContainers?.map(inRange) }),
  };
}

function requestsWhatIsLimited(container: Container): Container {
  return isUsable(container) ? filled(container, { requests: container.resources?.limits }) : container;
}

/** The container with these where it states nothing. */
function filled(
  container: Container,
  usual: { requests?: ResourceList | null | undefined; limits?: ResourceList | null | undefined },
): Container {
  if (!isUsable(container)) return container;
  const { requests, limits } = container.resources ?? {};
  const resources = {
    ...container.resources,
    ...(usual.limits && { limits: { ...usual.limits, ...limits } }),
    ...(usual.requests && { requests: { ...usual.requests, ...requests } }),
  };
  return Object.keys(resources).length > 0 ? { ...container, resources } : container;
}

function wholeRequests(spec: Sized): Pick<Sized, 'resources'> {
  const { resources } = spec;
  if (!isJsonObject(resources?.limits) || Object.keys(resources.limits).length === 0) return {};
  try {
    const together = resourceListFrom(requestedTogether(spec));
    return {
      resources: { ...resources, requests: { ...resources.limits, ...together, ...resources.requests } },
    };
  } catch (error) {
    if (error instanceof QuantityError) return {};
    throw error;
  }
}

/** What the containers request together of each resource that any of them requests. */
function requestedTogether(spec: Sized): Amounts {
  let together: Amounts = {};
  for (const resource of RESOURCES) {
    const all = [...spec.containers, ...(spec.initContainers ?? [])];
    if (all.every((one) => statedOf(one, 'requests', resource) === undefined)) continue;
    const { running, starting } = phaseSums(spec, 'requests', resource);
    together = withAmount(together, resource, Math.max(running, starting));
  }
  return together;
}

function isUsable(container: unknown): boolean {
  return isJsonObject(container) && (container.resources === undefined || isJsonObject(container.resources));
}
