import type { CompiledVpa } from '../../policy/compiled-vpa';
import type { Decision } from '../../words/decisions';
import type { WorkloadInput } from './plan-input';
import { planWorkload } from './plan-workload';
import type { PolicyScope } from './policy';

/** What the next pass does to the pods of a VPA, as it is and as it would be. */
export interface Outlook {
  readonly now: Record<Decision, number>;
  under(next: CompiledVpa): Record<Decision, number> & { overruledBy?: string };
}

/** `overruling` names the VPA that acts in place of another, which need not be as it is in the cluster. */
export function outlookOf(
  workload: WorkloadInput,
  scope: PolicyScope,
  overruling: (vpa: CompiledVpa) => string | undefined,
): Outlook {
  const count = (input: WorkloadInput) => {
    const counts: Record<Decision, number> = { evict: 0, resize: 0, wait: 0, leave: 0 };
    for (const { decision } of planWorkload(input, scope).plan.pods) counts[decision]++;
    return counts;
  };
  return {
    now: count(workload),
    under: (next) => {
      const overruledBy = overruling(next);
      return { ...count({ ...workload, vpa: next, overruledBy }), overruledBy };
    },
  };
}
