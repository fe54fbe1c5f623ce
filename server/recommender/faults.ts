import type { ObjectListener } from '@/server/kube/object-store';
import type { ProblemReporter } from '@/server/kube/problems';
import { errorText } from '@/server/lib/report/errors';
import type { KubeObject } from '@/server/objects/types';
import { aboutObject, type ObjectFault } from '@/server/words/object-fault';
import { ofKey } from '../lib/memo/of-key';

/**
 * The objects that the recommender cannot read. Each is left out and reported until it can be read by every reader that
 * could not.
 */
export class Faults {
  /** Who cannot read each object. */
  private readonly known = new Map<string, Set<unknown>>();

  constructor(private readonly problems: Pick<ProblemReporter, 'report' | 'clear'>) {}

  /** Works on one object; undefined if that fails. */
  guard<R>(
    kind: string,
    object: Pick<KubeObject, 'metadata'>,
    work: () => R,
    reader: unknown = this,
  ): R | undefined {
    try {
      const result = work();
      if (this.known.size > 0) this.clear(aboutObject(kind, object), reader);
      return result;
    } catch (error) {
      this.report(aboutObject(kind, object), errorText(error), reader);
      return undefined;
    }
  }

  /** A listener that handles each object in its own guard. */
  guarded<T extends KubeObject>(
    kind: string,
    { added, updated, deleted }: ObjectListener<T>,
  ): ObjectListener<T> {
    const reader = {};
    return {
      added: (object) => this.guard(kind, object, () => added?.(object), reader),
      updated: (before, object) => this.guard(kind, object, () => updated?.(before, object), reader),
      deleted: (object) => {
        this.guard(kind, object, () => deleted?.(object), reader);
        this.clear(aboutObject(kind, object), reader);
      },
    };
  }

  /** Sets the objects of a kind that cannot be read now. */
  replace(kind: string, faults: readonly ObjectFault[]): void {
    const still = new Set(faults.map(({ about }) => about));
    for (const about of this.known.keys())
      if (about.startsWith(`${kind} `) && !still.has(about)) this.clear(about, kind);
    for (const { about, message } of faults) this.report(about, message, kind);
  }

  private report(about: string, message: string, reader: unknown): void {
    ofKey(this.known, about, () => new Set()).add(reader);
    this.problems.report('object-unusable', about, message);
  }

  private clear(about: string, reader: unknown): void {
    const readers = this.known.get(about);
    if (!readers?.delete(reader) || readers.size > 0) return;
    this.known.delete(about);
    this.problems.clear('object-unusable', about);
  }
}
