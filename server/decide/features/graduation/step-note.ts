import * as z from 'zod';
import { ofKey } from '../../../lib/memo/of-key';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import {
  GRADUATION_STEPS,
  type GraduationStepCode,
  type GraduationWhy,
  stepText,
} from '../../../words/graduation';
import { STEP_MODES, type StepMode } from './rules';

/** On a VPA: the step it is on, since when and why, as JSON, so that a database is not needed to know it. */
export const STEP_ANNOTATION = 'plumbline.dev/graduation-step';

/** The step of a VPA. Times in Unix milliseconds of the cluster clock. */
export interface StepNote {
  readonly step: StepMode;
  readonly sinceMs: number;
  readonly why: GraduationWhy;
  /** Falls that are not forgotten yet, and the last of them. */
  readonly falls: number;
  readonly lastFallMs?: number;
}

const time = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const CODES = Object.keys(GRADUATION_STEPS) as GraduationStepCode[];
const noteSchema = z.object({
  step: z.enum(STEP_MODES),
  sinceMs: time,
  why: z.looseObject({ code: z.enum(CODES) }),
  falls: z.int().min(0).max(1000).default(0),
  lastFallMs: time.optional(),
});

/** Watched objects are immutable, so each is parsed once. */
const NOTES = new WeakMap<VerticalPodAutoscaler, { readonly note: StepNote | undefined }>();

/** Undefined if there is none, or it is not ours. */
export function stepNoteOf(vpa: VerticalPodAutoscaler): StepNote | undefined {
  const known = ofKey(NOTES, vpa, () => ({ note: read(vpa.metadata.annotations?.[STEP_ANNOTATION]) }));
  return known.note;
}

export function stepNoteText(note: StepNote): string {
  return JSON.stringify(note);
}

function read(text: unknown): StepNote | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const note = noteSchema.parse(JSON.parse(text)) as StepNote;
    // The evidence of a reason has the shape its words need.
    stepText(note.why, note.sinceMs);
    return note;
  } catch {
    return undefined;
  }
}
