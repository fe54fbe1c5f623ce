import type { GraduationView } from '../../contract/graduation';
import { readGraduation } from '../../decide/features/graduation/rules';
import { stepNoteOf } from '../../decide/features/graduation/step-note';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

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
