import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';

/** On a VPA: since when a change of its pods waits for a person. The updater writes it. */
export const WAITS_SINCE_ANNOTATION = 'plumbline.dev/awaits-approval-since';

/** Unix milliseconds; undefined if nothing waits, or since when is not noted yet. */
export function waitsSinceMs({ metadata }: Pick<VerticalPodAutoscaler, 'metadata'>): number | undefined {
  const ms = Date.parse(metadata.annotations?.[WAITS_SINCE_ANNOTATION] ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}
