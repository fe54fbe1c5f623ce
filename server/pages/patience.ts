import type { Clock } from '../clock';

/** How long an answer waits for a refresh, in real milliseconds; after that it uses the previous state. */
const PATIENCE_MS = 15;
/** The same after somebody changed something here, who looks for it now. */
const PATIENCE_AFTER_CHANGE_MS = 2000;
/** How long after a change, in real milliseconds. */
const AFTER_CHANGE_MS = 5000;

/**
 * How long one answer waits for news, over everything it is made from. After that it uses what was there before, so
 * that a change in a large cluster never holds up a page.
 */
export class AnswerDeadline {
  private over: Promise<void> | undefined;

  /** @param ms real milliseconds, from the first wait on */
  constructor(
    private readonly realTime: Pick<Clock, 'sleep'>,
    private readonly ms: number,
    /** Whether the news have something that people just did, so that nothing older will do. */
    readonly isForChange = false,
  ) {}

  /** The news, or `former` if they take too long. Rejects as `news` does. */
  async await<T, F>(news: Promise<T>, former: F): Promise<T | F> {
    this.over ??= this.realTime.sleep(this.ms);
    return Promise.race([news, this.over.then(() => former)]);
  }
}

/** The patience of an answer for a page. */
export function usualPatience(realTime: Pick<Clock, 'sleep'>): AnswerDeadline {
  return new AnswerDeadline(realTime, PATIENCE_MS);
}

/** How long answers wait for what people change in this process. */
export class PatienceAfterChange {
  private changedMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly realTime: Pick<Clock, 'sleep' | 'steady'>) {}

  changed(): void {
    this.changedMs = this.realTime.steady();
  }

  now(): AnswerDeadline {
    return this.realTime.steady() - this.changedMs < AFTER_CHANGE_MS
      ? new AnswerDeadline(this.realTime, PATIENCE_AFTER_CHANGE_MS, true)
      : usualPatience(this.realTime);
  }
}
