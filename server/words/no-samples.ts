import { RESOURCES, type Resource } from '../objects/units';
import { resourceName } from './amounts';

/** Why nothing is recommended for a resource of a container. */
export function noSamplesOf(resource: Resource): string {
  return `no samples of ${resourceName(resource)} yet`;
}

/** `No samples of memory yet: app, proxy`, for the resources that were never measured, by container. */
export function noSamplesWords(byContainer: ReadonlyMap<string, readonly Resource[]>): string {
  return RESOURCES.flatMap((resource) => {
    const containers = [...byContainer].filter(([, unknown]) => unknown.includes(resource));
    if (containers.length === 0) return [];
    const words = noSamplesOf(resource);
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${containers.map(([name]) => name).join(', ')}`;
  }).join('. ');
}
