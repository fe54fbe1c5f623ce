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
  'several-budgets': 'Several disruption budgets cover its pods, so none can be evicted',
  'exceeds-quota': 'The quota has no room for what it needs',
  'exceeds-limit-range': 'A LimitRange forbids what it needs',
  'exceeds-largest-node': 'No node is large enough for what it needs',
  'evicted-by-kubelet': 'Kubelets evicted pods of it in the last 24 hours',
  preempted: 'Kubelets ended pods of it for critical pods in the last 24 hours',
  'oom-killed': 'It was OOM-killed in the last 24 hours',
  'capped-in-time': 'Its target is capped below its need',
  'requests-too-little': 'It requests less than it needs',
  'requests-nothing': 'A container of it has no request',
  'requests-too-much': 'It requests more than it needs',
} as const;

export type NeedCode = keyof typeof NEEDS;

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
  undone: 'better',
  'budget-never-allows': 'waits',
  'several-budgets': 'waits',
  'exceeds-quota': 'waits',
  'exceeds-limit-range': 'waits',
  'exceeds-largest-node': 'waits',
  'evicted-by-kubelet': 'waits',
  preempted: 'waits',
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
