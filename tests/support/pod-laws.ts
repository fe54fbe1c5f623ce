import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { cloneJson } from '@/sandbox/api/json';
import { decidePod, type Grounds } from '@/server/decide/new/decide';
import { compileVpa } from '@/server/decide/pods/compiled-vpa';
import { effectiveLimits } from '@/server/decide/pods/limit-bounds';
import { podQos } from '@/server/decide/pods/qos-class';
import { quotasLeft } from '@/server/decide/pods/quota-left';
import { Planner } from '@/server/decide/running/plan';
import { parseQuantity } from '@/server/objects/quantity';
import type { Pod, ResourceList } from '@/server/objects/types';
import { RESOURCES } from '@/server/objects/units';
import { resizePatch } from '@/server/updater/act/resize';
import { anyLimitRanges, anyPod, anyQuotas, anyVpa } from './any-pod';
import { JudgingApiServer } from './judging-api-server';
import { input, NOW_MS, workload } from './plan-input';

/** A pod, the VPA that controls it, and what the namespace allows. */
export const anyPodCase = fc.record({
  sent: anyPod,
  vpa: anyVpa,
  ranges: anyLimitRanges,
  quotas: anyQuotas,
  options: fc.record({ startupBoost: fc.boolean(), withSidecars: fc.boolean() }),
});

type PodCase = typeof anyPodCase extends fc.Arbitrary<infer Case> ? Case : never;

const FINEST_NANOS = { cpu: 1_000_000n, memory: 1_000_000_000n };
const AGO = new Date(NOW_MS - 86_400_000).toISOString();

/** A node of today. */
const NODE = {
  kubeletMinor: 36,
  isOfLinux: true,
  swaps: false,
  labels: {},
  pressures: [],
  features: ['InPlacePodLevelResourcesVerticalScaling', 'InPlacePodVerticalScalingInitContainers'],
};

/** A law that a case breaks. */
class BrokenLaw extends Error {
  override readonly name = 'BrokenLaw';
}

/**
 * Every patch applies, leaves a pod that the API server accepts if it accepted it before, and changes nothing on a
 * second review. Answers whether the pod was changed and created.
 * @throws BrokenLaw
 */
export function holdsForNewPods({ sent, vpa, ranges, quotas, options }: PodCase): boolean {
  const compiled = compileVpa(vpa);
  const grounds: Grounds = {
    vpa: compiled,
    recommendation: compiled.recommendation,
    limits: effectiveLimits(ranges),
    quotas: quotasLeft(quotas),
    options,
  };
  const server = new JudgingApiServer(ranges, quotas);
  const pod = server.received(sent);
  const decision = decidePod(server.asReviewed(pod), grounds);
  if (decision.kind === 'unchanged') return false;
  const patched = server.patched(pod, decision.operations);
  const isChanged = decision.plans.length > 0;
  const [fault] = isChanged ? faultsOf(patched) : [];
  if (fault) throw new BrokenLaw(fault);
  const refusal = server.refusal(patched);
  if (refusal !== undefined && server.refusal(pod) === undefined)
    throw new BrokenLaw(`the patch makes the API server say: ${refusal}`);
  const again = decidePod(server.asReviewed(patched), grounds);
  if (again.kind === 'patched' && differ(server.patched(patched, again.operations), patched))
    throw new BrokenLaw('a second review changes the pod again');
  return isChanged && refusal === undefined;
}

/**
 * Every resize that is planned is one that the API server accepts, and leaves the QoS class. Answers whether the pod
 * was resized.
 * @throws BrokenLaw, or ApiError for what is refused
 */
export function holdsForRunningPods({ sent, vpa, ranges, quotas }: PodCase): boolean {
  const server = new JudgingApiServer(ranges, quotas);
  const received = server.received(sent);
  if (server.refusal(received) !== undefined) return false;
  const one = server.running(received, AGO);
  const updatePolicy = { updateMode: 'InPlaceOrRecreate' as const };
  const object = { ...vpa, spec: { ...vpa.spec, updatePolicy } };
  const plan = new Planner().plan(
    input([workload([one], object, { limits: effectiveLimits(ranges), quotas: quotasLeft(quotas) })], {
      settings: { minReplicas: 1, leastHistoryMs: 0, leastHistoryToLowerMs: 0, canaryMs: 0 },
      traitsOf: () => NODE,
    }),
  );
  const planned = plan.vpas[0]?.pods[0];
  if (planned?.decision !== 'resize') return false;
  const next = server.resized(one, resizePatch(one, planned.changes));
  const [before, after] = [podQos(one.spec), podQos(next.spec)];
  if (before !== after) throw new BrokenLaw(`the QoS class becomes ${after}, from ${before}`);
  return true;
}

function differ(one: Pod, other: Pod): boolean {
  return !isDeepStrictEqual(cloneJson(one), cloneJson(other));
}

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
