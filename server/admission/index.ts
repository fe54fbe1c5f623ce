import { nodeCapacity } from '../cluster/node-capacity';
import { nodeSupply } from '../cluster/node-supply';
import type { AdmissionHealth } from '../contract/admission';
import { isBeforeFirstChange } from '../decide/features/first-change/first-change';
import type { Reviewed } from '../decide/new/outcomes';
import type { AdmissionRequest, AdmissionVerdict } from '../decide/new/review-types';
import type { CompiledVpa } from '../decide/pods/compiled-vpa';
import { OBSERVED_ANNOTATION } from '../decide/pods/pod-annotations';
import { ADMISSION_LEASE_NAME, admissionHolder, LeaseKeeper } from '../kube/lease';
import type { RoleContext, RoleHandle } from '../kube/role-context';
import type { CacheState } from '../kube/watch-cache';
import { errorText } from '../lib/report/errors';
import { type SpanFacts, spanSink } from '../lib/report/spans';
import { controllerOf } from '../objects/owners';
import type { Pod } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { aboutObject, aboutVpa } from '../words/object-fault';
import { Reviewer, type ReviewerOptions } from './reviewer';
import { HealthKeeper } from './serving/health';
import { LikeMutations, type MutationRecorder } from './serving/like-mutations';
import { AdmissionMetrics } from './serving/metrics';
import { RecentReviews } from './serving/recent-reviews';
import { SELF_NAMESPACE, withSelf } from './serving/self-review';
import { type ServingTimings, WebhookServing } from './serving/serving';
import { Stalls } from './serving/stalls';
import { UnusablePods } from './serving/unusable-pods';
import { reviewsPodsOf } from './serving/webhook-configuration';
import type { AdmissionSettings } from './settings';
import { reviewingBy, type Trials, trialsBy } from './trials';
import { ClusterWorld } from './watch/cluster-world';
import { FOLLOWED_KINDS } from './watch/kinds';
import { watchPods } from './watch/pod-watch';
import { fromStatus, type LiveRecommender, RecommendationSource } from './watch/recommendation-source';
import { HttpRecommender } from './watch/remote-recommender';
import { UnpatchedWatch } from './watch/unpatched';
import { UnpatchedConditions } from './watch/unpatched-conditions';

export { CERTIFICATE_SECRET_NAME } from './serving/names';
export { uninstallAdmission } from './serving/uninstall';

const LEASE_DURATION_MS = 60_000;
/** Intervals of checks, in real time; tests use shorter ones. */
interface AdmissionTimings extends ServingTimings {
  healthEveryMs?: number;
  conditionsEveryMs?: number;
  /** How long a registration or a VPA may not apply to a new pod yet. */
  graceMs?: number;
}

export interface AdmissionOptions {
  timings?: AdmissionTimings;
  /** The recommender of this process, once it runs. */
  recommendations?: () => LiveRecommender | undefined;
  isStopped?: (namespace: string, vpa: string) => boolean;
  /** Called for every VPA that is created or changed, with the user; the API server may still refuse it. */
  accepted?: (namespace: string, vpa: VerticalPodAutoscaler, who: string) => void;
  recorder?: MutationRecorder;
}

/** The running admission role. */
export interface AdmissionHandle extends RoleHandle, Trials {
  /** The port the webhook listens on; undefined while it has no certificate. */
  readonly port: number | undefined;
  /** When the serving certificate expires, Unix ms of real time; undefined without one. */
  readonly certificateExpiresMs: number | undefined;
  health(): AdmissionHealth;
}

/**
 * Starts reviewing pods and VPAs. What the cluster is not ready for (certificates, registration, lease) is
 * retried without limit and reported as a problem meanwhile.
 * @throws Error if the webhook's port cannot be used
 */
export async function startAdmission(
  context: RoleContext<AdmissionSettings>,
  options: AdmissionOptions = {},
): Promise<AdmissionHandle> {
  const { config, clock, wallClock, client, caches, problems } = context;
  const timings = options.timings ?? {};
  const log = context.log.child({ room: 'admission' });
  const metrics = new AdmissionMetrics(context.metrics);
  const recorded = options.recorder && new LikeMutations(options.recorder, clock, context.loops);
  caches.start(FOLLOWED_KINDS);
  const { pods, stop: stopPods } = watchPods(context);
  const world = new ClusterWorld(caches, context.targets, config, problems, {
    nodeIndex: pods === caches.pods ? nodeCapacity(caches) : nodeCapacity({ nodes: caches.nodes, pods }),
    supply: nodeSupply(context),
  });
  const remote = config.admissionRecommenderUrl
    ? new HttpRecommender(config.admissionRecommenderUrl, config.admissionRecommenderBudgetMs, wallClock)
    : undefined;
  const source = new RecommendationSource(wallClock, options.recommendations ?? (() => undefined), remote);
  const unusable = new UnusablePods(wallClock, problems);
  const reviewing: ReviewerOptions = {
    world: withSelf(world),
    source: {
      recommendationFor: (vpa, workload) =>
        vpa.namespace === SELF_NAMESPACE ? fromStatus(vpa) : source.recommendationFor(vpa, workload),
    },
    ...reviewingBy(config),
    // A stop of everything does not apply to the self-review: admission works anyway.
    isStopped: (namespace, vpa) =>
      namespace !== SELF_NAMESPACE && (options.isStopped?.(namespace, vpa) ?? false),
    accepted: options.accepted,
    admitted: (namespace, pod, plans) => {
      if (namespace !== SELF_NAMESPACE) world.reserve(namespace, pod, plans);
    },
    clock,
    mutated: (mutation) => {
      if (mutation.namespace !== SELF_NAMESPACE && !mutation.dryRun) recorded?.add(mutation);
    },
    failed: (kind, request, fault) => {
      if (fault instanceof Error)
        log.error({ err: fault }, 'A review failed; its object was admitted unchanged');
      // What is only tried changes nothing, so nothing is wrong with the cluster.
      if (!request.dryRun) unusable.report(aboutReviewed(kind, request), errorText(fault));
    },
    withheld: (vpa, detail, { dryRun }) => {
      if (!dryRun) problems.report('patch-withheld', aboutVpa(vpa), detail);
    },
  };
  const reviewer = new Reviewer(reviewing);
  const trials = trialsBy(context, world, reviewing);

  const lateMs = config.admissionTimeoutMs / 2;
  const recent = new RecentReviews(wallClock, lateMs);
  const stalls = new Stalls(wallClock, lateMs);
  const counted = (request: AdmissionRequest, reviewed: Reviewed, startedAt: number): AdmissionVerdict => {
    if (request.namespace !== SELF_NAMESPACE) {
      const durationMs = performance.now() - startedAt;
      spanSink()?.ended('admission review', wallClock.now() - durationMs, () =>
        reviewFacts(request, reviewed),
      );
      metrics.reviewed(reviewed, durationMs / 1000);
      // One failed review says nothing about the others; the self-review notices if all fail.
      recent.answered(durationMs);
      if (!request.dryRun && reviewed.outcome !== 'failed' && reviewed.outcome !== 'unreadable')
        unusable.reviewed(() => aboutReviewed(reviewed.resource, request));
      if (reviewed.resource === 'Pod' && reviewed.verdict.operations === undefined) unpatched.cameThrough();
    }
    return reviewed.verdict;
  };
  const serving = new WebhookServing(context, {
    metrics,
    log,
    timings,
    review: (request) => {
      const startedAt = performance.now();
      const reviewed = reviewer.review(request);
      return reviewed instanceof Promise
        ? reviewed.then((settled) => counted(request, settled, startedAt))
        : counted(request, reviewed, startedAt);
    },
    shed: () => {
      metrics.shed();
      recent.lost();
    },
    unproven: () => metrics.unproven(),
    namespaces: () =>
      new Set(
        [...caches.vpas.namespaces()].filter((one) => world.hasVpas(one) && reviewsPodsOf(config, one)),
      ),
  });

  const actingVpa = (pod: Pod): CompiledVpa | undefined => {
    const namespace = pod.metadata.namespace ?? '';
    if (!world.hasVpas(namespace)) return undefined;
    const vpa = reviewer.controlling(world.controllerOf(namespace, pod));
    if (!vpa || !reviewer.acts(vpa)) return undefined;
    const madeMs = Date.parse(pod.metadata.creationTimestamp ?? '');
    return isBeforeFirstChange(vpa.vpa, madeMs) ? undefined : vpa;
  };
  const unpatched = new UnpatchedWatch({
    pods,
    controlling: actingVpa,
    isAsked: (namespace) => reviewsPodsOf(config, namespace) && !serving.registrar.leavesOut(namespace),
    isMarkCopied: (pod) => isMarkCopied(world, pod),
    clock,
    problems,
    metrics,
    graceMs: timings.graceMs,
  });
  const conditions = new UnpatchedConditions({
    client,
    wallClock,
    vpas: caches.vpas,
    pods,
    isServed: (vpa) => world.isServed(vpa),
    unpatched,
    problems,
    loops: context.loops,
    everyMs: timings.conditionsEveryMs,
  });
  const lease = new LeaseKeeper(
    client,
    {
      namespace: config.systemNamespace,
      name: ADMISSION_LEASE_NAME,
      holder: admissionHolder(),
      durationMs: LEASE_DURATION_MS,
    },
    wallClock,
  );
  const health = new HealthKeeper({
    hasVpas: () => caches.vpas.state.kind !== 'absent',
    checks: [
      { name: 'registered', check: () => serving.registrar.fault() },
      { name: 'knows-vpas', check: () => vpasFault(caches.vpas.state, world.isReady(), wallClock.now()) },
      {
        name: 'answers-through-tls',
        check: () => (world.isReady() ? serving.answerFault() : undefined),
      },
      {
        name: 'answers-in-time',
        isPassing: true,
        check: () => {
          unusable.forgetOld();
          return recent.fault() ?? stalls.fault();
        },
      },
      { name: 'pods-come-patched', check: () => unpatched.fault() },
    ],
    lease,
    wallClock,
    problems,
    loops: context.loops,
    everyMs: timings.healthEveryMs,
    changed: (state) => {
      metrics.healthy.set(state.kind === 'healthy' ? 1 : 0);
      if (state.kind === 'healthy') unpatched.expectFromNow();
    },
  });

  await serving.start();
  void caches.settled(FOLLOWED_KINDS).then(() => {
    stalls.forget();
    health.start();
    conditions.start();
  });

  return {
    ...trials,
    get port() {
      return serving.port;
    },
    get certificateExpiresMs() {
      return serving.certificateExpiresMs;
    },
    health: () => health.health,
    waitsFor: () => {
      if (serving.port === undefined) return 'a certificate for the webhook';
      const knows = world.isReady() || caches.vpas.state.kind === 'absent';
      return knows ? undefined : 'the VPAs and LimitRanges to review pods by';
    },
    async stop() {
      await health.stop();
      await conditions.stop();
      stalls.close();
      unpatched.close();
      await stopPods();
      await serving.stop();
      await recorded?.stop();
      world.close();
      await remote?.close();
    },
  };
}

/** The object under review in words; a pod often has no name yet. */
function aboutReviewed(kind: string, { namespace, name, object }: AdmissionRequest): string {
  const { generateName } = (object?.metadata ?? {}) as { generateName?: unknown };
  return aboutObject(kind === 'VPA' ? 'VerticalPodAutoscaler' : kind, {
    metadata: { namespace, name: name || object?.metadata?.name || generateName || '' },
  });
}

/** Why reviews do not know the current VPAs; undefined if they do. */
function vpasFault(state: CacheState, isReady: boolean, nowMs: number): string | undefined {
  if (state.kind === 'forbidden') return 'reading VPAs is forbidden';
  if (state.kind === 'failing' && nowMs - state.sinceMs >= LEASE_DURATION_MS)
    return `VPAs cannot be watched: ${state.error.message}`;
  return isReady ? undefined : 'the VPAs or LimitRanges of the cluster are not known yet';
}

/** A patch annotation that came with the template says nothing about the pod. */
function isMarkCopied(world: ClusterWorld, { metadata }: Pod): boolean {
  const owner = controllerOf(metadata.ownerReferences);
  const annotations = owner && world.templateAnnotations(metadata.namespace ?? '', owner);
  return annotations?.[OBSERVED_ANNOTATION] !== undefined;
}

function reviewFacts({ uid, operation, namespace, dryRun }: AdmissionRequest, reviewed: Reviewed): SpanFacts {
  return {
    'plumbline.review.uid': uid,
    'plumbline.review.operation': operation,
    'plumbline.review.resource': reviewed.resource,
    'plumbline.review.dry_run': dryRun === true,
    'plumbline.outcome': reviewed.outcome,
    'k8s.namespace.name': namespace,
  };
}
