import { Derived } from '../lib/memo/derived';
import type { AnswerDeadline } from './patience';

/**
 * What was made from the newest revision, shared by all requests. One revision is made at a time; a failure is not
 * kept.
 */
export class Newest<T> {
  private kept: { readonly revision: string; readonly made: T } | undefined;
  private readonly derived: Derived;

  /** @param steadyMs real time, from any moment on */
  constructor(steadyMs?: () => number) {
    this.derived = new Derived({ steadyMs });
  }

  /** What `make` gives for this revision; that of an earlier one if `patience` ends before, or while it rests. */
  async of(
    revision: string,
    make: (former: T | undefined) => Promise<T>,
    patience: AnswerDeadline,
  ): Promise<T> {
    for (;;) {
      const { kept } = this;
      if (kept?.revision === revision) {
        patience.isNew(this);
        return kept.made;
      }
      if (kept && this.derived.rests && !patience.isForChange) return kept.made;
      const making = this.derived.make(async () => {
        this.kept = { revision, made: await make(kept?.made) };
      });
      if (!kept) await making;
      else if ((await patience.await(making, 'late', this)) === 'late') return kept.made;
    }
  }
}
