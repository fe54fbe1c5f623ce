import { expect, it } from 'vitest';
import { decisions, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';

const NODE = { largestNodes: [{ cpu: 1900, memory: 4 * 2 ** 30 }] };
const TARGET = { cpu: '1900m', memory: '200Mi' };

/** A VPA whose target was cut, or not, to `TARGET`. */
function recommending(uncappedCpu: string, maxAllowedCpu?: string): VerticalPodAutoscaler {
  const resourcePolicy = maxAllowedCpu && {
    containerPolicies: [{ containerName: '*', maxAllowed: { cpu: maxAllowedCpu } }],
  };
  const object = vpa({ target: TARGET, ...(resourcePolicy ? { resourcePolicy } : {}) });
  for (const own of object.status?.recommendation?.containerRecommendations ?? [])
    own.uncappedTarget = { ...TARGET, cpu: uncappedCpu };
  return object;
}

it.each<[string, VerticalPodAutoscaler, string]>([
  ['that a node could give in full', recommending('1900m'), 'evict'],
  ['that was cut to what a node can give', recommending('3'), 'wait'],
  ['that the policy holds below what would be needed', recommending('3', '1900m'), 'evict'],
  ['that the policy lets grow above what a node can give', recommending('3', '2500m'), 'wait'],
])('a target %s', (_name, object, expected) => {
  const pods = [pod('a'), pod('b')];
  expect(decisions(workload(pods, object), NODE)[0]).toMatch(expected);
  const reasons = planned(workload(pods, object), NODE)[0]?.reasons;
  if (expected === 'wait')
    expect(reasons?.at(-1)).toMatchObject({ code: 'exceeds-largest-node', room: 1900 });
});
