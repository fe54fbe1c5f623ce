import type { VpaFeature } from '../feature';

/** A VPA whose target is a PodGroup: pods by label, whatever owns them. */
export const podGroups = { name: 'pod-groups' } as const satisfies VpaFeature;
