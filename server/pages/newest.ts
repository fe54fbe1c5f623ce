import type { AnswerDeadline } from './patience';
import { Rest } from './rest';

/**
 * What was made from the newest revision, shared by all requests. One revision is made at a time; a failure is not
 * kept.
 */
export class Newest<T> {
  private kept: { readonly revision: string; readonly made: T } | undefined;
  private making: Promise<void> | undefined;
  private readonly rest: Rest;

  /** @param steadyMs real time, from any moment on */
  constructor(steadyMs?: () => number) {
    this.rest = new Rest(steadyMs);
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
      if (kept && this.rest.isOn && !patience.isForChange) return kept.made;
      this.making ??= this.rest
        .after(async () => {
          this.kept = { revision, made: await make(kept?.made) };
        })
        .finally(() => {
          this.making = undefined;
        });
      if (!kept) await this.making;
      else if ((await patience.await(this.making, 'late', this)) === 'late') return kept.made;
    }
  }
}
