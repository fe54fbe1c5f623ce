/**
 * API servers send a review at once; one that is still arriving after this time is dropped if another needs
 * its place.
 */
const PATIENCE_MS = 1_000;

/** A review in progress; released when it is answered or its connection ends. */
export interface Place {
  /** Its body is complete. */
  arrived(): void;
  leave(): void;
}

/** Counts the reviews in progress, so that there are never more than `most`. */
export class Intake {
  private inHand = 0;
  /** Those whose body is not complete yet, oldest first. */
  private readonly arriving = new Set<{ readonly sinceMs: number; readonly giveUp: () => void }>();

  constructor(private readonly most: number) {}

  hasRoom(): boolean {
    return this.inHand < this.most;
  }

  /**
   * Drops the review that has been arriving longest, if that is too long, so that a stalled sender blocks
   * nobody.
   */
  makeRoom(): boolean {
    return this.giveUpOldest(PATIENCE_MS);
  }

  /** Drops every review that has been arriving for `ms` or longer. */
  giveUpAfter(ms: number): void {
    while (this.giveUpOldest(ms));
  }

  /** Admits a review whose body is arriving; `giveUp` ends its connection. */
  enter(giveUp: () => void): Place {
    const arrival = { sinceMs: performance.now(), giveUp };
    this.arriving.add(arrival);
    this.inHand++;
    return {
      arrived: () => this.arriving.delete(arrival),
      leave: () => {
        this.arriving.delete(arrival);
        this.inHand--;
      },
    };
  }

  private giveUpOldest(ms: number): boolean {
    const [oldest] = this.arriving;
    if (!oldest || performance.now() - oldest.sinceMs < ms) return false;
    this.arriving.delete(oldest);
    oldest.giveUp();
    return true;
  }
}
