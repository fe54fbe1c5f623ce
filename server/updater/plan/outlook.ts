import type { CompiledVpa } from '../../policy/compiled-vpa';
import type { Decision } from '../../words/decisions';
import type { WorkloadInput } from './plan-input';
import { planWorkload } from './plan-workload';
import type { PolicyScope } from './policy';

/** What the next pass does to the pods of a VPA, as it is and as it would be. */
export interface Outlook {
  readonly now: Record<Decision, number>;
  under(next: CompiledVpa): Record<Decision, number>;
}

export function outlookOf(workload: WorkloadInput, scope: PolicyScope): Outlook {
  const count = (input: WorkloadInput) => {
    const counts: Record<Decision, number> = { evict: 0, resize: 0, wait: 0, leave: 0 };
    for (const { decision } of planWorkload(input, scope).plan.pods) counts[decision]++;
    return counts;
  };
  return { now: count(workload), under: (next) => count({ ...workload, vpa: next }) };
}
