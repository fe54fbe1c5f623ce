import * as z from 'zod';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import type { FeatureEdit, VpaFeature } from '../feature';
import { withAnnotation } from '../with-annotation';

const TURNS_ANNOTATION = 'plumbline.dev/turns';

interface TurnsEdit {
  turns?: string | null;
}

const turnsOf = (vpa: VerticalPodAutoscaler) => vpa.metadata.annotations?.[TURNS_ANNOTATION];

const turnsEdit: FeatureEdit<TurnsEdit> = {
  shape: { turns: z.string().max(63).nullable().optional() },
  apply: (vpa, { turns }) => (turns === undefined ? vpa : withAnnotation(vpa, TURNS_ANNOTATION, turns)),
  faults: (_vpa, { turns }) =>
    typeof turns === 'string' && turns !== 'namespace'
      ? [{ field: 'turns', message: 'is not namespace' }]
      : [],
  statements: (before, after) =>
    turnsOf(before) === turnsOf(after) ? [] : ['Its pods wait for their turn.'],
};

/** Its pods are changed one namespace at a time. */
export const turns = {
  name: 'turns',
  annotation: {
    name: TURNS_ANNOTATION,
    on: 'VPA',
    takes: '`namespace`',
    says: 'Its pods wait for their turn.',
  },
  isPlannedBy: true,
  faults: (vpa) => ([undefined, 'namespace'].includes(turnsOf(vpa)) ? [] : ['is not namespace']),
  untilCorrected: 'its pods wait for nobody',
  edit: turnsEdit,
  view: (vpa) => ({ turns: turnsOf(vpa) }),
} as const satisfies VpaFeature;
