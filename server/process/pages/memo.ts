import { LRUCache } from 'lru-cache';

/** Answers kept across all lists: those of the open tabs, in the pages and filters in use. */
const MOST = 64;

/** The answer to a query, kept while the data it was computed from stays the same. */
export class Memo {
  private readonly kept = new LRUCache<string, { revision: number; answer: Promise<unknown> }>({ max: MOST });

  /** `question` must include everything `work` depends on except the revision. */
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
