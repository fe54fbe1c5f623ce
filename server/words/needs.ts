import { PROBLEM_TABLE, type ProblemCode } from './problems';

/** Problems that are about one workload rather than about Plumbline. */
const OF_WORKLOADS = [
  'target-missing',
  'target-not-topmost',
  'target-unsupported',
  'policy-invalid',
  'undone',
] as const satisfies readonly ProblemCode[];

/** Why a workload needs attention, most severe first. */
export const NEEDS = {
  'pods-refused': 'The API server refuses its pods',
  'oom-loop': 'It is OOM-killed repeatedly',
  'pods-pending': 'Some of its pods are Pending',
  undone: PROBLEM_TABLE.undone.sentence,
  capped: 'It is capped below its need and uses all it gets',
  'target-missing': PROBLEM_TABLE['target-missing'].sentence,
  'target-not-topmost': PROBLEM_TABLE['target-not-topmost'].sentence,
  'target-unsupported': PROBLEM_TABLE['target-unsupported'].sentence,
  'policy-invalid': PROBLEM_TABLE['policy-invalid'].sentence,
  'budget-never-allows': 'A disruption budget can never allow an eviction',
  'exceeds-quota': 'The quota has no room for what it needs',
  'exceeds-limit-range': 'A LimitRange forbids what it needs',
  'exceeds-largest-node': 'No node is large enough for what it needs',
} as const;

export type NeedCode = keyof typeof NEEDS;

/** Whether a problem belongs to the workload it names. */
export function isOfWorkload(code: ProblemCode): code is (typeof OF_WORKLOADS)[number] {
  return OF_WORKLOADS.some((one) => one === code);
}
