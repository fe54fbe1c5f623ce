import { LRUCache } from 'lru-cache';

/** Answers kept, across all lists: those of the tabs that are open, in the pages and filters that are looked at. */
const MOST = 64;

/** What was worked out for a question, for as long as what it was worked out from is the same. */
export class Memo {
  private readonly kept = new LRUCache<string, { revision: number; answer: Promise<unknown> }>({ max: MOST });

  /** `question` must tell apart all that `work` depends on but the revision. */
  async answer<T>(question: string, revision: number, work: () => Promise<T>): Promise<T> {
    const known = this.kept.get(question);
    if (known?.revision === revision) return known.answer as Promise<T>;
    const answer = work();
    this.kept.set(question, { revision, answer });
    answer.catch(() => {
      if (this.kept.get(question)?.answer === answer) this.kept.delete(question);
    });
    return answer;
  }
}
