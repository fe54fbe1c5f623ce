import { CONTROLLED_SIGNALS_ANNOTATION, controlledSignalsFaults } from '../../pods/controlled-signals';
import type { VpaFeature } from '../feature';

/** Ephemeral storage as a request. */
export const storage = {
  name: 'storage',
  annotation: {
    name: CONTROLLED_SIGNALS_ANNOTATION,
    on: 'VPA',
    takes: '`ephemeral-storage`',
    says: 'What its pods request besides CPU and memory.',
    guide: 'signals.md',
  },
  isPlannedBy: true,
  faults: controlledSignalsFaults,
} as const satisfies VpaFeature;
