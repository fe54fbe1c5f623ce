import { FairShare } from '../lib/memo/fair-share';
import type { Logger } from '../lib/report/log';
import { shortened } from '../lib/report/shortened';
import type { Clock } from '../lib/time/clock';
import { PROBLEM_TABLE, type ProblemCode, remedyOf } from '../words/problems';

export interface Problem {
  code: ProblemCode;
  about: string;
  /** The full message for people: sentence, object, cause. */
  message: string;
  remedy: string;
  firstSeenMs: number;
  lastSeenMs: number;
  count: number;
}

/** The namespace of a problem's object: `Pod shop/web-1`; undefined if it has none. */
export function namespaceOfProblem({ about }: Pick<Problem, 'about'>): string | undefined {
  return /^\S+ ([^/\s]+)\/[^/\s]+/.exec(about)?.[1];
}

/** The VPA of a problem: `VerticalPodAutoscaler shop/web`, also with a container after it; undefined for another object. */
export function vpaOfProblem({
  about,
}: Pick<Problem, 'about'>): { namespace: string; name: string } | undefined {
  const [, namespace, name] = /^VerticalPodAutoscaler ([^/\s]+)\/([^/\s,]+)(?:,.*)?$/.exec(about) ?? [];
  return namespace && name ? { namespace, name } : undefined;
}

/** The container of a problem: `VerticalPodAutoscaler shop/web, container app`; undefined if it is not about one. */
export function containerOfProblem({ about }: Pick<Problem, 'about'>): string | undefined {
  return /^VerticalPodAutoscaler \S+, container (\S+)$/.exec(about)?.[1];
}

/** What the message of a problem adds to its sentence and its object. */
export function detailOfProblem({
  code,
  about,
  message,
}: Pick<Problem, 'code' | 'about' | 'message'>): string {
  const said = `${PROBLEM_TABLE[code].sentence}: ${about}`;
  return message.startsWith(said) ? message.slice(said.length).replace(/^: /, '') : message;
}

/** A kind, a namespace and a name, each as long as Kubernetes allows; longer ones come from no cluster. */
const LONGEST_ABOUT = 640;
/** What is wrong, with what others wrote into it. */
const LONGEST_DETAIL = 2_000;
const MAX_PROBLEMS = 1000;
/** Of the problems left out, at most this many are told apart. */
const MAX_LEFT_OUT = 100_000;
/** The count of problems left out is logged at the first, then each time it grew by this factor. */
const LOG_AGAIN_AT_TIMES = 10;
const LEFT_OUT = 'beyond the list';

/** Reports the problems of one room. Changes only its own; may read all. */
export interface ProblemReporter {
  /** Reports that something is wrong, or still is. */
  report(code: ProblemCode, about: string, detail?: string): void;
  /** Clears the problem, as far as this room is concerned. */
  clear(code: ProblemCode, about: string): void;
  /** Clears every problem of `code` whose object is not in `still`. */
  clearExcept(code: ProblemCode, still: ReadonlySet<string>): void;
  /** The problems of all rooms. */
  list(): readonly Problem[];
}

/** One room's report of a problem. */
interface Report {
  detail: string;
  firstSeenMs: number;
  lastSeenMs: number;
  count: number;
}

/** A problem with each room's report of it, by room. */
interface Entry {
  code: ProblemCode;
  about: string;
  reports: Map<string, Report>;
}

/**
 * What is wrong right now: logged once when it appears and once when it clears, listed on the pages. A
 * problem lasts while any room that reported it still does. When the list is full, further problems are only
 * counted, except the first of each code, and those of namespaces with fewer in the list than another.
 */
export class ProblemBoard {
  /** Rises whenever a problem is reported or cleared. */
  revision = 0;
  private listed: { readonly revision: number; readonly problems: readonly Problem[] } | undefined;
  private readonly entries = new Map<string, Entry>();
  /** The keys of the entries by namespace; what is in none is together. */
  private readonly shares = new FairShare<string>(Number.POSITIVE_INFINITY);
  /** Problems that did not fit, by room. */
  private readonly leftOut = new Map<string, Set<string>>();
  private leftOutCount = 0;
  private leftOutFirstMs = 0;
  private leftOutLastMs = 0;
  /** The count of problems left out at which it is logged next. */
  private logAtLeftOut = 1;

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
    /** Takes out of a text what nobody may read. */
    private readonly hide: (text: string) => string = (text) => text,
  ) {}

  /** The reporter of a room, which alone clears what it reports. */
  by(reporter: string): ProblemReporter {
    const { hide } = this;
    // Objects of the cluster are named as they are.
    const named = (about: string) => shortened(about.includes('://') ? hide(about) : about, LONGEST_ABOUT);
    return {
      report: (code, about, detail = '') =>
        this.report(reporter, code, named(about), shortened(hide(detail), LONGEST_DETAIL)),
      clear: (code, about) => this.clear(reporter, code, named(about)),
      clearExcept: (code, still) => this.clearExcept(reporter, code, new Set([...still].map(named))),
      list: () => this.list(),
    };
  }

  /** The problems listed, and if some did not fit, one more that counts them. */
  list(): readonly Problem[] {
    if (this.listed?.revision !== this.revision) {
      const problems = [...this.entries.values()].map(problemOf);
      if (this.leftOutCount > 0) problems.push(this.leftOutProblem());
      this.listed = { revision: this.revision, problems };
    }
    return this.listed.problems;
  }

  private report(reporter: string, code: ProblemCode, about: string, detail: string): void {
    this.revision++;
    const key = keyOf(code, about);
    const nowMs = this.clock.now();
    const entry = this.entries.get(key);
    const known = entry?.reports.get(reporter);
    if (known) {
      known.lastSeenMs = nowMs;
      known.count++;
      known.detail = detail;
      return;
    }
    if (!entry && !this.hasSpaceFor(reporter, code, key, about)) {
      this.leaveOut(reporter, key, nowMs);
      return;
    }
    const report = { detail, firstSeenMs: nowMs, lastSeenMs: nowMs, count: 1 };
    if (entry) entry.reports.set(reporter, report);
    else {
      if (this.entries.size >= MAX_PROBLEMS && this.hasFew(about)) this.makeSpace(nowMs);
      this.entries.set(key, { code, about, reports: new Map([[reporter, report]]) });
      this.shares.set(shareOf(about), key, key);
      this.log.warn(
        { code, about, by: reporter, remedy: remedyOf(code, about, detail) },
        messageOf(code, about, detail),
      );
    }
    this.dropLeftOut(reporter, key);
  }

  private clear(reporter: string, code: ProblemCode, about: string): void {
    const key = keyOf(code, about);
    const entry = this.entries.get(key);
    if (entry?.reports.delete(reporter)) this.revision++;
    if (entry?.reports.size === 0) {
      this.entries.delete(key);
      this.shares.delete(shareOf(about), key);
      this.log.info({ code, about }, `Resolved: ${PROBLEM_TABLE[code].sentence}: ${about}`);
    }
    this.dropLeftOut(reporter, key);
  }

  private clearExcept(reporter: string, code: ProblemCode, still: ReadonlySet<string>): void {
    const prefix = keyOf(code, '');
    for (const key of [...this.entries.keys(), ...(this.leftOut.get(reporter) ?? [])]) {
      const about = key.slice(prefix.length);
      if (key.startsWith(prefix) && !still.has(about)) this.clear(reporter, code, about);
    }
  }

  private hasSpaceFor(reporter: string, code: ProblemCode, key: string, about: string): boolean {
    if (this.entries.size < MAX_PROBLEMS) return true;
    if (this.hasFew(about)) return true;
    if (this.leftOut.get(reporter)?.has(key)) return false;
    for (const problem of this.entries.values()) if (problem.code === code) return false;
    return true;
  }

  /** Whether the namespace would still have fewer in the list than another that gave way to it. */
  private hasFew(about: string): boolean {
    return this.shares.sizeOf(shareOf(about)) + 1 < this.shares.sizeOfLargest;
  }

  /** The namespace with most problems gives way. */
  private makeSpace(nowMs: number): void {
    const key = this.shares.dropFromLargest();
    const entry = key === undefined ? undefined : this.entries.get(key);
    if (key === undefined || !entry) return;
    this.entries.delete(key);
    for (const reporter of entry.reports.keys()) this.leaveOut(reporter, key, nowMs);
  }

  private leaveOut(reporter: string, key: string, nowMs: number): void {
    if (this.leftOutCount === 0) this.leftOutFirstMs = nowMs;
    this.leftOutLastMs = nowMs;
    const known = this.leftOut.get(reporter) ?? new Set();
    if (this.leftOutCount < MAX_LEFT_OUT && !known.has(key)) {
      this.leftOut.set(reporter, known.add(key));
      this.leftOutCount++;
    }
    if (this.leftOutCount < this.logAtLeftOut) return;
    this.logAtLeftOut *= LOG_AGAIN_AT_TIMES;
    const { code, about, remedy, message } = this.leftOutProblem();
    this.log.warn({ code, about, remedy }, message);
  }

  private dropLeftOut(reporter: string, key: string): void {
    if (!this.leftOut.get(reporter)?.delete(key)) return;
    this.revision++;
    this.leftOutCount--;
    if (this.leftOutCount > 0) return;
    this.logAtLeftOut = 1;
    const code = 'problems-left-out';
    this.log.info({ code, about: LEFT_OUT }, `Resolved: ${PROBLEM_TABLE[code].sentence}`);
  }

  private leftOutProblem(): Problem {
    const code = 'problems-left-out';
    return {
      code,
      about: LEFT_OUT,
      message: messageOf(code, LEFT_OUT, `${this.leftOutCount} more`),
      remedy: PROBLEM_TABLE[code].remedy,
      firstSeenMs: this.leftOutFirstMs,
      lastSeenMs: this.leftOutLastMs,
      count: this.leftOutCount,
    };
  }
}

function shareOf(about: string): string {
  return namespaceOfProblem({ about }) ?? '';
}

function keyOf(code: ProblemCode, about: string): string {
  return `${code} ${about}`;
}

function messageOf(code: ProblemCode, about: string, detail: string): string {
  return `${PROBLEM_TABLE[code].sentence}: ${about}${detail ? `: ${detail}` : ''}`;
}

/** The reports of all rooms as one cause, each once. */
function problemOf({ code, about, reports }: Entry): Problem {
  const all = [...reports.values()];
  const causes = new Set(all.map(({ detail }) => detail).filter(Boolean));
  const detail = [...causes].join('; ');
  return {
    code,
    about,
    message: messageOf(code, about, detail),
    remedy: remedyOf(code, about, detail),
    firstSeenMs: Math.min(...all.map(({ firstSeenMs }) => firstSeenMs)),
    lastSeenMs: Math.max(...all.map(({ lastSeenMs }) => lastSeenMs)),
    count: all.reduce((sum, { count }) => sum + count, 0),
  };
}
