import { aboutObject, type ObjectFault } from '@/server/kube/object-fault';
import type { ObjectListener } from '@/server/kube/object-store';
import type { KubeObject } from '@/server/kube/types';
import type { ProblemReporter } from '@/server/problems';

/** The objects that the recommender cannot read. Each is left out and reported until it can be read. */
export class Faults {
  private readonly known = new Set<string>();

  constructor(private readonly problems: Pick<ProblemReporter, 'report' | 'clear'>) {}

  /** Works on one object; undefined if that fails. */
  guard<R>(kind: string, object: Pick<KubeObject, 'metadata'>, work: () => R): R | undefined {
    try {
      const result = work();
      if (this.known.size > 0) this.clear(aboutObject(kind, object));
      return result;
    } catch (error) {
      this.report(aboutObject(kind, object), error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** A listener that handles each object in its own guard. */
  guarded<T extends KubeObject>(
    kind: string,
    { added, updated, deleted }: ObjectListener<T>,
  ): ObjectListener<T> {
    return {
      added: (object) => this.guard(kind, object, () => added?.(object)),
      updated: (before, object) => this.guard(kind, object, () => updated?.(before, object)),
      deleted: (object) => {
        this.guard(kind, object, () => deleted?.(object));
        this.clear(aboutObject(kind, object));
      },
    };
  }

  /** Sets the objects of a kind that cannot be read now. */
  replace(kind: string, faults: readonly ObjectFault[]): void {
    const still = new Set(faults.map(({ about }) => about));
    for (const about of this.known) if (about.startsWith(`${kind} `) && !still.has(about)) this.clear(about);
    for (const { about, message } of faults) this.report(about, message);
  }

  private report(about: string, message: string): void {
    this.known.add(about);
    this.problems.report('object-unusable', about, message);
  }

  private clear(about: string): void {
    if (this.known.delete(about)) this.problems.clear('object-unusable', about);
  }
}
