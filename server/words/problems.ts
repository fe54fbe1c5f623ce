import { SHARED_REMEDIES } from './shared-remedies';

/**
 * Every problem Plumbline reports: the sentence people read and what to do about it. `about` names the object
 * ("VerticalPodAutoscaler shop/web"), `detail` is the cause.
 */
export const PROBLEM_TABLE = {
  'kubeconfig-missing': {
    sentence: 'No kubeconfig was found',
    remedy:
      'Set KUBECONFIG, or run in a pod with a service account, or use `npm run demo` for the embedded cluster.',
  },
  'kubeconfig-malformed': {
    sentence: 'The kubeconfig cannot be used',
    remedy:
      'Correct the file in the message; this shows how it is read: `kubectl config view --kubeconfig FILE`.',
  },
  'cluster-unreachable': {
    sentence: 'The API server does not answer',
    remedy: 'Check the server address in the kubeconfig and that this machine reaches it.',
  },
  'credentials-refused': {
    sentence: 'The API server refuses the credentials (401)',
    remedy: 'Renew the token or certificate in the kubeconfig; Plumbline retries by itself.',
  },
  'clock-differs': {
    sentence: 'The clock of this machine differs from the API server’s',
    remedy:
      'Synchronise it with NTP. Until then Plumbline uses the time of the API server; certificates are still dated by the clock here.',
  },
  'access-forbidden': {
    sentence: 'The API server refuses access (403)',
    remedy:
      'Grant the verb in the message to the account Plumbline uses, see deploy/rbac/; Plumbline retries by itself.',
  },
  'watch-unheard': {
    sentence: 'Watches tell nothing of what the lists of the API server show',
    remedy:
      'Something between Plumbline and the API server holds watches back: let proxies pass on each line at once (for nginx `proxy_buffering off`), or reach the API server without them. Nothing is evicted while a loss is being made up for.',
  },
  'crds-not-installed': {
    sentence: 'The VPA custom resource definitions are not installed',
    remedy: 'Install them; Plumbline finds them by itself: `kubectl apply -f deploy/crds/`.',
  },
  'metrics-not-installed': {
    sentence: 'The metrics API (metrics.k8s.io) is not installed',
    remedy: 'Install metrics-server; until then recommendations stay as they are.',
  },
  'metrics-unavailable': {
    sentence: 'The metrics API does not answer as it should',
    remedy:
      'Check the metrics-server pods; until they answer, recommendations stay as they are. This tries it: `kubectl top pods -A`.',
  },
  'prometheus-unavailable': {
    sentence: 'Prometheus does not answer queries',
    remedy:
      'Check PLUMBLINE_PROMETHEUS_ADDRESS and its credentials; Plumbline retries by itself, and recommends from live usage until then.',
  },
  'prometheus-incomplete': {
    sentence: 'Usage is missing in Prometheus',
    remedy:
      'Check what the message says against the settings PLUMBLINE_PROMETHEUS_…_QUERY and PLUMBLINE_…_LABEL, see docs/settings.md; what was loaded so far is used.',
  },
  'prometheus-partial': {
    sentence: 'Prometheus answers in part',
    remedy:
      'Check the store that the message names: one behind it is away, or a query reads more than it may. What is missing is not taken for unused; what was told counts.',
  },
  'prometheus-young': {
    sentence: 'Prometheus knows no past of these containers yet',
    remedy:
      'Nothing needs to be done: Prometheus, or the containers, have run for less than PLUMBLINE_HISTORY_RESOLUTION, an hour by default. Recommendations grow from what is used from now on; this goes by itself.',
  },
  'signals-unavailable': {
    sentence: 'Signals besides CPU and memory cannot be learned',
    remedy:
      'If one is named, correct its query in PLUMBLINE_SIGNALS or leave it out with PLUMBLINE_SIGNALS_LEFT_OUT; else check PLUMBLINE_PROMETHEUS_ADDRESS. CPU and memory are not affected; Plumbline retries by itself.',
  },
  'target-missing': {
    sentence: 'The target of this VPA does not exist',
    remedy: SHARED_REMEDIES['target-missing'],
  },
  'target-not-topmost': {
    sentence: 'Another controller owns the target of this VPA',
    remedy: SHARED_REMEDIES['target-not-topmost'],
  },
  'target-unsupported': {
    sentence: 'The target of this VPA has no usable selector',
    remedy: SHARED_REMEDIES['target-unsupported'],
  },
  'target-unknown': {
    sentence: 'The target of this VPA cannot be read',
    grant: 'grant get on the kind of the target and on its scale subresource, see deploy/rbac/',
    remedy: 'Every pass tries again.',
  },
  'sample-absurd': {
    sentence: 'A usage sample is implausible and was dropped',
    remedy: 'Check the metrics pipeline and the clocks of the nodes.',
  },
  'memory-leak': {
    sentence: 'A container leaks memory',
    remedy:
      'Mend the leak, or restart the container before it is full; its page shows its last lives. Until then it gets what it needs to live for `PLUMBLINE_LEAK_LIFE`, and no more.',
  },
  'raised-in-vain': {
    sentence: 'More memory did not end the OOM kills of a container',
    remedy:
      'See what it does before it is killed: a leak, or a load that it should bound. If it does need more, raise `minAllowed.memory` of its policy. `PLUMBLINE_RAISES_IN_VAIN` says after how many raises it is held.',
  },
  'checkpoint-unusable': {
    sentence: 'A checkpoint cannot be read and was skipped',
    remedy: 'Delete it to start over for this container: `kubectl delete vpacheckpoint -n NAMESPACE NAME`.',
  },
  'checkpoint-row-unusable': {
    sentence: 'A checkpoint in the database cannot be read and was skipped',
    remedy:
      'Delete its row from the table "Checkpoint" to start over for this container; the message names it by namespace, VPA and container. Plumbline does not overwrite it.',
  },
  'checkpoints-away': {
    sentence: 'The database with the checkpoints does not answer',
    remedy:
      'Check PLUMBLINE_DATABASE_URL and the database; Plumbline keeps recommending and tries again by itself. Until then, a restart loses what was learned since the last checkpoints.',
  },
  'checkpoint-not-written': {
    sentence: 'A checkpoint cannot be written',
    grant: 'grant create and patch on verticalpodautoscalercheckpoints, see deploy/rbac/',
    remedy: 'Every pass tries again; until then, a restart loses what was learned since the last checkpoint.',
  },
  'checkpoint-not-removed': {
    sentence: 'An orphaned checkpoint cannot be removed',
    grant: 'grant delete on verticalpodautoscalercheckpoints, see deploy/rbac/',
    remedy: 'Plumbline tries again at the next collection.',
  },
  'checkpoint-name-taken': {
    sentence: 'A checkpoint cannot be written: another VPA and container share its name',
    remedy:
      'Rename one of the VPAs or containers; until then, a restart loses the history of the one without a checkpoint.',
  },
  'status-not-written': {
    sentence: 'The status of a VPA cannot be written',
    grant: 'grant patch on verticalpodautoscalers/status, see deploy/rbac/',
    remedy: 'Every pass tries again.',
  },
  'kubelets-not-read': {
    sentence: 'No kubelet tells its configuration, so its memoryThrottlingFactor is not known',
    remedy:
      'Apply deploy/optional/read-kubelets.yaml, which grants get on nodes/proxy, and start Plumbline again; or set PLUMBLINE_MEMORY_THROTTLING_FACTOR and unset PLUMBLINE_READ_KUBELETS. Until then the setting counts.',
  },
  'idle-not-published': {
    sentence: 'Idle resources cannot be written to the status of nodes',
    grant:
      'apply deploy/optional/publish-idle.yaml, which grants patch on nodes/status and makes the lease plumbline-nodes, or unset PLUMBLINE_PUBLISH_IDLE',
    remedy: 'Every round tries again.',
  },
  'object-too-large': {
    sentence: 'An object is too large to be used',
    remedy: 'Make it smaller; until then Plumbline ignores it.',
  },
  'namespace-too-large': {
    sentence: 'A namespace has more objects than this process may keep',
    remedy:
      'Delete what is not needed there, or give the process more memory or a larger PLUMBLINE_NAMESPACE_SHARE. Plumbline ignores the objects left out, and picks them up within minutes once there is room; other namespaces are not affected.',
  },
  'policy-invalid': {
    sentence: 'The policy of this VPA cannot be used',
    remedy: 'Correct the field in the message; until then, the last recommendation stays.',
  },
  'recommender-parameters-invalid': {
    sentence: 'The parameters of this VPA’s recommender cannot be used',
    remedy:
      'Correct the annotation plumbline.dev/recommender; until then, the parameters of the settings apply.',
  },
  'calendar-unreadable': {
    sentence: 'The calendar of this VPA cannot be read',
    remedy:
      'Correct the field in the annotation plumbline.dev/calendar, see docs/calendar.md; until then, none of its pods is evicted or resized.',
  },
  'calendar-never-opens': {
    sentence: 'A calendar never opens',
    remedy:
      'Correct its windows or blackouts in the annotation plumbline.dev/calendar, or in PLUMBLINE_CALENDAR if that is named; until then, no pod is evicted or resized.',
  },
  'controlled-signals-invalid': {
    sentence: 'A signal that this VPA asks to control cannot be controlled',
    remedy:
      'Correct the annotation plumbline.dev/controlled-signals, which takes ephemeral-storage, or what the message names; all else works as before.',
  },
  'scope-invalid': {
    sentence: 'The label by which this VPA tells nodes apart cannot be used',
    remedy:
      'Correct what the message names: the annotation plumbline.dev/scope takes the key of one label of nodes.',
  },
  'scope-crowded': {
    sentence: 'A label of nodes has too many values for a recommendation each',
    remedy:
      'Choose a label with at most 50 values in the annotation plumbline.dev/scope, such as the size of the node.',
  },
  'groups-not-written': {
    sentence: 'The recommendations for groups of nodes cannot be written',
    grant: 'grant patch on verticalpodautoscalers, see deploy/rbac/',
    remedy: 'Every pass tries again; until then, all pods get the largest.',
  },
  'memory-limits-not-written': {
    sentence: 'The recommended memory limits cannot be written',
    grant: 'grant patch on verticalpodautoscalers, see deploy/rbac/',
    remedy:
      'Every pass tries again; until then, memory is requested as if limits had to keep their proportion.',
  },
  'seen-cpu-not-written': {
    sentence: 'The CPU that containers were seen to use cannot be written',
    grant: 'grant patch on verticalpodautoscalers, see deploy/rbac/',
    remedy: 'Every pass tries again; until then, CPU limits keep their proportion to requests.',
  },
  'pod-recommendation-not-written': {
    sentence: 'The recommendation for pods as a whole cannot be written',
    grant: 'grant patch on verticalpodautoscalers, see deploy/rbac/',
    remedy: 'Every pass tries again; until then, containers are sized within what their pod states.',
  },
  'graduation-invalid': {
    sentence: 'The rules by which this VPA graduates cannot be read',
    remedy:
      'Correct what the message names in the annotation plumbline.dev/graduation, or in the rule it comes from; until then, its update mode stays.',
  },
  'graduation-not-written': {
    sentence: 'A step of graduation cannot be written',
    grant: 'grant patch on verticalpodautoscalers to the role `rules`, see deploy/rbac/',
    remedy: 'Plumbline tries again every minute.',
  },
  'approvals-invalid': {
    sentence: 'The approvals that a VPA asks for cannot be read',
    remedy:
      'Correct the annotation plumbline.dev/approvals, see docs/approvals.md; until then, every change of its pods waits for a person.',
  },
  'approvals-not-installed': {
    sentence: 'Changes wait for approvals, and ChangeApprovals are not installed',
    remedy: 'Install them; until then, nothing that waits can go on: `kubectl apply -f deploy/crds/`.',
  },
  'approvals-not-noted': {
    sentence: 'The requests that new pods get until an approval cannot be noted on the VPA',
    grant: 'grant patch on verticalpodautoscalers, see deploy/rbac/',
    remedy: 'Every pass tries again; until then, no pod of this VPA is changed.',
  },
  'goes-back-and-forth': {
    sentence: 'The requests of this pod are changed again and again',
    remedy:
      'See in the audit who changes them. If it is Plumbline, raise PLUMBLINE_CHANGE_MARGIN or give the VPA bounds; if it is somebody else, let only one of them do it.',
  },
  'evictions-held': {
    sentence: 'The pods of this VPA have been held back for more than a day',
    remedy:
      'Find what reverts the requests that admission writes: another webhook, an operator, or a webhook configuration that leaves these pods out. One pod is tried again from time to time; a pod that keeps them ends this.',
  },
  'object-unusable': {
    sentence: 'An object with an unreadable field is skipped',
    remedy: 'Correct the field in the message; all other objects are served.',
  },
  'hpa-container-unknown': {
    sentence: 'An HPA scales on a container that no pod of its target has',
    remedy:
      'Correct containerResource.container in the HPA; until then it keeps the VPA off nothing, and the metric fails.',
  },
  'with-hpa-not-applied': {
    sentence: 'The mode that this VPA states for its HPA does not apply',
    remedy:
      'The annotation plumbline.dev/with-hpa takes bottleneck or keep-threshold, for targets with one HPA; keep-threshold needs an HPA that no other tool manages. Until then, the VPA leaves alone all that the HPA scales on.',
  },
  'hpa-not-prepared': {
    sentence: 'What Plumbline must note for an HPA cannot be written',
    grant:
      'grant patch on horizontalpodautoscalers (deploy/optional/keep-threshold.yaml) or on verticalpodautoscalers',
    remedy: 'Every pass tries again; until then, no pod of this VPA is changed.',
  },
  'hpa-contested': {
    sentence:
      'Another controller acts on an HPA that is annotated for Plumbline, so Plumbline does not scale by it',
    remedy:
      'Kubernetes has no setting that keeps its HPA controller off one HPA. Start kube-controller-manager with --controllers=*,-horizontal-pod-autoscaler-controller, or remove the annotation plumbline.dev/controller. Plumbline tries again every 10 minutes.',
  },
  'hpa-target-shared': {
    sentence: 'Several HPAs scale one target',
    remedy: 'Delete all but one of them, and give that one all the metrics.',
  },
  'hpa-sees-no-container': {
    sentence: 'A container is full, and its HPA does not see it',
    remedy:
      'Add a metric of type ContainerResource for the container in the message: the page of the HPA has the patch.',
  },
  'hpa-at-maximum': {
    sentence: 'An HPA is at its maximum, and its metrics ask for more replicas',
    remedy: 'Raise its maximum, or let each pod do more.',
  },
  'hpa-without-metric': {
    sentence: 'An HPA gets no value of its metrics, so it does not scale',
    remedy:
      'See that the metrics API it asks answers, and that every container has a request where it measures shares of requests.',
  },
  'hpa-minimum-idle': {
    sentence: 'An HPA is at its minimum, and far fewer replicas would do',
    remedy: 'Lower its minimum, unless as many must run for other reasons.',
  },
  'hpa-differs': {
    sentence: 'The HPA controller asks for another number of replicas than Plumbline computes',
    remedy:
      'Look at the evaluation of the HPA, and compare the --horizontal-pod-autoscaler flags of kube-controller-manager with the PLUMBLINE_HPA settings.',
  },
  'hpa-not-written': {
    sentence: 'The status of an HPA, or the scale of its target, cannot be written',
    grant: 'apply deploy/optional/horizontal-controller.yaml',
    remedy: 'Every sync tries again.',
  },
  'scaling-policy-invalid': {
    sentence: 'A rule cannot be used',
    remedy: 'Correct the field in the message; until then, its VPAs stay as they are and no more are made.',
  },
  'scaling-policy-kind-unusable': {
    sentence: 'A rule names a kind of workload that cannot be followed',
    remedy:
      'Do what the message says; the rule applies to its other kinds, and to this one once it can be followed.',
  },
  'scaling-policy-part-invalid': {
    sentence: 'A part of a rule does not apply',
    remedy:
      'Correct the part in the message; the rest of the rule applies, and the part is read the safe way.',
  },
  'scaling-policies-conflict': {
    sentence: 'Rules of equal precedence match the same workloads',
    remedy:
      'Give one of them a higher spec.precedence, or exclude the workloads; until then, the older one has them.',
  },
  'scaling-policy-awaits-decision': {
    sentence: 'A deleted rule does not say what should happen to its VPAs',
    remedy: 'Set spec.onDelete to Keep or Remove, as the message shows.',
  },
  'scaling-policy-not-carried-out': {
    sentence: 'A VPA of a rule, or the status of the rule, cannot be written',
    grant: 'apply deploy/rbac/, which grants create, patch and delete on verticalpodautoscalers',
    remedy: 'Plumbline tries again every minute.',
  },
  'webhook-not-registered': {
    sentence: 'The admission webhook is not registered with the API server',
    grant: 'apply deploy/rbac/ again: it makes the MutatingWebhookConfiguration and grants the verbs on it',
    remedy: 'Plumbline tries again by itself.',
  },
  'webhook-registered-elsewhere': {
    sentence: 'Another Plumbline serves the admission webhook of this cluster',
    remedy:
      'Stop one of them, or put both behind one Service (PLUMBLINE_ADMISSION_SERVICE_NAME); this one takes over when the other is gone.',
  },
  'webhook-narrowed': {
    sentence: 'Something added a selector to the admission webhook that leaves out namespaces with VPAs',
    remedy:
      'Move these workloads to another namespace or delete their VPAs. On AKS, `PLUMBLINE_ADMISSION_WEBHOOK_LABELS=admissions.enforcer/disabled=true` keeps its Admissions Enforcer off.',
  },
  'webhook-address-unknown': {
    sentence: 'The address of the admission webhook is not set',
    remedy: 'Set PLUMBLINE_ADMISSION_SERVICE_NAME inside a cluster, or PLUMBLINE_ADMISSION_URL outside.',
  },
  'webhook-certificate-unusable': {
    sentence: 'The certificate of the admission webhook cannot be used',
    remedy: 'Check the files in PLUMBLINE_ADMISSION_CERT_FILE, _KEY_FILE and _CA_FILE.',
  },
  'webhook-certificate-not-shared': {
    sentence: 'The certificates of the admission webhook cannot be stored in their Secret',
    grant: 'apply deploy/rbac/ again: it makes the Secret and grants the verbs on it',
    remedy: 'Until they are stored, every start creates new ones.',
  },
  'webhook-not-serving': {
    sentence: 'The admission webhook does not answer correctly',
    remedy: 'Check the log of this process; no pod is evicted until the webhook answers.',
  },
  'lease-held-by-stranger': {
    sentence: 'A lease of Plumbline is held by something else, so its role does nothing in any process',
    remedy:
      'Stop whatever writes it, delete the lease and apply deploy/rbac/ again, which makes it. Of the accounts in deploy/rbac/, only those of Plumbline may write it. See who holds it: `kubectl describe lease`.',
  },
  'admission-lease-not-renewed': {
    sentence: 'The admission lease cannot be renewed',
    grant: 'apply deploy/rbac/ again: it makes the lease and grants the verbs on it',
    remedy: 'Until it is renewed, no pod is evicted.',
  },
  'pods-unpatched': {
    sentence: 'Pods of this VPA start without its recommendation',
    remedy:
      'Check that the API server reaches the webhook and that no selector excludes these pods; until then, none is evicted.',
  },
  undone: {
    sentence: 'A change made things worse, so Plumbline undid it',
    remedy:
      'Nothing needs to be done: the workload keeps its former requests, and the change is tried once more by itself, with one pod. To try it now, use “Try again” on the page of the workload, or remove the annotation plumbline.dev/outcome from the VPA.',
  },
  'patch-withheld': {
    sentence: 'A pod was not changed, because the recommendation would make it invalid',
    remedy: 'Check the resources of its containers against the policy of the VPA and the limit ranges.',
  },
  'database-unavailable': {
    sentence: 'Plumbline cannot write to its database',
    remedy: SHARED_REMEDIES['database-unavailable'],
  },
  'database-damaged': {
    sentence: 'The database is damaged',
    remedy:
      'Stop Plumbline and put DATABASE_FILE aside, with those of its name that end in -wal and -shm; then put the last copy in its place (docs/backup.md), or start without: a new one is made. Recommending, admission and updating go on meanwhile; the record is not whole until then.',
  },
  'messages-not-delivered': {
    sentence: 'Messages cannot be delivered',
    remedy:
      'Check the address in PLUMBLINE_TELL_URL and what receives it; the page Messages can send a test message. Plumbline keeps trying.',
  },
  'messages-not-shared': {
    sentence: 'Processes cannot agree on which of them sends messages, so one may come twice',
    grant: 'apply deploy/rbac/ again: it makes the lease plumbline-telling and grants the verbs on it',
    remedy: 'Plumbline tries again by itself.',
  },
  'spans-not-sent': {
    sentence: 'Spans cannot be sent to the OpenTelemetry receiver',
    remedy:
      'Check PLUMBLINE_OTLP_ENDPOINT, PLUMBLINE_OTLP_HEADERS and the receiver; Plumbline tries again by itself. Only traces are affected.',
  },
  'role-not-started': {
    sentence: 'A role of this process could not start',
    remedy: 'Fix what the message says and restart this process; the other roles keep running.',
  },
  'loop-failed': {
    sentence: 'A periodic task of this process failed',
    remedy: 'Plumbline tries it again; if it keeps failing, the log of this process has the full error.',
  },
  'pass-overdue': {
    sentence: 'Passes are overdue',
    remedy:
      'Check the log and CPU use of this process, or set a longer interval; until a pass ends, the pages show the result of the last one.',
  },
  'unforeseen-error': {
    sentence: 'This process met an unexpected error',
    remedy:
      'It keeps admitting pods and serving pages, but changes nothing more until it is restarted: its health check fails, so that a kubelet does it. Its log has the full error.',
  },
  'problems-left-out': {
    sentence: 'There are more problems than the list holds',
    remedy: 'Fix the ones listed; others take their place when they occur again.',
  },
} as const;

export type ProblemCode = keyof typeof PROBLEM_TABLE;

/** What became of a request that the API server did not carry out. */
type Failure = 'forbidden' | 'unanswered' | 'refused';

/** The words of RBAC, in all versions (apiserver, authorization/…/forbidden); admission answers 403 as well. */
const FORBIDDEN = /User ".*" cannot \S+ (?:resource|path) "/;

/** By what errors of requests say: `PATCH /apis/…: 422: …`, or that nobody answered. */
function failureIn(detail: string): Failure | undefined {
  if (FORBIDDEN.test(detail)) return 'forbidden';
  if (/: (?:408|429|50[234])\b/.test(detail) || /\bd(?:oes|id) not answer\b/.test(detail))
    return 'unanswered';
  return /: [45]\d\d\b/.test(detail) ? 'refused' : undefined;
}

const UNANSWERED = 'look at the load of the API server and at the network to it';

function byFailure(grant: string, failure: Failure | undefined): string {
  switch (failure) {
    case 'forbidden':
      return `${capitalised(grant)}.`;
    case 'unanswered':
      return `${capitalised(UNANSWERED)}.`;
    case 'refused':
      return 'Mend what the message says: the API server refuses it, and not for a missing right.';
    case undefined:
      return `If it is forbidden (403), ${grant}. If nobody answered, ${UNANSWERED}. Else mend what the message says.`;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What to do about a problem, with the file that it is about in place of a word for it. Where several causes have one
 * problem, `detail` says which it is: what an error of a request says.
 */
export function remedyOf(code: ProblemCode, about = '', detail = ''): string {
  const row: { readonly remedy: string; readonly grant?: string } = PROBLEM_TABLE[code];
  const remedy = row.remedy.replaceAll('DATABASE_FILE', about.replace(/^SQLite file /, ''));
  return row.grant === undefined ? remedy : `${byFailure(row.grant, failureIn(detail))} ${remedy}`;
}
