import type { Decision } from './decisions';
import type { ReasonCode } from './reasons';
import { HOLD_REASONS } from './reasons/hold';

/** These end by themselves, and a person may have them count no more. */
const TIME: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'too-young',
  'changed-recently',
  'lower-only-now',
]);

/** Whether nothing but time holds a change of a pod back. */
export function waitsForTimeAlone({
  decision,
  reasons,
}: {
  readonly decision: Decision;
  readonly reasons: readonly { readonly code: ReasonCode }[];
}): boolean {
  const holding = reasons.filter(({ code }) => Object.hasOwn(HOLD_REASONS, code));
  return decision === 'wait' && holding.length > 0 && holding.every(({ code }) => TIME.has(code));
}
