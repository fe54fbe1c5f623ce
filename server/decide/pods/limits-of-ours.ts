import type { Pod } from '../../objects/types';
import { UPDATES_ANNOTATION } from './pod-annotations';
import { REQUESTS_BEFORE_ANNOTATION, readRequestsBefore } from './requests-before';

/**
 * Whether Plumbline set the CPU limit of a container: admission beside the request, or a resize that changed the
 * request, which takes the limit along.
 */
export function isCpuLimitOurs(
  { metadata: { annotations = {} } }: Pod,
  name: string,
  index: number,
): boolean {
  const updates = annotations[UPDATES_ANNOTATION];
  if (updates !== undefined && updatesOf(updates, index).includes('cpu limit')) return true;
  return readRequestsBefore(annotations[REQUESTS_BEFORE_ANNOTATION])[name]?.cpu !== undefined;
}

/** What the annotation of admission says of one container, such as `cpu request`. */
export function updatesOf(text: string, index: number): readonly string[] {
  const own = text.slice(text.indexOf(': ') + 2).split('; ');
  const prefix = `container ${index}: `;
  const found = own.find((part) => part.startsWith(prefix));
  return found === undefined ? [] : found.slice(prefix.length).split(', ');
}
