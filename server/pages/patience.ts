import type { Clock } from '../lib/time/clock';

/** How long an answer waits for a refresh, in real milliseconds; after that it uses the previous state. */
const PATIENCE_MS = 15;
/** The same after somebody changed something here, who looks for it now. */
const PATIENCE_AFTER_CHANGE_MS = 2000;
/** The same where the previous state is old, since nobody asked for a while: then it may say what is long over. */
const PATIENCE_FOR_OLD_MS = 1000;
/** How long a state passes for new, in real milliseconds. */
const OLD_AFTER_MS = 5000;
/** How long after a change, in real milliseconds. */
const AFTER_CHANGE_MS = 5000;

/**
 * How long one answer waits for news, over everything it is made from. After that it uses what was there before, so
 * that a change in a large cluster never holds up a page.
 */
export class AnswerDeadline {
  private over: Promise<void> | undefined;
  private overForOld: Promise<void> | undefined;

  /** @param ms real milliseconds, from the first wait on */
  constructor(
    private readonly realTime: Pick<Clock, 'sleep' | 'steady'>,
    private readonly ms: number,
    /** Whether the news have something that people just did, so that nothing older will do. */
    readonly isForChange = false,
  ) {}

  /** The news, or `former` if they take too long. @param of what is refreshed. Rejects as `news` does. */
  async await<T, F>(news: Promise<T>, former: F, of: object): Promise<T | F> {
    const told = news.then((found) => {
      this.isNew(of);
      return found;
    });
    return Promise.race([told, this.end(of).then(() => former)]);
  }

  /** Notes that `of` is as things are now. */
  isNew(of: object): void {
    newAtMs.set(of, this.realTime.steady());
  }

  private isOld(of: object): boolean {
    return this.realTime.steady() - (newAtMs.get(of) ?? Number.NEGATIVE_INFINITY) > OLD_AFTER_MS;
  }

  private end(of: object): Promise<void> {
    if (this.ms >= PATIENCE_FOR_OLD_MS || !this.isOld(of)) {
      this.over ??= this.realTime.sleep(this.ms);
      return this.over;
    }
    this.overForOld ??= this.realTime.sleep(PATIENCE_FOR_OLD_MS);
    return this.overForOld;
  }
}

/** When what is refreshed was last as things were then, in real time. */
const newAtMs = new WeakMap<object, number>();

export function usualPatience(realTime: Pick<Clock, 'sleep' | 'steady'>): AnswerDeadline {
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
