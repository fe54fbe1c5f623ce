import { POD_RECOMMENDATION_ANNOTATION } from '../../pods/pod-level/recommendation';
import { POD_LEVEL_ANNOTATION, podLevelFaults } from '../../pods/pod-level/stated';
import type { VpaFeature } from '../feature';

/** Sizing what pods state as a whole. */
export const podLevelFeature = {
  name: 'pod-level',
  annotation: {
    name: POD_LEVEL_ANNOTATION,
    on: 'VPA',
    takes:
      '`auto`, `off`, or YAML with `minAllowed`, `maxAllowed`, `controlledResources`, `controlledValues`',
    says: 'Sizes what its pods state as a whole (`spec.resources`) by what they use together, and the containers within.',
    guide: 'pod-level.md',
  },
  notes: [
    {
      name: POD_RECOMMENDATION_ANNOTATION,
      on: 'VPA',
      says: 'What is recommended for a pod as a whole; the status has the containers alone.',
    },
  ],
  isPlannedBy: true,
  faults: podLevelFaults,
  untilCorrected: 'containers are sized within what their pod states',
} as const satisfies VpaFeature;
