import { type GraduationRules, readGraduation, type StepMode } from '../../features/graduation/rules';
import { type StepNote, stepNoteOf } from '../../features/graduation/step-note';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { GraduationCondition, GraduationStanding } from '../../words/graduation';

/** What the pages show of the graduation of one VPA: plain data, times in Unix milliseconds of the cluster. */
export interface GraduationView {
  readonly standing: GraduationStanding;
  /** As the VPA states it. */
  readonly mode?: string;
  /** Absent if they cannot be read. */
  readonly rules?: GraduationRules;
  /** What is wrong with the rules. */
  readonly faults?: readonly string[];
  /** The step it is on, since when and why; absent before it began. */
  readonly note?: StepNote;
  readonly next?: StepMode;
  /** What the next step needs. */
  readonly conditions: readonly GraduationCondition[];
}

/** What the VPA itself says; undefined if it does not graduate. */
export function statedView(vpa: VerticalPodAutoscaler): GraduationView | undefined {
  const reading = readGraduation(vpa);
  if (reading.kind === 'none') return undefined;
  const note = stepNoteOf(vpa);
  const mode = vpa.spec?.updatePolicy?.updateMode;
  const common = { conditions: [], ...(mode && { mode }), ...(note && { note }) };
  return reading.kind === 'invalid'
    ? { standing: { code: 'unreadable' }, faults: reading.faults, ...common }
    : { standing: { code: 'elsewhere' }, rules: reading.rules, ...common };
}
