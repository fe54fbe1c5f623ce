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
  'pass-failed': {
    sentence: 'A pass ended before it was through',
    remedy:
      'The next pass tries again by itself; where this stays, the log of this process has the whole error.',
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

/**
 * What is wrong right now: logged once when it appears and once when it goes, listed on the pages. When the
 * list is full, further problems are only counted, but for the first of each code.
 */
export class ProblemBoard {
  private readonly problems = new Map<string, Problem>();
  /** The keys of those that found no place. */
  private readonly leftOut = new Set<string>();
  private leftOutFirstMs = 0;
  private leftOutLastMs = 0;
  /** The next number of left out problems that is worth a line in the log. */
  private logAtLeftOut = 1;

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  report(code: ProblemCode, about: string, detail?: string): void {
    const key = keyOf(code, about);
    const now = this.clock.now();
    const message = messageOf(code, about, detail);
    const { remedy } = PROBLEM_TABLE[code];
    const known = this.problems.get(key);
    if (known) {
      known.lastSeenMs = now;
      known.count++;
      known.message = message;
      return;
    }
    if (!this.hasRoomFor(code, key)) {
      this.leaveOut(key, now);
      return;
    }
    this.problems.set(key, { code, about, message, remedy, firstSeenMs: now, lastSeenMs: now, count: 1 });
    this.log.warn({ code, about, remedy }, message);
    this.dropLeftOut(key);
  }

  clear(code: ProblemCode, about: string): void {
    const key = keyOf(code, about);
    if (this.problems.delete(key))
      this.log.info({ code, about }, `Resolved: ${PROBLEM_TABLE[code].sentence}: ${about}`);
    this.dropLeftOut(key);
  }

  /** Clears every problem of `code` whose object is not in `still`. */
  clearExcept(code: ProblemCode, still: ReadonlySet<string>): void {
    const prefix = keyOf(code, '');
    for (const key of [...this.problems.keys(), ...this.leftOut]) {
      const about = key.slice(prefix.length);
      if (key.startsWith(prefix) && !still.has(about)) this.clear(code, about);
    }
  }

  /** Those that found a place; when others did not, one more that says how many. */
  list(): Problem[] {
    const listed = [...this.problems.values()];
    if (this.leftOut.size > 0) listed.push(this.leftOutProblem());
    return listed;
  }

  private hasRoomFor(code: ProblemCode, key: string): boolean {
    if (this.problems.size < MAX_PROBLEMS) return true;
    if (this.leftOut.has(key)) return false;
    for (const problem of this.problems.values()) if (problem.code === code) return false;
    return true;
  }

  private leaveOut(key: string, nowMs: number): void {
    if (this.leftOut.size === 0) this.leftOutFirstMs = nowMs;
    this.leftOutLastMs = nowMs;
    if (this.leftOut.size < MAX_LEFT_OUT) this.leftOut.add(key);
    if (this.leftOut.size < this.logAtLeftOut) return;
    this.logAtLeftOut *= LOG_AGAIN_AT_TIMES;
    const { code, about, remedy, message } = this.leftOutProblem();
    this.log.warn({ code, about, remedy }, message);
  }

  private dropLeftOut(key: string): void {
    if (!this.leftOut.delete(key) || this.leftOut.size > 0) return;
    this.logAtLeftOut = 1;
    const code = 'problems-left-out';
    this.log.info({ code, about: LEFT_OUT }, `Resolved: ${PROBLEM_TABLE[code].sentence}`);
  }

  private leftOutProblem(): Problem {
    const code = 'problems-left-out';
    return {
      code,
      about: LEFT_OUT,
      message: messageOf(code, LEFT_OUT, `${this.leftOut.size} more`),
      remedy: PROBLEM_TABLE[code].remedy,
      firstSeenMs: this.leftOutFirstMs,
      lastSeenMs: this.leftOutLastMs,
      count: this.leftOut.size,
    };
  }
}

function keyOf(code: ProblemCode, about: string): string {
  return `${code} ${about}`;
}

function messageOf(code: ProblemCode, about: string, detail: string | undefined): string {
  return `${PROBLEM_TABLE[code].sentence}: ${about}${detail ? `: ${detail}` : ''}`;
}
