import { type ByStage, type Cost, STAGES, type Stage } from '../../contract/costs';
import type { PodPlan, VpaPlan } from '../../decide/running/planned';
import { RESOURCES } from '../../objects/units';

/** In the order in which what is to free or to add is given to them; `near` gets what is left. */
const FIRST = ['due', 'held', 'quota'] as const satisfies readonly Stage[];

/**
 * How far what is to free and to add of one workload has come. Each resource adds up to its saving and growth: a change
 * of the plan that comes to more, as where a quota lets new pods have less than a target, is cut to that.
 */
export function stagesOf(
  { amounts: { saving, growth } }: Pick<Cost, 'amounts'>,
  { updateMode, pods }: Pick<VpaPlan, 'updateMode' | 'pods'>,
): ByStage {
  const stages = noStages();
  for (const pod of pods) {
    const stage = stageOf(pod);
    if (!stage) continue;
    for (const { from, to } of pod.changes)
      for (const resource of RESOURCES) {
        const after = to[resource];
        if (after === undefined) continue;
        const more = after - (from[resource] ?? 0);
        stages[stage][more < 0 ? 'saving' : 'growth'][resource] += Math.abs(more);
      }
  }
  const rest = restOf(updateMode, pods);
  for (const [part, all] of [
    ['saving', saving],
    ['growth', growth],
  ] as const)
    for (const resource of RESOURCES) {
      let left = all[resource];
      for (const stage of FIRST) {
        const own = Math.min(left, stages[stage][part][resource]);
        stages[stage][part][resource] = own;
        left -= own;
      }
      stages[rest][part][resource] += left;
    }
  return stages;
}

/** What no change of the plan says: of pods that are only too young, it says that they wait, and not for what. */
function restOf(updateMode: string, pods: readonly PodPlan[]): Stage {
  if (updateMode === 'Off' || updateMode === 'Initial') return 'mode';
  return pods.some(({ decision, changes }) => decision === 'wait' && changes.length === 0) ? 'held' : 'near';
}

function stageOf({ decision, reasons }: PodPlan): (typeof FIRST)[number] | undefined {
  switch (decision) {
    case 'evict':
    case 'resize':
      return 'due';
    case 'wait':
      return reasons.some(({ code }) => code === 'exceeds-quota') ? 'quota' : 'held';
    default:
      return undefined;
  }
}

export function noStages(): ByStage {
  const nothing = () => ({ cpu: 0, memory: 0 });
  return Object.fromEntries(
    STAGES.map((stage) => [stage, { saving: nothing(), growth: nothing() }]),
  ) as ByStage;
}

export function addStages(sum: ByStage, one: ByStage): void {
  for (const stage of STAGES)
    for (const part of ['saving', 'growth'] as const)
      for (const resource of RESOURCES) sum[stage][part][resource] += one[stage][part][resource];
}
