import { REQUESTED_RESOURCES, RESOURCE_FACTS, type RequestedResource } from '../../../objects/units';
import { policyFor } from '../../pods/compiled-vpa';
import { keepsLimit } from '../../pods/container-policy';
import { isTried } from '../../pods/outcome/hold';
import type { Candidate, ChangeReason, Leave, Trigger } from '../policy';

/** What was tried and made it worse goes back at once, whatever its bounds and its age. */
export const undone: Trigger = {
  name: 'undone',
  review(candidate) {
    const { held } = candidate.workload.vpa.outcome ?? {};
    if (!held) return [];
    for (const { container, resource, request: from, target: to } of requestsIn(candidate)) {
      const tried = held.containers.get(container);
      if (!tried || from === undefined || from === to || !isTried(from, resource, tried)) continue;
      const reason = { container, resource, how: held.how, failed: held.container, from, to };
      const by = RESOURCE_FACTS[resource].isResizable ? {} : { by: 'evict' as const };
      return [{ kind: 'change', reason: { code: 'worse-than-before', ...reason }, ...by }];
    }
    return unlimited(candidate);
  },
};

/** A container that takes the memory of its neighbours, and has no limit yet. */
function unlimited({ facts, workload, recommended }: Candidate): readonly ChangeReason[] {
  const { vpa } = workload;
  for (const [index, { name, limits }] of facts.containers.entries()) {
    const limit = vpa.outcome?.held?.containers.get(name)?.memoryLimit;
    const isTaken =
      recommended[index]?.target.memory !== undefined && !keepsLimit(policyFor(vpa, name), 'memory');
    if (limit !== undefined && limits.memory === undefined && isTaken)
      return [
        { kind: 'change', reason: { code: 'takes-from-neighbours', container: name, limit }, by: 'evict' },
      ];
  }
  return [];
}

/** Says of a pod that it keeps what was before a change that was undone; undefined if nothing is held. */
export function heldAtFormer(candidate: Candidate): Leave['reason'] | undefined {
  const { held } = candidate.workload.vpa.outcome ?? {};
  if (!held) return undefined;
  for (const { container, resource, target } of requestsIn(candidate)) {
    const { from, to } = held.containers.get(container) ?? { from: {}, to: {} };
    const [kept, tried] = [from[resource], to[resource]];
    if (kept === undefined || tried === undefined || target !== kept) continue;
    const { how, container: failed, untilMs } = held;
    return { code: 'held-at-former', container, resource, how, failed, held: kept, tried, untilMs };
  }
  return undefined;
}

interface RequestOfPod {
  readonly container: string;
  readonly resource: RequestedResource;
  readonly request: number | undefined;
  readonly target: number;
}

/** What the containers request and should. */
function* requestsIn({ facts, recommended }: Candidate): Generator<RequestOfPod> {
  for (const [index, { name: container, requests }] of facts.containers.entries()) {
    for (const resource of REQUESTED_RESOURCES) {
      const target = recommended[index]?.target[resource];
      if (target !== undefined) yield { container, resource, request: requests[resource], target };
    }
  }
}
