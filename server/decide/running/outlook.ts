import { inSlices } from '../../lib/time/slices';
import type { AwaitedEvent } from '../../words/awaited-events';
import type { Decision } from '../../words/decisions';
import type { Reason } from '../../words/reasons';
import { HOLD_REASONS } from '../../words/reasons/hold';
import { paretoFront } from '../places/pareto-front';
import type { PodDemand } from '../places/pod-need';
import type { CompiledVpa } from '../pods/compiled-vpa';
import { type ForeseenPods, foreseenPods } from './foreseen';
import type { WorkloadInput } from './plan-input';
import { planningWorkload } from './plan-workload';
import type { PodPlan } from './planned';
import type { PolicyScope } from './policy';
import { eachPortion } from './portions';

/** Pods that wait for the same. */
export interface Waiting {
  readonly pods: readonly string[];
  /** What holds them back, with the numbers of the first. */
  readonly reasons: readonly Reason[];
  /** The earliest time any of them may go. */
  readonly notBeforeMs?: number;
  readonly awaits: readonly AwaitedEvent[];
}

/** Pods by outcome. */
export type DecisionCounts = Record<Decision, number>;

/** What the next pass does to the pods of a VPA, current or planned. */
export interface Outlook {
  readonly atMs: number;
  /** The most that one of its pods can get on a node, CPU and memory of the same node; empty if no node is known. */
  readonly largestNodes: readonly PodDemand[];
  readonly now: DecisionCounts;
  under(next: CompiledVpa): Promise<{
    counts: DecisionCounts;
    /** The names of the pods that it changes. */
    touched: Record<'evict' | 'resize', string[]>;
    waiting: Waiting[];
    /** Which pods it changes and to what, or would but for what they wait for. */
    foreseen: ForeseenPods[];
    /** What the HPA of the target makes of it, if it scales on what is changed. */
    follows?: Reason;
    overruledBy?: string;
  }>;
}

/**
 * Lets others run in between, since a PodGroup may have thousands of pods. `overruling` names the VPA that acts on an
 * input in place of this one, which may be a planned version.
 */
export async function outlookOf(
  workload: WorkloadInput,
  scope: PolicyScope,
  overruling: (vpa: CompiledVpa, portion: WorkloadInput) => string | undefined,
): Promise<Outlook> {
  const planned = async (input: WorkloadInput) => (await inSlices(planningWorkload(input, scope))).plan.pods;
  return {
    atMs: scope.nowMs,
    largestNodes: eachLargest(workload),
    now: podCounts(await planned(workload)),
    under: async (next) => {
      const changed = eachPortion(workload, (portion) => ({
        ...portion,
        vpa: next,
        overruledBy: overruling(next, portion),
      }));
      const { overruledBy } = changed;
      const pods = await planned(changed);
      const named = (decision: Decision) =>
        pods.flatMap((pod) => (pod.decision === decision ? [pod.name] : []));
      const touched = { evict: named('evict'), resize: named('resize') };
      const follows = pods.flatMap(({ reasons }) => reasons).find(({ code }) => code === 'hpa-follows');
      return {
        counts: podCounts(pods),
        touched,
        waiting: waitingAmong(pods),
        foreseen: foreseenPods(pods),
        follows,
        overruledBy,
      };
    },
  };
}

function eachLargest({ largestNodes, portions }: WorkloadInput): readonly PodDemand[] {
  return largestNodes ?? paretoFront((portions ?? []).flatMap((portion) => portion.largestNodes ?? []));
}

export function podCounts(pods: Iterable<PodPlan>): DecisionCounts {
  const counts: DecisionCounts = { evict: 0, resize: 0, wait: 0, leave: 0 };
  for (const { decision } of pods) counts[decision]++;
  return counts;
}

function waitingAmong(pods: readonly PodPlan[]): Waiting[] {
  const groups = new Map<string, Waiting & { pods: string[]; notBeforeMs?: number }>();
  for (const { name, decision, reasons, notBeforeMs, awaits } of pods) {
    if (decision !== 'wait') continue;
    const holds = reasons.filter(({ code }) => Object.hasOwn(HOLD_REASONS, code));
    const key = [...holds.map(({ code }) => code), ...awaits].join(' ');
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { pods: [name], reasons: holds, notBeforeMs, awaits });
      continue;
    }
    group.pods.push(name);
    if (notBeforeMs !== undefined)
      group.notBeforeMs = Math.min(group.notBeforeMs ?? notBeforeMs, notBeforeMs);
  }
  return [...groups.values()];
}
