import type { ContainerChange } from '@/server/decide/running/planned';
import type { HpaReplicas } from '../../../words/reasons/clauses';
import { replicasAfter } from '../hpa-facts';
import type { PolicyScope, ProposedUpdate, Restraint } from '../policy';

/** What the HPA makes of changes, by what they are: most pods of a workload are changed alike. */
type Known = Map<string, HpaReplicas | undefined>;

/** Says what the HPA of the target makes of a changed request that it scales on; `hpa-jump.ts` holds jumps back. */
export const hpaEffect: Restraint<Known> = {
  name: 'hpa-effect',
  begin: () => new Map(),
  review: () => undefined,
  tell(proposal, scope, known) {
    const found = replicasOf(proposal, scope, known);
    return found && { code: 'hpa-follows', ...found };
  },
};

function replicasOf(
  { workload, changes, way }: ProposedUpdate,
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
