import { detailOfProblem, namespaceOfProblem, type Problem, vpaOfProblem } from '../../problems';
import { topicOfProblem } from '../../words/notifications';
import { type Fact, workloadPath } from '../fact';
import { MOST_LASTING } from '../ledger';

/** Tells the problems of this process that last; those that come and go are not told. */
export class LastingProblems {
  /** Since when each is seen without a break, by the wall clock. */
  private sinceMs = new Map<string, number>();

  constructor(private readonly graceMs: number) {}

  /** The first of each kind come first, so that no kind is crowded out. */
  facts(problems: readonly Problem[], wallMs: number): Fact[] {
    const sinceMs = new Map<string, number>();
    const first: Fact[] = [];
    const further: Fact[] = [];
    const codes = new Set<string>();
    for (const problem of problems) {
      const topic = topicOfProblem(problem.code);
      if (!topic) continue;
      const key = `${problem.code} ${problem.about}`;
      const seenMs = this.sinceMs.get(key) ?? wallMs;
      sinceMs.set(key, seenMs);
      if (wallMs - seenMs < this.graceMs) continue;
      const fact = factOf(problem, topic, key);
      if (codes.has(problem.code)) further.push(fact);
      else first.push(fact);
      codes.add(problem.code);
    }
    this.sinceMs = sinceMs;
    return [...first, ...further].slice(0, MOST_LASTING);
  }
}

function factOf(
  { code, about, message, firstSeenMs }: Problem,
  topic: 'not-working' | 'problem',
  key: string,
): Fact {
  const namespace = namespaceOfProblem({ about });
  const vpa = vpaOfProblem({ about });
  return {
    code: topic === 'problem' ? 'problem-appeared' : 'not-working',
    key,
    about,
    detail: detailOfProblem({ code, about, message }),
    atMs: firstSeenMs,
    path: vpa ? workloadPath(vpa.namespace, vpa.name) : '/',
    problem: code,
    ...(namespace !== undefined && { namespace }),
  };
}
