import type { Clock } from '../lib/time/clock';

/** While so many requests wait for an answer, no other is made: they hold connections that others need. */
const MOST_UNANSWERED = 2;

/** Gives up waiting for a database after `mostMs`; a request that is late goes on, since it cannot be taken back. */
export class InTime {
  private unanswered = 0;

  constructor(
    private readonly wallClock: Pick<Clock, 'after'>,
    private readonly mostMs: number,
  ) {}

  /** So many are late that another would only wait too. */
  get isFull(): boolean {
    return this.unanswered >= MOST_UNANSWERED;
  }

  /** @throws Error if there is no answer in time */
  async answer<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let settled = () => cancel();
      const cancel = this.wallClock.after(this.mostMs, () => {
        this.unanswered++;
        settled = () => {
          this.unanswered--;
        };
        reject(new Error('the database does not answer'));
      });
      answer.finally(() => settled()).then(resolve, reject);
    });
  }
}
