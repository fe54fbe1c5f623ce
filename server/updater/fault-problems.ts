import type { ProblemReporter } from '../kube/problems';
import type { ObjectFault } from '../words/object-fault';
import type { ProblemCode } from '../words/problems';

const VPA = 'VerticalPodAutoscaler ';

/** The problems that a pass finds again as long as they last. */
const FOUND_BY_PASSES = [
  'policy-invalid',
  'object-unusable',
  'calendar-unreadable',
  'calendar-never-opens',
  'hpa-container-unknown',
  'with-hpa-not-applied',
  'approvals-invalid',
  'approvals-not-installed',
  'goes-back-and-forth',
  'evictions-held',
] as const;

/** Reports objects that cannot be read, and clears those that can be read again. */
export function reportFaults(problems: ProblemReporter, faults: readonly ObjectFault[]): void {
  const found = new Map<ProblemCode, Set<string>>();
  for (const { about, message, code = codeOf(about) } of faults) {
    found.set(code, (found.get(code) ?? new Set()).add(about));
    problems.report(code, about, message);
  }
  for (const code of FOUND_BY_PASSES) problems.clearExcept(code, found.get(code) ?? new Set());
}

function codeOf(about: string): ProblemCode {
  return about.startsWith(VPA) ? 'policy-invalid' : 'object-unusable';
}
