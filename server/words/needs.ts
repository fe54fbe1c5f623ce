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
  'pods-pending': 'Some of its pods are Pending',
  'oom-loop': 'It is killed for memory again and again',
  'oom-often': 'It was OOM-killed several times in the last 24 hours',
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
  'oom-killed': 'It was OOM-killed in the last 24 hours',
  'capped-in-time': 'Its target is capped below its need',
  'requests-too-little': 'It requests less than it needs',
  'requests-nothing': 'A container of it has no request',
  'requests-too-much': 'It requests more than it needs',
} as const;

export type NeedCode = keyof typeof NEEDS;

/** What is so of several workloads: `12 workloads are killed for memory again and again`. */
export const NEEDS_OF_MANY: Readonly<Record<NeedCode, string>> = {
  'pods-refused': 'have pods that the API server refuses',
  'pods-pending': 'have pods that are Pending',
  'oom-loop': 'are killed for memory again and again',
  'oom-often': 'were OOM-killed several times in the last 24 hours',
  undone: 'are back to their former requests, because a change made them worse',
  capped: 'are capped below their need and use all they get',
  'target-missing': 'do not exist, though a VPA names them',
  'target-not-topmost': 'belong to a controller that their VPA does not name',
  'target-unsupported': 'are of a kind that cannot be used',
  'policy-invalid': 'have a policy that cannot be used',
  'budget-never-allows': 'have a disruption budget that can never allow an eviction',
  'exceeds-quota': 'need more than the quota has room for',
  'exceeds-limit-range': 'need what a LimitRange forbids',
  'exceeds-largest-node': 'need more than any node can give',
  'oom-killed': 'were OOM-killed in the last 24 hours',
  'capped-in-time': 'have targets that are capped below their need',
  'requests-too-little': 'request less than they need',
  'requests-nothing': 'have containers without a request',
  'requests-too-much': 'request more than they need',
};

/** What each asks of people: see `URGENCIES`. */
export const NEED_URGENCIES: Readonly<Record<NeedCode, 'broken' | 'waits' | 'better'>> = {
  'pods-refused': 'broken',
  'oom-loop': 'broken',
  'oom-often': 'broken',
  'pods-pending': 'broken',
  capped: 'waits',
  'target-missing': 'waits',
  'target-not-topmost': 'waits',
  'target-unsupported': 'waits',
  'policy-invalid': 'waits',
  undone: 'waits',
  'budget-never-allows': 'waits',
  'exceeds-quota': 'waits',
  'exceeds-limit-range': 'waits',
  'exceeds-largest-node': 'waits',
  'oom-killed': 'better',
  'capped-in-time': 'better',
  'requests-too-little': 'better',
  'requests-nothing': 'better',
  'requests-too-much': 'better',
};

/** Whether a problem belongs to the workload it names. */
export function isOfWorkload(code: ProblemCode): code is (typeof OF_WORKLOADS)[number] {
  return OF_WORKLOADS.some((one) => one === code);
}
