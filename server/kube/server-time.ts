/** HTTP dates have whole seconds. */
const PRECISION_MS = 1_000;

/** How far the clock of the API server is from ours, learned from the dates of its answers. */
export class ServerTime {
  /** What to add to our clock, in milliseconds; 0 until an answer says otherwise. */
  offMs = 0;
  /** Called when that changes. */
  moved: () => void = () => undefined;

  /**
   * Takes the date of an answer, and when by our clock the request was sent and the answer came: the server wrote
   * the date in between. Moves no further than this answer demands; whatever our clock is set to, the next one
   * corrects.
   */
  told(date: unknown, sentMs: number, receivedMs: number): void {
    const dateMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(dateMs)) return;
    const leastMs = dateMs - receivedMs;
    const mostMs = dateMs + PRECISION_MS - sentMs;
    const formerMs = this.offMs;
    this.offMs = Math.max(leastMs, Math.min(mostMs, formerMs));
    if (this.offMs !== formerMs) this.moved();
  }
}
