import type { GraduationRules, StepMode } from '../decide/features/graduation/rules';
import type { StepNote } from '../decide/features/graduation/step-note';
import type { GraduationCondition, GraduationStanding, GraduationWhy } from '../words/graduation';

/** A step that was taken, or tried. */
export interface GraduationStep {
  readonly atMs: number;
  readonly from?: string;
  readonly to: string;
  readonly kind: 'begin' | 'up' | 'down';
  readonly outcome: string;
  readonly why?: GraduationWhy;
  readonly detail: string;
}

/** GET /api/workloads/[namespace]/[name]/graduation */
export interface GraduationAnswer extends GraduationView {
  /** The newest first. */
  readonly steps: readonly GraduationStep[];
  /** Whether the database does not answer, so that only the last step is known, by the note on the VPA. */
  readonly isAway: boolean;
}

/** What the pages show of the graduation of one VPA: plain data, times in Unix milliseconds of the cluster. */
export interface GraduationView {
  readonly standing: GraduationStanding;
  /** As the VPA states it. */
  readonly mode?: string;
  /** Absent if they cannot be read. */
  readonly rules?: GraduationRules;
  readonly faults?: readonly string[];
  /** The step it is on, since when and why; absent before it began. */
  readonly note?: StepNote;
  readonly next?: StepMode;
  readonly conditions: readonly GraduationCondition[];
}
