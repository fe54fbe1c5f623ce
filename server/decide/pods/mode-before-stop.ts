import { objectIn } from '../../objects/json-object';
import { UPDATE_MODES, type UpdateMode, type VerticalPodAutoscaler } from '../../objects/vpa-types';
import { ANNOTATIONS } from '../../words/annotations';

/** Keeps the update mode that a stopped VPA had, or was given since, so that resuming restores it exactly. */
export const FORMER_MODE_ANNOTATION = ANNOTATIONS.formerMode.name;

/**
 * The mode before the stop, or one saved since; `policy` says whether there was an update policy at all,
 * `isNew` that the mode was saved during the stop.
 */
export interface FormerMode {
  mode: UpdateMode | null;
  policy: boolean;
  isNew?: boolean;
}

/** The mode a VPA that a stop has set to Off returns to on resume. */
export interface HeldMode {
  readonly mode: UpdateMode;
  /** Whether it was saved during the stop; otherwise it is the one from before. */
  readonly isNew: boolean;
}

/** The value of the annotation; undefined if we did not write it. */
export function formerModeFrom(text: string): FormerMode | undefined {
  const { mode, policy, isNew }: Partial<FormerMode> = objectIn(text);
  const isMode = mode === null || (mode !== undefined && UPDATE_MODES.includes(mode));
  return isMode ? { mode, policy: policy ?? true, isNew } : undefined;
}

export function formerModeText(former: FormerMode): string {
  return JSON.stringify(former);
}

/** The mode a stop holds back; undefined if no stop set this VPA to Off. */
export function heldMode({ metadata, spec }: VerticalPodAutoscaler): HeldMode | undefined {
  const text = metadata.annotations?.[FORMER_MODE_ANNOTATION];
  if (text === undefined || spec?.updatePolicy?.updateMode !== 'Off') return undefined;
  const former = formerModeFrom(text);
  const mode = former && (former.mode ?? 'Recreate');
  return mode && UPDATE_MODES.includes(mode) ? { mode, isNew: former.isNew ?? false } : undefined;
}

/** The mode that people gave a VPA: with a stop, the one that counts once it is lifted. */
export function givenMode(vpa: VerticalPodAutoscaler): UpdateMode {
  return heldMode(vpa)?.mode ?? vpa.spec?.updatePolicy?.updateMode ?? 'Recreate';
}
