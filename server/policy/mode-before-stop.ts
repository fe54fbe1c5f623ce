import { UPDATE_MODES, type UpdateMode, type VerticalPodAutoscaler } from '../kube/vpa-types';

/** Keeps the update mode a stopped VPA had, or was given meanwhile, so that resuming restores exactly that. */
export const FORMER_MODE_ANNOTATION = 'plumbline.dev/former-update-mode';

/** The mode before the stop; `policy` says whether there was an update policy at all. */
export interface FormerMode {
  mode: UpdateMode | null;
  policy: boolean;
}

/** What the annotation keeps; undefined where the note is none of ours. */
export function formerModeFrom(text: string): FormerMode | undefined {
  try {
    const { mode, policy } = JSON.parse(text) as Partial<FormerMode>;
    return mode === undefined ? undefined : { mode, policy: policy ?? true };
  } catch {
    return undefined;
  }
}

export function formerModeText(former: FormerMode): string {
  return JSON.stringify(former);
}

/** The mode that a VPA which a stop has set to Off has once someone resumes; undefined where no stop did. */
export function modeOnceResumed({ metadata, spec }: VerticalPodAutoscaler): UpdateMode | undefined {
  const text = metadata.annotations?.[FORMER_MODE_ANNOTATION];
  if (text === undefined || spec?.updatePolicy?.updateMode !== 'Off') return undefined;
  const mode = formerModeFrom(text)?.mode;
  if (mode === null) return 'Recreate';
  return mode !== undefined && UPDATE_MODES.includes(mode) ? mode : undefined;
}
