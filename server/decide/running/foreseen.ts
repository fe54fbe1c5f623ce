import type { Decision } from '../../words/decisions';
import type { Reason } from '../../words/reasons';
import type { ContainerChange, PodPlan, VpaPlan } from './planned';

/** So many kinds of change are told of one VPA, and so many pods of each by name. */
const MOST_GROUPS = 4;
const MOST_NAMED = 20;
const MOST_VPAS = 20;

/** Pods that a pass changes alike, or would but for what they wait for. */
export interface ForeseenPods {
  readonly decision: Exclude<Decision, 'leave'>;
  readonly count: number;
  /** Of the first of them. */
  readonly reasons: readonly Reason[];
  readonly changes: readonly ContainerChange[];
  /** The first by name. */
  readonly pods: readonly { readonly name: string }[];
}

/** What is planned for a pod, as far as it is told here. */
export type ForeseenPod = Pick<PodPlan, 'name' | 'decision' | 'reasons' | 'changes'>;

export type ForeseenPlan = Pick<VpaPlan, 'namespace' | 'name' | 'updateMode' | 'heldMode'> & {
  readonly pods: readonly ForeseenPod[];
};

/** What a plan changes in the pods of a VPA, by what is done and to which amounts; what is done now comes first. */
export function foreseenPods(plans: readonly ForeseenPod[]): ForeseenPods[] {
  const groups = new Map<string, ForeseenPods & { count: number; pods: { name: string }[] }>();
  for (const { name, decision, reasons, changes } of plans) {
    if (decision === 'leave' || changes.length === 0) continue;
    const key = JSON.stringify([decision, changes]);
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { decision, count: 1, reasons, changes, pods: [{ name }] });
      continue;
    }
    group.count++;
    if (group.pods.length < MOST_NAMED) group.pods.push({ name });
  }
  const rank = ({ decision }: ForeseenPods) => (decision === 'wait' ? 1 : 0);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_GROUPS);
}

/** The same of many VPAs: of the first that it changes anything of, those that it changes now before those that wait. */
export function foreseenVpas(plans: readonly ForeseenPlan[]) {
  const acts = ({ pods }: ForeseenPlan) =>
    pods.some(({ decision }) => decision === 'evict' || decision === 'resize');
  const waits = ({ pods }: ForeseenPlan) =>
    pods.some(({ decision, changes }) => decision === 'wait' && changes.length > 0);
  const later = plans.filter((plan) => !acts(plan) && waits(plan));
  return [...plans.filter(acts), ...later]
    .slice(0, MOST_VPAS)
    .map(({ namespace, name, updateMode, heldMode, pods }) => ({
      namespace,
      name,
      updateMode: heldMode?.mode ?? updateMode,
      groups: foreseenPods(pods),
    }));
}
