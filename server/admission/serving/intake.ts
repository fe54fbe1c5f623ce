/** Senders post a review at once; one still arriving after this gives way to another when there is no room. */
const PATIENCE_MS = 1_000;

/** A review in hand; given back when it is answered or its connection ends. */
export interface Place {
  /** Its body is whole. */
  arrived(): void;
  leave(): void;
}

/** Counts the reviews in hand, so that there are never more than `most`. */
export class Intake {
  private inHand = 0;
  /** Those whose body is not whole yet, the oldest first. */
  private readonly arriving = new Set<{ readonly sinceMs: number; readonly giveUp: () => void }>();

  constructor(private readonly most: number) {}

  hasRoom(): boolean {
    return this.inHand < this.most;
  }

  /** Gives up the review that has been arriving for longest, if that is too long: whoever stalls blocks nobody. */
  makeRoom(): boolean {
    return this.giveUpOldest(PATIENCE_MS);
  }

  /** Gives up every review that has been arriving for `ms` or longer. */
  giveUpAfter(ms: number): void {
    while (this.giveUpOldest(ms));
  }

  /** Takes a review whose body is on its way; `giveUp` ends its connection. */
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
