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
    const reason = { code: 'hpa-would-jump', ...found, most: mostOf(found, scope) } as const;
    return { kind: 'hold', reason, awaits: 'hpa-steadies' };
  },
  tell(proposal, scope, known) {
    const found = replicasOf(proposal, scope, known);
    return found && mayGo(found, proposal, scope) ? { code: 'hpa-follows', ...found } : undefined;
  },
};

function mayGo(found: HpaReplicas, { workload, reasons }: Proposal, scope: PolicyScope): boolean {
  return (
    !workload.hpa?.holdsJumps ||
    Math.abs(found.to - found.from) <= mostOf(found, scope) ||
    reasons.some(({ code }) => code === 'oom-killed')
  );
}

function mostOf({ from }: HpaReplicas, { cluster }: PolicyScope): number {
  const share = cluster.settings.hpaMaxReplicaJump;
  return share === 0 ? 0 : Math.max(1, Math.floor(from * share));
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
