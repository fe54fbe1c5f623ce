import { type Labels, sameLabels } from '@/server/objects/selector';

/** Labels that the model adds to those of pods, so that the samples of groups of nodes are kept apart. */
export class GroupLabels {
  private byPod = new Map<string, Labels>();

  /** The labels of a pod for the model; its own if it is in no group. */
  of(podKey: string, own: Labels): Labels {
    const added = this.byPod.size > 0 ? this.byPod.get(podKey) : undefined;
    return added ? { ...own, ...added } : own;
  }

  /** Replaces them all. @returns the pods whose labels changed */
  replace(next: Map<string, Labels>): string[] {
    const before = this.byPod;
    if (before.size === 0 && next.size === 0) return [];
    const changed: string[] = [];
    for (const [pod, labels] of next) {
      const former = before.get(pod);
      if (!former || !sameLabels(former, labels)) changed.push(pod);
    }
    for (const pod of before.keys()) if (!next.has(pod)) changed.push(pod);
    this.byPod = next;
    return changed;
  }
}
