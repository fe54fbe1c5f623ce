import type { Container, LimitRange, ResourceList } from '../../objects/types';

/**
 * The containers as the API server makes them before any webhook sees the pod: a request that is not stated is the
 * limit, and what LimitRanges give to containers is there. A template has neither.
 */
export function withRangeDefaults(
  containers: readonly Container[],
  ranges: readonly LimitRange[],
): Container[] {
  const items = ranges.flatMap(({ spec }) => (spec.limits ?? []).filter(({ type }) => type === 'Container'));
  return containers.map((container) => {
    let { requests, limits } = container.resources ?? {};
    requests = filled(requests, limits);
    for (const item of items) {
      limits = filled(limits, item.default);
      requests = filled(requests, item.defaultRequest);
    }
    return { ...container, resources: { ...container.resources, requests, limits } };
  });
}

function filled(stated: ResourceList | undefined, usual: ResourceList | undefined): ResourceList | undefined {
  return usual ? { ...usual, ...stated } : stated;
}
