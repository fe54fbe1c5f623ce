import type { VpaFeature } from '../feature';
import { UNAPPROVED_REQUESTS_ANNOTATION } from './new-pods';
import { APPROVALS_ANNOTATION, approvalsOf } from './rules';
import { WAITS_SINCE_ANNOTATION } from './waiting';

/** Changes of pods that wait for a person. */
export const approvals = {
  name: 'approvals',
  annotation: {
    name: APPROVALS_ANNOTATION,
    on: 'VPA',
    takes: '`always`, `never`, or which changes wait, as JSON or YAML',
    says: 'Which changes of its pods wait for a person.',
    guide: 'approvals.md',
  },
  notes: [
    {
      name: UNAPPROVED_REQUESTS_ANNOTATION,
      on: 'VPA',
      says: 'What its pods request while changes wait: new pods get the same.',
      guide: 'approvals.md',
    },
    {
      name: WAITS_SINCE_ANNOTATION,
      on: 'VPA',
      says: 'Since when a change of its pods waits for a person.',
      guide: 'approvals.md',
    },
  ],
  isPlannedBy: true,
  faults: (vpa) => [approvalsOf(vpa, '').fault ?? []].flat(),
  untilCorrected: 'every change of its pods waits for a person',
  advice(vpa) {
    const { rules, fault } = approvalsOf(vpa, '');
    if (!rules || fault !== undefined || vpa.spec?.updatePolicy?.updateMode !== 'Initial') return [];
    return [
      `metadata.annotations[${APPROVALS_ANNOTATION}]: mode Initial asks nobody: new pods get the target at once.`,
    ];
  },
  ofPolicy: 'approvals',
} as const satisfies VpaFeature;
