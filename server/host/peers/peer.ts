import type { PartsView } from '../../contract/overview';
import type { ClusterContext } from '../../kube/role-context';
import { Agent } from '../../lib/http/agents';
import { errorText } from '../../lib/report/errors';
import { type Repeating, repeat } from '../../lib/time/repeat';
import type { JournalWriter } from '../../store';
import { recordMutations } from '../mutation-record';
import { type Heard, type PeerEvents, type PolicyAuthor, questionOf, type ToldProblem } from './peer-events';

/** Longer than the other waits for something to tell. */
const ANSWERS_WITHIN_MS = 8_000;
const ANSWERS_AT_ONCE_WITHIN_MS = 5_000;
const BACKOFF = { firstMs: 500, longestMs: 5_000 };
/** So long the other may be away: it starts, or is started again. */
const AWAY_MS = 60_000;
const NOTHING: Heard = { process: '', next: 0, revision: 0 };
const ABOUT = 'the process beside this one';

interface Parts extends Pick<ClusterContext, 'clock' | 'wallClock' | 'problems' | 'loops'> {
  port: number;
  store: JournalWriter;
  authorKnown(author: PolicyAuthor): void;
}

/** The process beside this one that admits, as in a pod of two containers: asks it without end what there is to tell. */
export class Peer {
  /** How admission is there; undefined while that is not known. */
  admission: PartsView['admission'];
  private readonly agent = new Agent({ connections: 1, headersTimeout: ANSWERS_WITHIN_MS });
  private readonly loop: Repeating;
  private last: (Heard & Pick<PeerEvents, 'dropped'>) | undefined;
  private shown: readonly ToldProblem[] = [];
  /** Ends the question under way. */
  private asking = new AbortController();
  private isUrgent = false;
  /** Aborted with the answer to an urgent question. */
  private answered = new AbortController();
  private heardMs: number;
  private heardAtMs: number;

  constructor(private readonly parts: Parts) {
    this.heardMs = parts.wallClock.steady();
    this.heardAtMs = parts.clock.now();
    this.loop = repeat({
      name: 'beside',
      everyMs: 0,
      run: (signal) => this.listen(signal),
      backoff: BACKOFF,
      loops: parts.loops,
    });
  }

  /** Resolves once everything is known here that happened there until now, or the other does not answer. Never rejects. */
  async upToDate(): Promise<void> {
    // The answer under way may be older than what happened, or long in coming.
    this.isUrgent = true;
    this.asking.abort();
    await this.parts.wallClock.sleep(ANSWERS_AT_ONCE_WITHIN_MS, this.answered.signal);
  }

  async stop(): Promise<void> {
    this.answered.abort();
    await this.loop.stop();
    await this.agent.destroy();
  }

  private async listen(signal: AbortSignal): Promise<'done' | 'retry'> {
    const { wallClock, problems } = this.parts;
    const { isUrgent } = this;
    this.isUrgent = false;
    // An urgent question is not cut short by the next one, or none would ever be answered.
    const asking = new AbortController();
    this.asking = isUrgent ? new AbortController() : asking;
    // Not `AbortSignal.any`: each of its signals would be kept until this process ends.
    const stop = () => asking.abort();
    signal.addEventListener('abort', stop, { once: true });
    try {
      this.take(await this.ask(isUrgent, asking.signal));
      if (isUrgent) this.isUpToDate();
      problems.clear('webhook-not-serving', ABOUT);
      return 'done';
    } catch (thrown) {
      if (asking.signal.aborted) return 'done';
      if (wallClock.steady() - this.heardMs < AWAY_MS) return 'retry';
      this.admission = undefined;
      problems.report('webhook-not-serving', ABOUT, errorText(thrown));
      return 'retry';
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private isUpToDate(): void {
    this.answered.abort();
    this.answered = new AbortController();
  }

  private async ask(isUrgent: boolean, signal: AbortSignal): Promise<PeerEvents> {
    const { statusCode, body } = await this.agent.request({
      origin: `http://127.0.0.1:${this.parts.port}`,
      path: questionOf({ ...(this.last ?? NOTHING), isUrgent }),
      method: 'GET',
      signal,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`it answers ${statusCode}`);
    return JSON.parse(text) as PeerEvents;
  }

  private take(told: PeerEvents): void {
    const { wallClock, clock, store, authorKnown } = this.parts;
    for (const author of told.authors) authorKnown(author);
    this.noteLoss(told);
    recordMutations(store).record(...told.mutations);
    this.admission = told.admission;
    if (told.problems) this.show(told.problems);
    const { process, next, revision, dropped } = told;
    this.last = { process, next, revision, dropped };
    this.heardMs = wallClock.steady();
    this.heardAtMs = clock.now();
  }

  /** What it had not told when it ended, or could not keep, is missing in the record. */
  private noteLoss({ process, dropped }: PeerEvents): void {
    const { last, heardAtMs: sinceMs } = this;
    const { clock, store } = this.parts;
    if (!last) return;
    const isSame = last.process === process;
    const lost = isSame ? dropped - last.dropped : dropped;
    if (isSame && lost === 0) return;
    const detail = isSame ? 'more new pods than could be told' : 'the process that admits ended';
    store.record({ kind: 'gap', sinceMs, atMs: clock.now(), dropped: lost, detail });
  }

  private show(problems: readonly ToldProblem[]): void {
    const { problems: reporter } = this.parts;
    const keyOf = ({ code, about, detail }: ToldProblem) => `${code} ${about} ${detail}`;
    const former = new Set(this.shown.map(keyOf));
    const objects = new Set(problems.map(({ code, about }) => `${code} ${about}`));
    for (const { code, about } of this.shown)
      if (!objects.has(`${code} ${about}`)) reporter.clear(code, about);
    for (const problem of problems)
      if (!former.has(keyOf(problem))) reporter.report(problem.code, problem.about, problem.detail);
    this.shown = problems;
  }
}
