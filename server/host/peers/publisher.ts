import { randomUUID } from 'node:crypto';
import type { CountedMutation, MutationRecorder } from '../../admission/serving/like-mutations';
import type { PartsView } from '../../contract/overview';
import { detailOfProblem, type ProblemBoard } from '../../kube/problems';
import type { Clock } from '../../lib/time/clock';
import { heededAnnotations } from '../../operations/heeded-annotations';
import type { Heard, PeerEvents, PolicyAuthor, ToldProblem } from './peer-events';

/** What waits to be told; beyond it the oldest is dropped. */
const MOST_WAITING = 2_000;
/** In characters. */
const LARGEST_POLICY = 4_096;
/** How long a question waits for something to tell. */
const WAITS_MS = 3_000;
/** How long a process that ends waits for somebody to ask. */
const ASKED_WITHIN_MS = 1_000;

type Entry = { readonly mutation: CountedMutation } | { readonly author: PolicyAuthor };

interface Parts {
  wallClock: Pick<Clock, 'sleep'>;
  problems: Pick<ProblemBoard, 'list' | 'revision'>;
  admission(): PartsView['admission'];
}

/**
 * Tells the process beside this one what admission did and what is wrong with it, so that a process that admits needs
 * no database, and one dashboard shows both.
 */
export class Publisher {
  readonly recorder: MutationRecorder = {
    record: (...mutations) => this.add(mutations.map((mutation) => ({ mutation }))),
    begin: () => this.recorder.record,
  };
  private readonly process = randomUUID();
  private waiting: Entry[] = [];
  /** The number of the first that waits. */
  private first = 0;
  private dropped = 0;
  private news = new AbortController();

  constructor(private readonly parts: Parts) {}

  /** Somebody made or changed a VPA; of a large policy nobody is told who. */
  note({ namespace, vpa: { metadata, spec }, who }: PolicyAuthor): void {
    const annotations = heededAnnotations({ metadata });
    if (JSON.stringify([spec ?? null, annotations]).length > LARGEST_POLICY) return;
    this.add([{ author: { namespace, vpa: { metadata: { name: metadata.name, annotations }, spec }, who } }]);
  }

  /** What came after what was heard already; waits a moment for something to tell, unless it is urgent. */
  async tell(heard: Heard): Promise<PeerEvents> {
    const isAgain = heard.process === this.process;
    if (isAgain) this.arrived(heard.next);
    if (this.waiting.length === 0 && !heard.isUrgent)
      await this.parts.wallClock.sleep(WAITS_MS, this.news.signal);
    const { waiting, first, dropped, parts } = this;
    const { revision } = parts.problems;
    const admission = parts.admission();
    return {
      process: this.process,
      next: first + waiting.length,
      mutations: waiting.flatMap((entry) => ('mutation' in entry ? [entry.mutation] : [])),
      authors: waiting.flatMap((entry) => ('author' in entry ? [entry.author] : [])),
      dropped,
      revision,
      ...(admission && { admission }),
      ...(!(isAgain && heard.revision === revision) && { problems: this.problems() }),
    };
  }

  /** Resolves once everything is told, or nobody asks any more. */
  async toldAll(): Promise<void> {
    const endMs = this.first + this.waiting.length;
    for (let left = ASKED_WITHIN_MS; this.first < endMs && left > 0; left -= 50)
      await this.parts.wallClock.sleep(50);
  }

  private problems(): ToldProblem[] {
    return this.parts.problems.list().map((problem) => {
      const { code, about } = problem;
      return { code, about, detail: detailOfProblem(problem) };
    });
  }

  private arrived(next: number): void {
    const count = Math.min(Math.max(0, next - this.first), this.waiting.length);
    this.waiting.splice(0, count);
    this.first += count;
  }

  private add(entries: readonly Entry[]): void {
    this.waiting.push(...entries);
    const excess = this.waiting.length - MOST_WAITING;
    if (excess > 0) {
      const gone = this.waiting.splice(0, excess);
      this.first += gone.length;
      for (const entry of gone) if ('mutation' in entry) this.dropped += entry.mutation.count;
    }
    this.news.abort();
    this.news = new AbortController();
  }
}
