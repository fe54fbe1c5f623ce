import type { HpaReplicas } from '../../../words/reasons/clauses';
import { replicasAfter } from '../hpa-facts';
import type { ContainerChange } from '../plan-types';
import type { PolicyScope, Proposal, Restraint } from '../policy';

/** What the HPA makes of changes, by what they are: most pods of a workload are changed alike. */
type Known = Map<string, HpaReplicas | undefined>;

/**
 * Says what the HPA of the target makes of a changed request that it scales on, and holds the change back if
 * the replicas would jump. A container that was OOM-killed does not wait for that.
 */
export const hpaJump: Restraint<Known> = {
  name: 'hpa-jump',
  begin: () => new Map(),
  review(proposal, scope, known) {
    const found = replicasOf(proposal, scope, known);
    if (!found || mayGo(found, proposal, scope)) return undefined;
    const reason = { code: 'hpa-would-jump', ...found, most: mostOf(found, proposal, scope) } as const;
    return { kind: 'hold', reason, awaits: 'hpa-steadies' };
  },
  tell(proposal, scope, known) {
    const found = replicasOf(proposal, scope, known);
    return found && mayGo(found, proposal, scope) ? { code: 'hpa-follows', ...found } : undefined;
  },
};

function mayGo(found: HpaReplicas, proposal: Proposal, scope: PolicyScope): boolean {
  const { workload, reasons } = proposal;
  return (
    !workload.hpa?.holdsJumps ||
    Math.abs(found.to - found.from) <= mostOf(found, proposal, scope) ||
    reasons.some(({ code }) => code === 'oom-killed')
  );
}

/**
 * In mode `bottleneck` what the VPA changes must not come to lead: more pods would use less each, so the VPA would
 * lower the request again, and so on to the most replicas.
 */
function mostOf({ from, to }: HpaReplicas, { workload }: Proposal, { cluster }: PolicyScope): number {
  const share = cluster.settings.hpaMaxReplicaJump;
  if (share === 0 || (workload.hpa?.mode === 'bottleneck' && to > from)) return 0;
  return Math.max(1, Math.floor(from * share));
}

function replicasOf(
  { workload, changes, way }: Proposal,
  { nowMs }: PolicyScope,
  known: Known,
): HpaReplicas | undefined {
  const { hpa } = workload;
  if (!hpa || way === 'unboost') return undefined;
  const key = keyOf(changes);
  if (!known.has(key)) {
    const found = replicasAfter(hpa, changes, nowMs);
    known.set(key, found && { autoscaler: hpa.hpa.metadata.name, ...found });
  }
  return known.get(key);
}

function keyOf(changes: readonly ContainerChange[]): string {
  return changes.map(({ container, to }) => `${container} ${to.cpu} ${to.memory}`).join(';');
}
