import { countOf } from './counts';
import type { InboxCode } from './inbox';
import type { NeedCode } from './needs';

/** What is so of several workloads: `12 workloads are killed for memory again and again`. */
const NEEDS_OF_MANY: Readonly<Record<NeedCode, string>> = {
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
  'several-budgets': 'have pods that several disruption budgets cover, so none can be evicted',
  'exceeds-quota': 'need more than the quota has room for',
  'exceeds-limit-range': 'need what a LimitRange forbids',
  'exceeds-largest-node': 'need more than any node can give',
  'evicted-by-kubelet': 'had pods evicted by kubelets in the last 24 hours',
  preempted: 'had pods ended for critical pods in the last 24 hours',
  'oom-killed': 'were OOM-killed in the last 24 hours',
  'capped-in-time': 'have targets that are capped below their need',
  'requests-too-little': 'request less than they need',
  'requests-nothing': 'have containers without a request',
  'requests-too-much': 'request more than they need',
};

const OF_MANY: Partial<Record<InboxCode, { noun: string; predicate: string }>> = {
  'memory-leak': { noun: 'container', predicate: 'leak memory' },
  'raised-in-vain': { noun: 'container', predicate: 'are killed whatever memory they get' },
  'approval-due': { noun: 'workload', predicate: 'wait for approval of a change' },
  'stopped-long': { noun: 'stop', predicate: 'have been in force for more than a day' },
  'hpa-sees-no-container': { noun: 'HPA', predicate: 'do not see a container that is full' },
  'hpa-at-maximum': {
    noun: 'HPA',
    predicate: 'are at their maximum, and their metrics ask for more replicas',
  },
  'hpa-without-metric': { noun: 'HPA', predicate: 'get no value of their metrics, so they do not scale' },
  'hpa-minimum-idle': { noun: 'HPA', predicate: 'are at their minimum, and far fewer replicas would do' },
  'hpa-target-shared': { noun: 'HPA', predicate: 'share their target with another' },
  'hpa-contested': { noun: 'HPA', predicate: 'are scaled by another controller too' },
  'goes-back-and-forth': { noun: 'pod', predicate: 'have requests that change again and again' },
  'evictions-held': { noun: 'workload', predicate: 'have pods that have been held back for more than a day' },
  'pods-unpatched': { noun: 'workload', predicate: 'have pods that start without the recommendation' },
};

/**
 * Several things of one code: `7 workloads` `leak memory`; where nothing better is known, `7 ×` before the sentence of one.
 * Pages have that from the server, so that no table of all sentences goes to browsers.
 */
export function wordsOfMany(
  { code, sentence }: { readonly code: InboxCode; readonly sentence: string },
  count: number,
): { subject: string; predicate: string } {
  if (isNeed(code)) return { subject: countOf(count, 'workload'), predicate: NEEDS_OF_MANY[code] };
  const found = OF_MANY[code];
  return found
    ? { subject: countOf(count, found.noun), predicate: found.predicate }
    : { subject: `${count.toLocaleString('en-US')} ×`, predicate: sentence };
}

function isNeed(code: InboxCode): code is NeedCode {
  return Object.hasOwn(NEEDS_OF_MANY, code);
}
