import { RESOURCES } from '../../../model/units';
import { policyFor } from '../../../policy/compiled-vpa';
import { isTried } from '../../../policy/outcome/hold';
import type { Candidate, ChangeReason, Leave, Trigger } from '../policy';

/** What was tried and made it worse goes back at once, whatever its bounds and its age. */
export const undone: Trigger = {
  name: 'undone',
  review(candidate) {
    const { facts, workload, recommended } = candidate;
    const { held } = workload.vpa.outcome ?? {};
    if (!held) return [];
    for (const [index, { name, requests }] of facts.containers.entries()) {
      const tried = held.containers.get(name);
      if (!tried) continue;
      for (const resource of RESOURCES) {
        const [from, to] = [requests[resource], recommended[index]?.target[resource]];
        if (from === undefined || to === undefined || from === to || !isTried(from, resource, tried))
          continue;
        const reason = { container: name, resource, how: held.how, failed: held.container, from, to };
        return [{ kind: 'change', reason: { code: 'worse-than-before', ...reason } }];
      }
    }
    return unlimited(candidate);
  },
};

/** A container that takes the memory of its neighbours, and has no limit yet. */
function unlimited({ facts, workload, recommended }: Candidate): readonly ChangeReason[] {
  const { vpa } = workload;
  for (const [index, { name, limits }] of facts.containers.entries()) {
    const limit = vpa.outcome?.held?.containers.get(name)?.memoryLimit;
    const isTaken = recommended[index]?.target.memory !== undefined && !policyFor(vpa, name)?.requestsOnly;
    if (limit !== undefined && limits.memory === undefined && isTaken)
      return [
        { kind: 'change', reason: { code: 'takes-from-neighbours', container: name, limit }, by: 'evict' },
      ];
  }
  return [];
}

/** Says of a pod that it keeps what was before a change that was undone; undefined if nothing is held. */
export function heldAtFormer({ facts, workload, recommended }: Candidate): Leave['reason'] | undefined {
  const { held } = workload.vpa.outcome ?? {};
  if (!held) return undefined;
  for (const [index, { name }] of facts.containers.entries()) {
    const { from, to } = held.containers.get(name) ?? { from: {}, to: {} };
    for (const resource of RESOURCES) {
      const [kept, tried] = [from[resource], to[resource]];
      if (kept === undefined || tried === undefined || recommended[index]?.target[resource] !== kept)
        continue;
      const { how, container: failed, untilMs } = held;
      return { code: 'held-at-former', container: name, resource, how, failed, held: kept, tried, untilMs };
    }
  }
  return undefined;
}
