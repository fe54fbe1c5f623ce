import type { VpaFeature } from '../feature';
import { GRADUATION_ANNOTATION, graduationFaults, readGraduation } from './rules';
import { STEP_ANNOTATION } from './step-note';

/** A VPA that earns its update mode step by step. The role `rules` takes the steps. */
export const graduation = {
  name: 'graduation',
  annotation: {
    name: GRADUATION_ANNOTATION,
    on: 'VPA',
    takes: 'steps and what each asks for, as JSON or YAML; empty for the usual rules',
    says: 'It earns its update mode: one step up after the other, and down at once if a change does harm.',
    guide: 'graduation.md',
  },
  notes: [
    {
      name: STEP_ANNOTATION,
      on: 'VPA',
      says: 'The step it is on, since when and why.',
      guide: 'graduation.md',
    },
  ],
  faults: graduationFaults,
  untilCorrected: 'the update mode stays',
  ofPolicy: 'graduation',
  firstPolicy(vpa) {
    const reading = readGraduation(vpa);
    if (reading.kind === 'none') return undefined;
    return { updateMode: reading.kind === 'rules' ? reading.rules.steps[0] : 'Off' };
  },
  view: (vpa) => ({ graduates: readGraduation(vpa).kind !== 'none' }),
} as const satisfies VpaFeature;
