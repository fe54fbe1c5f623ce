import type { ObjectFault } from '../kube/object-fault';
import type { ProblemReporter } from '../problems';

const VPA = 'VerticalPodAutoscaler ';

/** Reports objects that cannot be read, and clears those that can be read again. */
export function reportFaults(problems: ProblemReporter, faults: readonly ObjectFault[]): void {
  const policies = new Set<string>();
  const objects = new Set<string>();
  for (const { about, message } of faults) {
    const isPolicy = about.startsWith(VPA);
    (isPolicy ? policies : objects).add(about);
    problems.report(isPolicy ? 'policy-invalid' : 'object-unusable', about, message);
  }
  problems.clearExcept('policy-invalid', policies);
  problems.clearExcept('object-unusable', objects);
}
