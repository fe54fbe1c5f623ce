import type { VpaFeature } from '../feature';
import { scopeEdit } from './edit';
import { GROUPS_ANNOTATION } from './group-recommendations';
import { SCOPE_ANNOTATION, scopeFaults, scopeStated } from './scope';

/** A recommendation for each group of nodes. */
export const nodeScope = {
  name: 'node-scope',
  annotation: {
    name: SCOPE_ANNOTATION,
    on: 'VPA',
    takes: 'the key of a label of nodes',
    says: 'Its pods get a recommendation by the value of this label of their node.',
    guide: 'scope.md',
  },
  notes: [
    {
      name: GROUPS_ANNOTATION,
      on: 'VPA',
      says: 'What is recommended for each group of nodes. The status has the largest.',
      guide: 'scope.md',
    },
  ],
  isPlannedBy: true,
  faults: scopeFaults,
  placeIn: (vpa) => (scopeStated(vpa).inSpec === undefined ? undefined : 'spec.scope'),
  edit: scopeEdit,
} as const satisfies VpaFeature;
