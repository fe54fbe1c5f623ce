import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLimitRanges, anyPod, anyVpa } from '@/tests/support/any-pod';
import { JudgingApiServer } from '../../../tests/support/judging-api-server';
import type { Pod, ResourceList } from '../../kube/types';
import { parseQuantity } from '../../model/quantity';
import { RESOURCES } from '../../model/units';
import { compileVpa } from '../../policy/compiled-vpa';
import { effectiveLimits } from '../../policy/limit-bounds';
import { decidePod, type Grounds } from './decide';

/** Ten thousand cases: five times as many reach no line more of admission, policy, kube and model. */
const SEEDS = [1, 2, 3, 4, 5];
const RUNS = 2_000;
const FINEST_NANOS = { cpu: 1_000_000n, memory: 1_000_000_000n };

const anyOptions = fc.record({ startupBoost: fc.boolean(), withSidecars: fc.boolean() });

/** Amounts that cannot be allocated, and amounts the pod's own resources forbid. */
function faultsOf(pod: Pod): string[] {
  const faults: string[] = [];
  const amount = (list: ResourceList | undefined, resource: 'cpu' | 'memory') =>
    list?.[resource] === undefined ? undefined : parseQuantity(list[resource]).nanos;
  for (const resource of RESOURCES) {
    let sum = 0n;
    const podLimit = amount(pod.spec.resources?.limits, resource);
    for (const { name, resources } of pod.spec.containers) {
      const request = amount(resources?.requests, resource);
      const limit = amount(resources?.limits, resource);
      for (const value of [request, limit]) {
        if (value === undefined) continue;
        if (value < 0n) faults.push(`${name} ${resource} negative`);
        if (value % FINEST_NANOS[resource] !== 0n) faults.push(`${name} ${resource} not whole`);
      }
      if (request !== undefined && limit !== undefined && request > limit)
        faults.push(`${name} ${resource} request above limit`);
      if (podLimit !== undefined && limit !== undefined && limit > podLimit)
        faults.push(`${name} ${resource} limit above the pod's`);
      sum += request ?? 0n;
    }
    const most = amount(pod.spec.resources?.requests, resource) ?? podLimit;
    if (most !== undefined && sum > most) faults.push(`${resource} of all containers above the pod's`);
  }
  return faults;
}

test.each(SEEDS)(
  'every patch applies, leaves a pod that the API server accepts, and changes nothing on a second review (%i)',
  (seed) => {
    let created = 0;
    fc.assert(
      fc.property(anyPod, anyVpa, anyLimitRanges, anyOptions, (sent, vpa, ranges, options) => {
        const compiled = compileVpa(vpa);
        const grounds: Grounds = {
          vpa: compiled,
          recommendation: compiled.recommendation,
          limits: effectiveLimits(ranges),
          options,
        };
        const server = new JudgingApiServer(ranges);
        const pod = server.received(sent);
        const decision = decidePod(server.asReviewed(pod), grounds);
        if (decision.kind === 'unchanged') return;
        const patched = server.patched(pod, decision.operations);
        const isChanged = decision.plans.length > 0;
        if (isChanged) expect(faultsOf(patched)).toEqual([]);
        const refusal = server.refusal(patched);
        if (refusal !== undefined)
          expect(server.refusal(pod), `the patch makes the API server say: ${refusal}`).toBeDefined();
        else if (isChanged) created++;
        const again = decidePod(server.asReviewed(patched), grounds);
        if (again.kind === 'patched') expect(server.patched(patched, again.operations)).toEqual(patched);
      }),
      { numRuns: RUNS, seed },
    );
    // The cases are meaningful only if many are changed and then created; many more are refused as they are.
    expect(created).toBeGreaterThan(RUNS / 6);
  },
);
