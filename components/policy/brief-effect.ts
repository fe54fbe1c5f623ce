import type { EffectView } from '@/server/contract/operations';
import { countOf } from '@/server/words/counts';

/** The effect of saving in one line, if there is no room for all of it beside the fields. */
export function briefEffect({ errors, warnings, statements }: EffectView, isIncomplete: boolean): string {
  if (isIncomplete) return 'Some fields are still empty.';
  if (errors.length > 0) return `This cannot be saved: ${countOf(errors.length, 'fault')}.`;
  return [
    ...statements.slice(0, 1),
    ...(warnings.length > 0 ? [`${countOf(warnings.length, 'warning')} below.`] : []),
  ].join(' ');
}
