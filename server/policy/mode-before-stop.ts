import { UPDATE_MODES, type UpdateMode, type VerticalPodAutoscaler } from '../kube/vpa-types';

/** Keeps the update mode a stopped VPA had, or was given meanwhile, so that resuming restores exactly that. */
export const FORMER_MODE_ANNOTATION = 'plumbline.dev/former-update-mode';

/**
 * The mode before the stop, or one asked for since; `policy` says whether there was an update policy at all, `isNew`
 * that the mode was saved while the stop held.
 */
export interface FormerMode {
  mode: UpdateMode | null;
  policy: boolean;
  isNew?: boolean;
}

/** The mode that a VPA which a stop has set to Off has once someone resumes. */
export interface HeldMode {
  readonly mode: UpdateMode;
  /** Whether it was saved while the stop held; else it is the one from before. */
  readonly isNew: boolean;
}

/** What the annotation keeps; undefined where the note is none of ours. */
export function formerModeFrom(text: string): FormerMode | undefined {
  try {
    const { mode, policy, isNew } = JSON.parse(text) as Partial<FormerMode>;
    const isMode = mode === null || (mode !== undefined && UPDATE_MODES.includes(mode));
    return isMode ? { mode, policy: policy ?? true, isNew } : undefined;
  } catch {
    return undefined;
  }
}

export function formerModeText(former: FormerMode): string {
  return JSON.stringify(former);
}

/** The mode a stop holds back; undefined where none set this VPA to Off. */
export function heldMode({ metadata, spec }: VerticalPodAutoscaler): HeldMode | undefined {
  const text = metadata.annotations?.[FORMER_MODE_ANNOTATION];
  if (text === undefined || spec?.updatePolicy?.updateMode !== 'Off') return undefined;
  const former = formerModeFrom(text);
  const mode = former && (former.mode ?? 'Recreate');
  return mode && UPDATE_MODES.includes(mode) ? { mode, isNew: former.isNew ?? false } : undefined;
}
