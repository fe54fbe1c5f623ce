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

/** What is wrong right now: logged once when it appears and once when it goes, listed on the pages. */
export class ProblemBoard {
  private readonly problems = new Map<string, Problem>();

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  report(code: ProblemCode, about: string, detail?: string): void {
    const key = `${code} ${about}`;
    const { sentence, remedy } = PROBLEM_TABLE[code];
    const message = `${sentence}: ${about}${detail ? `: ${detail}` : ''}`;
    const now = this.clock.now();
    const known = this.problems.get(key);
    if (known) {
      known.lastSeenMs = now;
      known.count++;
      known.message = message;
      return;
    }
    if (this.problems.size >= MAX_PROBLEMS) {
      const oldest = this.problems.keys().next().value;
      if (oldest !== undefined) this.problems.delete(oldest);
    }
    this.problems.set(key, { code, about, message, remedy, firstSeenMs: now, lastSeenMs: now, count: 1 });
    this.log.warn({ code, about, remedy }, message);
  }

  clear(code: ProblemCode, about: string): void {
    if (this.problems.delete(`${code} ${about}`))
      this.log.info({ code, about }, `Resolved: ${PROBLEM_TABLE[code].sentence}: ${about}`);
  }

  /** Clears every problem of `code` whose object is not in `still`. */
  clearExcept(code: ProblemCode, still: ReadonlySet<string>): void {
    for (const problem of [...this.problems.values()]) {
      if (problem.code === code && !still.has(problem.about)) this.clear(code, problem.about);
    }
  }

  list(): Problem[] {
    return [...this.problems.values()];
  }
}
