import type { HpaClaim } from '../../pods/hpa-claims';

/** A metric of an HPA by what it measures, `cpu` or `cpu/app`: no container is named with a slash. */
export function metricKey({ resource, container }: Pick<HpaClaim, 'resource' | 'container'>): string {
  return container === undefined ? resource : `${resource}/${container}`;
}
