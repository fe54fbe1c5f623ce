import type { VpaFeature } from '../feature';
import { RUNTIME_ANNOTATION, runtimeFaults } from './stated-runtime';

/** What runs in the containers, for what a change of memory does to it. */
export const runtimeFeature = {
  name: 'runtime',
  annotation: {
    name: RUNTIME_ANNOTATION,
    on: 'VPA',
    takes: '`jvm`, `go`, `node` or `dotnet`, or several such as `app=jvm, proxy=go`',
    says: 'What runs in its containers, where no metric tells.',
    guide: 'signals.md',
  },
  faults: runtimeFaults,
  untilCorrected: 'only what can be read counts',
} as const satisfies VpaFeature;
