import { forNodesWith } from '../../decide/features/node-scope/group-recommendations';
import { ANY_VALUE, nodeOfPod, scopeOf } from '../../decide/features/node-scope/scope';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { forWorkload } from '../../decide/pods/outcome/for-part';
import type { WorkloadInput } from '../../decide/running/plan-input';
import { portionsOf } from '../../decide/running/portions';
import { ofKey } from '../../lib/memo/of-key';
import type { Pod } from '../../objects/types';
import { partOfWorkload, partOnNodes } from '../../words/outcome-parts';

/** Pods whose requests are alike on purpose: what comes of a change is followed of each part by itself. */
export interface FollowedPart {
  readonly part: string;
  /** The VPA as it counts for them. */
  readonly vpa: CompiledVpa;
  readonly pods: readonly Pod[];
  /** Pods whose node is not known yet, so that they may come to be some of these. */
  readonly unplaced: readonly Pod[];
}

const NONE: readonly Pod[] = [];

/** Inputs are immutable, so their pods are told apart once. */
const PARTS = new WeakMap<WorkloadInput, readonly FollowedPart[]>();

/** The parts of the pods that a VPA controls; those that another VPA acts on are left out. */
export function followedParts(workload: WorkloadInput): readonly FollowedPart[] {
  return ofKey(PARTS, workload, () => partsIn(workload));
}

/** The part that a pod is in. */
export function partWith(workload: WorkloadInput, uid: string | undefined): FollowedPart | undefined {
  const parts = followedParts(workload);
  return parts.length === 1
    ? parts[0]
    : parts.find(({ pods }) => pods.some(({ metadata }) => metadata.uid === uid));
}

function partsIn(workload: WorkloadInput): readonly FollowedPart[] {
  const byWorkload = new Map<string, WorkloadInput[]>();
  for (const portion of portionsOf(workload)) {
    if (portion.overruledBy !== undefined) continue;
    const part = partOfWorkload(portion.portion?.workload);
    byWorkload.set(part, [...(byWorkload.get(part) ?? []), portion]);
  }
  return [...byWorkload].flatMap(([part, [first, ...others]]) => {
    if (!first) return [];
    const vpa = forWorkload(first.vpa, first.portion?.workload);
    const pods = others.length === 0 ? first.pods : [first, ...others].flatMap((portion) => portion.pods);
    return first.nodeValues
      ? byNodes({ part, vpa, pods }, first.nodeValues)
      : { part, vpa, pods, unplaced: NONE };
  });
}

function byNodes(
  { part, vpa, pods }: Pick<FollowedPart, 'part' | 'vpa' | 'pods'>,
  nodeValues: NonNullable<WorkloadInput['nodeValues']>,
): FollowedPart[] {
  const scope = scopeOf(vpa.vpa) ?? '';
  const found = new Map<string, { vpa: CompiledVpa; pods: Pod[] }>();
  const unplaced: Pod[] = [];
  for (const pod of pods) {
    const node = nodeOfPod(pod);
    const own = forNodesWith(vpa, node === undefined ? undefined : nodeValues.get(node));
    const isOfGroup = own.group !== undefined && own.group !== ANY_VALUE;
    const key = isOfGroup ? partOnNodes(part, scope, own.group) : part;
    if (node === undefined) unplaced.push(pod);
    const known = found.get(key);
    if (known) known.pods.push(pod);
    else found.set(key, { vpa: own, pods: [pod] });
  }
  return [...found].map(([key, one]) => ({ part: key, ...one, unplaced: key === part ? NONE : unplaced }));
}

export const WITHOUT_PODS: Pick<FollowedPart, 'pods' | 'unplaced'> = { pods: NONE, unplaced: NONE };
