import { isDeepStrictEqual } from 'node:util';
import type { ClusterFacts } from './plan-input';

/**
 * What a verdict asked of nodes while it was made: they change without any input of a VPA, and it holds only as long as
 * each answer is the same.
 */
export class AskedOfNodes {
  /** The facts of the cluster, remembering what is asked. */
  readonly facts: ClusterFacts;
  private readonly answers = new Map<string, { readonly again: () => unknown; was: unknown }>();

  constructor(cluster: ClusterFacts) {
    const { traitsOf, mayUseOtherKind, hasPlaceFor } = cluster;
    this.facts = {
      ...cluster,
      ...(traitsOf && { traitsOf: (node) => this.answer(`traits ${node}`, () => traitsOf(node)) }),
      ...(mayUseOtherKind && {
        mayUseOtherKind: (pod, part) =>
          this.answer(`kind ${pod.metadata.uid} ${part}`, () => mayUseOtherKind(pod, part)),
      }),
      ...(hasPlaceFor && {
        hasPlaceFor: (pod) => this.answer(`place ${pod.metadata.uid}`, () => hasPlaceFor(pod)),
      }),
    };
  }

  isStillSo(): boolean {
    for (const answer of this.answers.values()) {
      const now = answer.again();
      if (!isDeepStrictEqual(now, answer.was)) return false;
      // Equal, though read from a newer node: the next look compares nothing.
      answer.was = now;
    }
    return true;
  }

  private answer<T>(question: string, again: () => T): T {
    const known = this.answers.get(question);
    if (known) return known.was as T;
    const was = again();
    this.answers.set(question, { again, was });
    return was;
  }
}
