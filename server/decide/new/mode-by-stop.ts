import { isDeepStrictEqual } from 'node:util';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { FORMER_MODE_ANNOTATION, formerModeFrom } from '../pods/mode-before-stop';

/**
 * Whether a change sets the mode to Off, or back to what it was before a stop, and nothing else of the spec. That is never
 * refused: a stop must take what was accepted while nothing reviewed it, or by other rules.
 */
export function isModeByStop(vpa: VerticalPodAutoscaler, former: VerticalPodAutoscaler): boolean {
  if (!isDeepStrictEqual(withoutMode(vpa), withoutMode(former))) return false;
  const mode = vpa.spec?.updatePolicy?.updateMode;
  return mode === 'Off' || mode === modeBefore(former);
}

/** Another value than any mode unless a stop noted one. */
function modeBefore({ metadata }: VerticalPodAutoscaler): string | undefined | null {
  const noted = formerModeFrom(metadata.annotations?.[FORMER_MODE_ANNOTATION] ?? '');
  return noted ? (noted.mode ?? undefined) : null;
}

function withoutMode({ spec }: VerticalPodAutoscaler): object {
  const { updatePolicy, ...others } = spec;
  const { updateMode: _mode, ...policy } = updatePolicy ?? {};
  return { others, policy };
}
