import type { InboxItem } from '../../contract/inbox';
import type { InboxCode } from '../../words/inbox';
import { type NewsCode, topicOfProblem } from '../../words/messages';
import { PROBLEM_TABLE, type ProblemCode } from '../../words/problems';
import { type Fact, workloadPath } from '../fact';
import { MOST_LASTING } from '../ledger';

/** Tells what is broken or waits for a person, in the order of the inbox; what comes and goes is not told. */
export class LastingItems {
  /** Since when each is seen without a break, by the wall clock. */
  private sinceMs = new Map<string, number>();

  constructor(private readonly graceMs: number) {}

  /** The first of each kind come first, so that no kind is crowded out. */
  facts(items: readonly InboxItem[], { nowMs, wallMs }: { nowMs: number; wallMs: number }): Fact[] {
    const sinceMs = new Map<string, number>();
    const first: Fact[] = [];
    const further: Fact[] = [];
    const codes = new Set<string>();
    for (const item of items) {
      const code = newsOf(item.code);
      if (!code) continue;
      const seenMs = this.sinceMs.get(item.key) ?? wallMs;
      sinceMs.set(item.key, seenMs);
      if (wallMs - seenMs < this.graceMs) continue;
      const fact = factOf(item, code, nowMs);
      if (codes.has(item.code)) further.push(fact);
      else first.push(fact);
      codes.add(item.code);
    }
    this.sinceMs = sinceMs;
    return [...first, ...further].slice(0, MOST_LASTING);
  }
}

/** Undefined for what is not worth a message. */
function newsOf(code: InboxCode): NewsCode | undefined {
  if (code === 'approval-due') return 'approval-waiting';
  if (code === 'stopped-long') return 'stop-is-old';
  const topic = isProblem(code) ? topicOfProblem(code) : 'problem';
  return topic === 'problem' ? 'problem-appeared' : topic;
}

function isProblem(code: InboxCode): code is ProblemCode {
  return Object.hasOwn(PROBLEM_TABLE, code);
}

function factOf(item: InboxItem, news: NewsCode, nowMs: number): Fact {
  const { key, code, about, said, namespace, vpa, sinceMs, firstSeenMs, lastMs = nowMs } = item;
  const all = (field: 'detail' | 'remedy') => said.map((one) => one[field]).filter(Boolean);
  return {
    code: news,
    key,
    about,
    detail: all('detail').join('; '),
    remedy: all('remedy').join(' '),
    atMs: sinceMs ?? firstSeenMs ?? lastMs,
    path: namespace !== undefined && vpa !== undefined ? workloadPath(namespace, vpa) : '/',
    problem: code,
    ...(namespace !== undefined && { namespace }),
  };
}
