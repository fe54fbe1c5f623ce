import type { AutoscalerConflict } from '../features/with-hpa/conflicts';
import { candidates } from './candidate';
import { changesFor } from './changes';
import { type HpaFacts, replicasAfter } from './hpa-facts';
import type { WorkloadInput } from './plan-input';
import type { ContainerChange } from './planned';
import { PodFacts } from './pod-facts';
import { oom } from './policies/oom';
import type { Candidate, PolicyScope } from './policy';

/**
 * Makes candidates whose requests make the HPA change the replicas by no more than is allowed: if all that is
 * recommended would, what the HPA measures stays as it is, and the rest goes on. A pod with a container that was
 * OOM-killed does not wait for that.
 */
export function steadyCandidates(
  workload: WorkloadInput,
  scope: PolicyScope,
): (facts: PodFacts) => Candidate {
  const free = candidates(workload);
  const jumps = jumpsOf(workload, scope, free);
  if (jumps.length === 0) return free;
  const steady = candidates({ ...workload, conflicts: [...workload.conflicts, ...jumps] });
  return (facts) => {
    const wanted = free(facts);
    return oom.review(wanted, scope).some(({ kind }) => kind === 'change') ? wanted : steady(facts);
  };
}

function jumpsOf(
  { hpa }: WorkloadInput,
  scope: PolicyScope,
  candidateOf: (facts: PodFacts) => Candidate,
): AutoscalerConflict[] {
  if (!hpa?.holdsJumps || hpa.freed.length === 0) return [];
  const found = replicasAfter(hpa, wanted(hpa, candidateOf), scope.nowMs);
  if (!found) return [];
  const most = mostOf(hpa, found, scope);
  if (Math.abs(found.to - found.from) <= most) return [];
  const measured = hpa.freed.filter(({ percent }) => percent !== undefined);
  return measured.map((claim) => ({ kind: 'hpa-jump', ...claim, ...found, most }));
}

/**
 * In mode `bottleneck` what the VPA changes must not come to lead: more pods would use less each, so the VPA would
 * lower the request again, and so on to the most replicas.
 */
function mostOf(
  { mode }: HpaFacts,
  { from, to }: { from: number; to: number },
  { cluster }: PolicyScope,
): number {
  const share = cluster.settings.hpaMaxReplicaJump;
  if (share === 0 || (mode === 'bottleneck' && to > from)) return 0;
  return Math.max(1, Math.floor(from * share));
}

/** What each container would be given; pods of one target are given the same. */
function wanted({ pods }: HpaFacts, candidateOf: (facts: PodFacts) => Candidate): ContainerChange[] {
  const found = new Map<string, ContainerChange>();
  for (const pod of pods) {
    for (const change of changesFor(candidateOf(new PodFacts(pod)), 'resize')) {
      const former = found.get(change.container);
      found.set(change.container, { ...change, to: { ...former?.to, ...change.to } });
    }
  }
  return [...found.values()];
}
