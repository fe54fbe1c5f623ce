import type { Clock } from './clock';
import type { Logger } from './log';

/**
 * Everything that can be wrong with the world around this product, each with the sentence people read and
 * what to do about it. `about` names the object ("VerticalPodAutoscaler shop/web"), `detail` is the cause.
 */
export const PROBLEM_TABLE = {
  'kubeconfig-missing': {
    sentence: 'No kubeconfig was found',
    remedy:
      'Set KUBECONFIG, or run in a pod with a service account, or use `npm run demo` for the embedded cluster.',
  },
  'kubeconfig-malformed': {
    sentence: 'The kubeconfig cannot be used',
    remedy: 'Check it with `kubectl config view --kubeconfig FILE`.',
  },
  'cluster-unreachable': {
    sentence: 'The API server does not answer',
    remedy: 'Check that the server address in the kubeconfig is right and reachable from here.',
  },
  'credentials-refused': {
    sentence: 'The API server refuses the credentials (401)',
    remedy: 'Renew the token or certificate in the kubeconfig, then wait: Plumbline retries by itself.',
  },
  'access-forbidden': {
    sentence: 'The API server refuses access (403)',
    remedy:
      'Grant the verb that the message names to the account Plumbline runs as, see deploy/rbac.yaml; Plumbline retries by itself.',
  },
  'crds-not-installed': {
    sentence: 'The VPA resource definitions are not installed',
    remedy: 'Run `kubectl apply -f deploy/crds/`; Plumbline picks them up by itself.',
  },
  'metrics-not-installed': {
    sentence: 'The metrics API (metrics.k8s.io) is not there',
    remedy: 'Install metrics-server; until then recommendations stay as they are.',
  },
  'metrics-unavailable': {
    sentence: 'The metrics API does not answer',
    remedy:
      'Check the metrics-server pods and `kubectl top pods`; until then recommendations stay as they are.',
  },
  'target-missing': {
    sentence: 'The target of this VPA does not exist',
    remedy: 'Create the workload or correct spec.targetRef.',
  },
  'target-not-topmost': {
    sentence: 'The target of this VPA is itself owned by another controller',
    remedy: 'Point spec.targetRef at the topmost controller.',
  },
  'target-unsupported': {
    sentence: 'The target of this VPA is of a kind without a usable selector',
    remedy: 'Point spec.targetRef at a workload or at a resource with a scale subresource.',
  },
  'target-unknown': {
    sentence: 'The target of this VPA could not be looked up',
    remedy:
      'Grant get on the kind of the target and on its scale subresource, see deploy/rbac.yaml; every pass tries again.',
  },
  'sample-absurd': {
    sentence: 'A usage sample makes no sense and was dropped',
    remedy: 'Check the metrics pipeline and the clocks of the nodes.',
  },
  'checkpoint-unusable': {
    sentence: 'A checkpoint cannot be read and was left out',
    remedy: 'Delete it to start this container afresh: `kubectl delete vpacheckpoint -n NAMESPACE NAME`.',
  },
  'checkpoint-not-written': {
    sentence: 'A checkpoint could not be written',
    remedy:
      'Where it is forbidden, grant create and patch on verticalpodautoscalercheckpoints, see deploy/rbac.yaml; every pass tries again, and until one succeeds a restart loses what was learned since.',
  },
  'checkpoint-name-taken': {
    sentence: 'A checkpoint cannot be written, because another VPA and container make the same name',
    remedy:
      'Rename the VPA or the container of one of the two; until then a restart loses what was learned of the one that is not written.',
  },
  'status-not-written': {
    sentence: 'The status of a VPA could not be written',
    remedy:
      'Where it is forbidden, grant patch on verticalpodautoscalers/status, see deploy/rbac.yaml; every pass tries again.',
  },
  'policy-invalid': {
    sentence: 'The policy of this VPA cannot be used',
    remedy: 'Correct the named field; until then the former recommendation stays.',
  },
  'object-unusable': {
    sentence: 'An object has a field that cannot be read and is left out',
    remedy: 'Correct the field; everything else goes on without this object meanwhile.',
  },
  'webhook-not-registered': {
    sentence: 'The admission webhook is not registered with the API server',
    remedy:
      'Grant the verbs on mutatingwebhookconfigurations, see deploy/rbac.yaml; Plumbline retries by itself.',
  },
  'webhook-registered-elsewhere': {
    sentence: 'Another Plumbline serves the admission webhook of this cluster',
    remedy:
      'Stop one of the two, or let both be reached through one Service (PLUMBLINE_ADMISSION_SERVICE_NAME); this one takes over by itself when the other is gone.',
  },
  'webhook-address-unknown': {
    sentence: 'Nothing says where the API server reaches the admission webhook',
    remedy: 'Set PLUMBLINE_ADMISSION_SERVICE_NAME in a cluster, or PLUMBLINE_ADMISSION_URL outside of one.',
  },
  'webhook-certificate-unusable': {
    sentence: 'The certificate of the admission webhook cannot be used',
    remedy: 'Check the files of PLUMBLINE_ADMISSION_CERT_FILE, _KEY_FILE and _CA_FILE.',
  },
  'webhook-certificate-not-shared': {
    sentence: 'The certificates of the admission webhook could not be kept in their Secret',
    remedy:
      'Grant the verbs on secrets in the system namespace; until then they are made anew at every start.',
  },
  'webhook-not-serving': {
    sentence: 'The admission webhook does not answer as it should',
    remedy: 'No pod is evicted until it does; look at the log of this process.',
  },
  'admission-lease-not-renewed': {
    sentence: 'The lease that says admission works could not be renewed',
    remedy: 'Grant the verbs on leases in the system namespace; until then no pod is evicted.',
  },
  'pods-unpatched': {
    sentence: 'Pods of this VPA are created without its recommendation',
    remedy:
      'Check that the API server reaches the webhook and that no selector leaves these pods out; none of them is evicted until then.',
  },
  'patch-withheld': {
    sentence: 'A pod was left as it was, because the recommendation would have made it invalid',
    remedy: 'Check the resources of its containers against the policy of the VPA and the limit ranges.',
  },
  'role-not-started': {
    sentence: 'A role of this process could not start',
    remedy: 'Mend what the message names and restart this process; the other roles go on meanwhile.',
  },
  'loop-failed': {
    sentence: 'Regular work of this process failed',
    remedy: 'It is tried again by itself; where this stays, the log of this process has the whole error.',
  },
  'unforeseen-error': {
    sentence: 'This process met an error that it did not foresee',
    remedy:
      'It goes on serving; the log of this process has the whole error. Restart it when it can be done.',
  },
  'problems-left-out': {
    sentence: 'There are more problems than are listed and logged',
    remedy: 'Mend the ones listed; others take their places once they are met again.',
  },
} as const;

export type ProblemCode = keyof typeof PROBLEM_TABLE;

export interface Problem {
  code: ProblemCode;
  about: string;
  /** The whole message for people: sentence, object, cause. */
  message: string;
  remedy: string;
  firstSeenMs: number;
  lastSeenMs: number;
  count: number;
}

const MAX_PROBLEMS = 1000;
/** Of those left out, so many are told apart at most. */
const MAX_LEFT_OUT = 100_000;
/** Their number is logged when there is one, and again when there are so many times more. */
const LOG_AGAIN_AT_TIMES = 10;
const LEFT_OUT = 'beyond the list';

/** What one room tells of its problems. It touches those of no other room, and may read them all. */
export interface ProblemReporter {
  /** Says that something is wrong, or still is. */
  report(code: ProblemCode, about: string, detail?: string): void;
  /** Says that it is wrong no more, as far as this room knows. */
  clear(code: ProblemCode, about: string): void;
  /** Clears every problem of `code` whose object is not in `still`. */
  clearExcept(code: ProblemCode, still: ReadonlySet<string>): void;
  /** What all rooms say is wrong. */
  list(): Problem[];
}

/** What one room says of a problem. */
interface Report {
  detail: string;
  firstSeenMs: number;
  lastSeenMs: number;
  count: number;
}

/** A problem with what each room says of it, by room. */
interface Entry {
  code: ProblemCode;
  about: string;
  reports: Map<string, Report>;
}

/**
 * What is wrong right now: logged once when it appears and once when it goes, listed on the pages. A problem is
 * there for as long as one of the rooms that reported it says so. When the list is full, further problems are
 * only counted, but for the first of each code.
 */
export class ProblemBoard {
  private readonly entries = new Map<string, Entry>();
  /** Those that found no place, by room. */
  private readonly leftOut = new Map<string, Set<string>>();
  private leftOutCount = 0;
  private leftOutFirstMs = 0;
  private leftOutLastMs = 0;
  /** The next number of left out problems that is worth a line in the log. */
  private logAtLeftOut = 1;

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** The reporter of a room: what it reports, it alone clears. */
  by(room: string): ProblemReporter {
    return {
      report: (code, about, detail) => this.report(room, code, about, detail),
      clear: (code, about) => this.clear(room, code, about),
      clearExcept: (code, still) => this.clearExcept(room, code, still),
      list: () => this.list(),
    };
  }

  /** Those that found a place; when others did not, one more that says how many. */
  list(): Problem[] {
    const listed = [...this.entries.values()].map(problemOf);
    if (this.leftOutCount > 0) listed.push(this.leftOutProblem());
    return listed;
  }

  private report(room: string, code: ProblemCode, about: string, detail = ''): void {
    const key = keyOf(code, about);
    const nowMs = this.clock.now();
    const entry = this.entries.get(key);
    const known = entry?.reports.get(room);
    if (known) {
      known.lastSeenMs = nowMs;
      known.count++;
      known.detail = detail;
      return;
    }
    if (!entry && !this.hasRoomFor(room, code, key)) {
      this.leaveOut(room, key, nowMs);
      return;
    }
    const report = { detail, firstSeenMs: nowMs, lastSeenMs: nowMs, count: 1 };
    if (entry) entry.reports.set(room, report);
    else {
      this.entries.set(key, { code, about, reports: new Map([[room, report]]) });
      this.log.warn(
        { code, about, by: room, remedy: PROBLEM_TABLE[code].remedy },
        messageOf(code, about, detail),
      );
    }
    this.dropLeftOut(room, key);
  }

  private clear(room: string, code: ProblemCode, about: string): void {
    const key = keyOf(code, about);
    const entry = this.entries.get(key);
    if (entry?.reports.delete(room) && entry.reports.size === 0) {
      this.entries.delete(key);
      this.log.info({ code, about }, `Resolved: ${PROBLEM_TABLE[code].sentence}: ${about}`);
    }
    this.dropLeftOut(room, key);
  }

  private clearExcept(room: string, code: ProblemCode, still: ReadonlySet<string>): void {
    const prefix = keyOf(code, '');
    for (const key of [...this.entries.keys(), ...(this.leftOut.get(room) ?? [])]) {
      const about = key.slice(prefix.length);
      if (key.startsWith(prefix) && !still.has(about)) this.clear(room, code, about);
    }
  }

  private hasRoomFor(room: string, code: ProblemCode, key: string): boolean {
    if (this.entries.size < MAX_PROBLEMS) return true;
    if (this.leftOut.get(room)?.has(key)) return false;
    for (const problem of this.entries.values()) if (problem.code === code) return false;
    return true;
  }

  private leaveOut(room: string, key: string, nowMs: number): void {
    if (this.leftOutCount === 0) this.leftOutFirstMs = nowMs;
    this.leftOutLastMs = nowMs;
    const known = this.leftOut.get(room) ?? new Set();
    if (this.leftOutCount < MAX_LEFT_OUT && !known.has(key)) {
      this.leftOut.set(room, known.add(key));
      this.leftOutCount++;
    }
    if (this.leftOutCount < this.logAtLeftOut) return;
    this.logAtLeftOut *= LOG_AGAIN_AT_TIMES;
    const { code, about, remedy, message } = this.leftOutProblem();
    this.log.warn({ code, about, remedy }, message);
  }

  private dropLeftOut(room: string, key: string): void {
    if (!this.leftOut.get(room)?.delete(key)) return;
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

function keyOf(code: ProblemCode, about: string): string {
  return `${code} ${about}`;
}

function messageOf(code: ProblemCode, about: string, detail: string): string {
  return `${PROBLEM_TABLE[code].sentence}: ${about}${detail ? `: ${detail}` : ''}`;
}

/** What all rooms together say: each cause once. */
function problemOf({ code, about, reports }: Entry): Problem {
  const all = [...reports.values()];
  const causes = new Set(all.map(({ detail }) => detail).filter(Boolean));
  return {
    code,
    about,
    message: messageOf(code, about, [...causes].join('; ')),
    remedy: PROBLEM_TABLE[code].remedy,
    firstSeenMs: Math.min(...all.map(({ firstSeenMs }) => firstSeenMs)),
    lastSeenMs: Math.max(...all.map(({ lastSeenMs }) => lastSeenMs)),
    count: all.reduce((sum, { count }) => sum + count, 0),
  };
}
