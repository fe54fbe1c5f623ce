/** Maximum samples of one query, as long as the server accepts it. */
const MOST_SAMPLES = 250_000;
/**
 * Most time that one query asks for, since the server reads all its scrapes, however few samples are asked for. A week
 * comes at once: each query finds its series anew, and their labels are a fifth of a short answer.
 */
const LONGEST_MS = 8 * 86_400_000;
/** After this many answers in a row, queries become larger again. */
const GROW_AFTER = 4;

/** The size of a query: halved after each answer that was too much, doubled again when it goes well. */
export class PieceSize {
  private share = 1;
  private answered = 0;

  /** How many steps a query for this many containers covers; at least one. */
  stepsFor(containers: number, stepMs: number): number {
    const most = Math.min(MOST_SAMPLES / Math.max(1, containers), LONGEST_MS / stepMs);
    return Math.max(1, Math.floor(most * this.share));
  }

  wasTooMuch(): void {
    this.share /= 2;
    this.answered = 0;
  }

  /** The least there is to ask was too much as well: the cause is another. */
  wasNotTheCause(): void {
    this.share = 1;
    this.answered = 0;
  }

  wasAnswered(): void {
    if (this.share === 1 || ++this.answered < GROW_AFTER) return;
    this.share *= 2;
    this.answered = 0;
  }
}
