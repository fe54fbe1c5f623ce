import fc from 'fast-check';
import fastJsonPatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import type { Pod, ResourceList } from '../kube/types';
import { parseQuantity } from '../model/quantity';
import { RESOURCES } from '../model/units';
import { compileVpa } from '../policy/compiled-vpa';
import { effectiveLimits } from '../policy/limit-bounds';
import { decidePod, type Grounds } from './decide';
import { anyLimitRanges, anyPod, anyVpa } from './testing/arbitraries';

const RUNS = 50_000;
const FINEST_NANOS = { cpu: 1_000_000n, memory: 1_000_000_000n };

/** What Kubernetes would refuse about the resources of the containers, and what the pod's own forbid. */
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

test('every patch applies, leaves a valid pod, and asked again changes nothing more', () => {
  const counts = { changed: 0, observed: 0, unchanged: 0, withheld: 0 };
  fc.assert(
    fc.property(anyPod, anyVpa, anyLimitRanges, fc.boolean(), (pod, vpa, ranges, startupBoost) => {
      const compiled = compileVpa(vpa);
      const grounds: Grounds = {
        vpa: compiled,
        recommendation: compiled.recommendation,
        limits: effectiveLimits(ranges),
        options: { startupBoost },
      };
      const decision = decidePod(pod, grounds);
      if (decision.kind === 'unchanged') {
        if (decision.reason === 'patch-withheld') counts.withheld++;
        else counts.unchanged++;
        return;
      }
      const patched = fastJsonPatch.applyPatch(structuredClone(pod), decision.operations, true).newDocument;
      if (decision.plans.length === 0) counts.observed++;
      else {
        counts.changed++;
        expect(faultsOf(patched)).toEqual([]);
      }
      const again = decidePod(patched, grounds);
      if (again.kind === 'unchanged') return;
      const twice = fastJsonPatch.applyPatch(structuredClone(patched), again.operations, true).newDocument;
      expect(twice).toEqual(patched);
    }),
    { numRuns: RUNS, seed: 20261121 },
  );
  // The cases mean something only while most of them are patched.
  expect(counts.changed).toBeGreaterThan(RUNS / 4);
});
