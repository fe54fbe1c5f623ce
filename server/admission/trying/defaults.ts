import { isRecord } from '../../objects/json-record';
import type { Container, LimitRange, Pod, ResourceList } from '../../objects/types';

/**
 * The pod as webhooks get it: the API server gives a container without limits or requests the defaults of the
 * namespace's LimitRanges, and one that states only a limit requests as much. Of several LimitRanges the first wins.
 */
export function withDefaults(pod: Pod, ranges: readonly LimitRange[]): Pod {
  const items = [...ranges]
    .reverse()
    .flatMap(({ spec }) => spec.limits ?? [])
    .filter(({ type }) => type === 'Container');
  const limits = Object.assign({}, ...items.map((item) => item.default ?? {})) as ResourceList;
  const requests = Object.assign({}, ...items.map((item) => item.defaultRequest ?? {})) as ResourceList;
  const completed = (container: Container): Container => {
    if (!isUsable(container)) return container;
    const stated = container.resources ?? {};
    // Defaults of the API itself come before those of LimitRanges.
    const own = { limits: stated.limits ?? {}, requests: { ...stated.limits, ...stated.requests } };
    const all = {
      limits: { ...limits, ...own.limits },
      requests: { ...requests, ...own.requests },
    };
    const resources = {
      ...stated,
      ...(Object.keys(all.limits).length > 0 && { limits: all.limits }),
      ...(Object.keys(all.requests).length > 0 && { requests: all.requests }),
    };
    return Object.keys(resources).length > 0 ? { ...container, resources } : container;
  };
  const { containers } = pod.spec;
  if (!Array.isArray(containers)) return pod;
  return { ...pod, spec: { ...pod.spec, containers: containers.map(completed) } };
}

/** What cannot be read stays for the review to say so. */
function isUsable(container: unknown): boolean {
  return isRecord(container) && (container.resources === undefined || isRecord(container.resources));
}
