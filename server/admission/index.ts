import { randomUUID } from 'node:crypto';
import type { Config } from '../config';
import { isKubeError } from '../kube/client';
import { LeaseKeeper } from '../kube/lease';
import { pathOf, RESOURCES } from '../kube/resources';
import type { RoleContext, RoleHandle } from '../kube/role-context';
import type { Pod } from '../kube/types';
import { cpuFrom } from '../model/quantity';
import type { CompiledVpa } from '../policy/compiled-vpa';
import type { PlanOptions } from '../policy/resource-plan';
import { servingHosts } from './address';
import {
  CertificateKeeper,
  type CertificateSource,
  FileCertificateSource,
  OwnCertificateSource,
} from './certificate-keeper';
import { CertificateSecret } from './certificate-secret';
import { expiryOf, LIFETIMES, type Lifetimes, type ServingMaterial } from './certificates';
import { aboutVpa, ClusterWorld, FOLLOWED_KINDS } from './cluster-world';
import { type AdmissionHealth, HealthKeeper } from './health';
import { WebhookListener } from './listener';
import { AdmissionMetrics } from './metrics';
import { MutationLog, type MutationRecord } from './mutation-log';
import { watchPods } from './pod-watch';
import { RecentReviews } from './recent-reviews';
import { answerQuery, type RecommendationAnswer, type RecommendationQuery } from './recommendation-query';
import { fromStatus, type LiveRecommender, RecommendationSource } from './recommendation-source';
import { Registrar } from './registrar';
import { HttpRecommender } from './remote-recommender';
import type { AdmissionRequest, AdmissionVerdict } from './review-types';
import { type Reviewed, Reviewer } from './reviewer';
import { SELF_NAMESPACE, selfReview, withSelf } from './self-review';
import { type Unpatched, UnpatchedWatch } from './unpatched';

/** Name of the lease that tells the updater admission works; the reference's. */
export const ADMISSION_LEASE_NAME = 'vpa-admission-controller';
/** Name of the Secret that replicas share their certificates in. */
export const CERTIFICATE_SECRET_NAME = 'plumbline-webhook-certificates';

const LEASE_DURATION_MS = 60_000;
const SELF_REVIEW_TIMEOUT_MS = 3_000;
/** An API server learns of a new authority within this, and must before it meets a certificate signed by it. */
const AUTHORITY_SETTLES_MS = 5_000;

/** How often things are looked at, in real time; tests are less patient. */
export interface AdmissionTimings {
  certificateLifetimes?: Lifetimes;
  certificatesEveryMs?: number;
  registrationEveryMs?: number;
  healthEveryMs?: number;
}

export interface AdmissionOptions {
  timings?: AdmissionTimings;
  /** The recommender of this process, once it runs. */
  recommender?: () => LiveRecommender | undefined;
  /** Whether somebody pressed stop for a VPA. */
  isStopped?: (namespace: string, vpa: string) => boolean;
  /** Gets a record of every mutation, at once; must neither wait nor throw. */
  record?: (record: MutationRecord) => void;
}

/** The running admission role. */
export interface AdmissionHandle extends RoleHandle {
  /** The port the webhook listens on; undefined while it has no certificate to serve with. */
  readonly port: number | undefined;
  health(): AdmissionHealth;
  /** The newest mutations, newest first. */
  mutations(): MutationRecord[];
  /** VPAs whose newest pods were created without their patch: evicting them is in vain. */
  unpatched(): Unpatched[];
  /** The pods of one VPA that came without their patch; undefined when its newest came with it. */
  unpatchedOf(namespace: string, vpa: string): Unpatched | undefined;
  /** Reviews one request as the webhook would, without counting it. */
  review(request: AdmissionRequest): Promise<AdmissionVerdict>;
  /** @throws AppError `not-found` */
  recommend(query: RecommendationQuery): Promise<RecommendationAnswer>;
}

/**
 * Starts reviewing pods and VPAs. What the cluster is not ready for (certificates, registration, lease) is
 * tried again for as long as it takes and shown as a problem meanwhile.
 * @throws Error when the port of the webhook cannot be listened on
 */
export async function startAdmission(
  context: RoleContext,
  options: AdmissionOptions = {},
): Promise<AdmissionHandle> {
  const { config, clock, wallClock, client, caches, problems } = context;
  const timings = options.timings ?? {};
  const log = context.log.child({ room: 'admission' });
  const metrics = new AdmissionMetrics(context.metrics);
  const mutations = new MutationLog(options.record);
  caches.start(FOLLOWED_KINDS);
  const { pods, stop: stopPods } = watchPods(context);
  const world = new ClusterWorld(caches, context.targets, config, problems);
  const remote = config.admissionRecommenderUrl
    ? new HttpRecommender(config.admissionRecommenderUrl, config.admissionRecommenderBudgetMs, wallClock)
    : undefined;
  const source = new RecommendationSource(wallClock, options.recommender ?? (() => undefined), remote);
  const plan = planOptions(config);
  const reviewer = new Reviewer({
    world: withSelf(world),
    source: {
      recommendationFor: (vpa) =>
        vpa.namespace === SELF_NAMESPACE ? fromStatus(vpa) : source.recommendationFor(vpa),
    },
    gates: {
      cpuStartupBoost: config.featureCpuStartupBoost,
      perVpaConfig: config.featurePerVpaConfig,
      inPlace: config.featureInPlace,
    },
    plan,
    isStopped: options.isStopped,
    clock,
    record: (record) => {
      if (record.namespace !== SELF_NAMESPACE) mutations.add(record);
    },
    withheld: (vpa, detail) => problems.report('patch-withheld', aboutVpa(vpa.vpa), detail),
  });

  const recent = new RecentReviews(wallClock, config.admissionTimeoutMs / 2);
  const counted = (request: AdmissionRequest, reviewed: Reviewed, startedAt: number): AdmissionVerdict => {
    if (request.namespace !== SELF_NAMESPACE) {
      const durationMs = performance.now() - startedAt;
      metrics.reviewed(reviewed, durationMs / 1000);
      if (reviewed.outcome === 'failed') recent.lost();
      else recent.answered(durationMs);
    }
    return reviewed.verdict;
  };
  const listener = new WebhookListener({
    host: config.admissionHost,
    port: config.admissionPort,
    maxConcurrent: config.admissionMaxConcurrent,
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
  });

  const registrar = new Registrar({
    config,
    client,
    wallClock,
    problems,
    log,
    port: () => listener.port,
    everyMs: timings.registrationEveryMs,
  });
  let served: ServingMaterial | undefined;
  const keeper = new CertificateKeeper({
    source: certificateSource(context, timings.certificateLifetimes),
    wallClock,
    checkEveryMs: timings.certificatesEveryMs,
    changed: async (material) => {
      const isNewAuthority = served !== undefined && served.caPem !== material.caPem;
      if (!served) await listener.start(material);
      await registrar.believe(material.caPem);
      if (isNewAuthority) await wallClock.sleep(AUTHORITY_SETTLES_MS);
      if (served) listener.setMaterial(material);
      served = material;
      metrics.certificateExpiry.set(expiryOf(material) / 1000);
      log.info({ expires: new Date(expiryOf(material)).toISOString() }, 'Webhook certificate in use');
    },
  });

  const unpatched = new UnpatchedWatch({
    pods,
    controlling: (pod) => actingVpa(reviewer, world, plan, pod),
    clock,
    problems,
    metrics,
  });
  const lease = new LeaseKeeper(
    client,
    {
      namespace: config.systemNamespace,
      name: ADMISSION_LEASE_NAME,
      holder: `plumbline-${randomUUID()}`,
      durationMs: LEASE_DURATION_MS,
    },
    wallClock,
  );
  const health = new HealthKeeper({
    checks: [
      { name: 'registered', check: () => registrar.fault() },
      { name: 'answers-through-tls', check: () => checkThroughTls(context, listener, served) },
      { name: 'answers-in-time', check: () => recent.fault() },
      { name: 'pods-come-patched', check: () => unpatched.fault() },
    ],
    lease,
    wallClock,
    problems,
    everyMs: timings.healthEveryMs,
    changed: (state) => {
      metrics.healthy.set(state.kind === 'healthy' ? 1 : 0);
      if (state.kind === 'healthy') unpatched.expectFromNow();
    },
  });

  await keeper.start();
  registrar.start();
  void caches.settled(FOLLOWED_KINDS).then(() => health.start());

  return {
    get port() {
      return listener.port;
    },
    health: () => health.health,
    mutations: () => mutations.list(),
    unpatched: () => unpatched.list(),
    unpatchedOf: (namespace, vpa) => unpatched.of(namespace, vpa),
    review: async (request) => (await reviewer.review(request)).verdict,
    recommend: (query) =>
      answerQuery(query, {
        source,
        plan,
        pod: (namespace, name) => readPod(context, namespace, name),
        vpa: (namespace, name) => caches.vpas.get(namespace, name),
        controllerOf: (namespace, pod) => world.controllerOf(namespace, pod),
        controlling: (namespace, controller) => reviewer.controlling(namespace, controller),
        limits: (namespace) => world.limits(namespace),
      }),
    async stop() {
      await health.stop();
      await Promise.all([registrar.stop(), keeper.stop()]);
      unpatched.close();
      await stopPods();
      await listener.close();
      world.close();
      await remote?.close();
    },
  };
}

async function readPod({ client }: RoleContext, namespace: string, name: string): Promise<Pod | undefined> {
  try {
    return await client.request<Pod>('GET', pathOf(RESOURCES.pods, namespace, name));
  } catch (thrown) {
    if (isKubeError(thrown, 'not-found')) return undefined;
    throw thrown;
  }
}

function planOptions(config: Config): PlanOptions {
  const { featureCpuStartupBoost: startupBoost, maxAllowedCpuBoost: most } = config;
  return most === '' ? { startupBoost } : { startupBoost, maxAllowedCpuBoost: cpuFrom(most) };
}

function certificateSource(
  { config, client, problems }: RoleContext,
  lifetimes: Lifetimes = LIFETIMES,
): CertificateSource {
  const hosts = servingHosts(config);
  const { admissionCertFile: cert, admissionKeyFile: key, admissionCaFile: ca } = config;
  if (cert || key || ca) return new FileCertificateSource({ cert, key, ca }, hosts, problems);
  const secret = new CertificateSecret({
    client,
    namespace: config.systemNamespace,
    name: CERTIFICATE_SECRET_NAME,
    hosts,
    lifetimes,
  });
  return new OwnCertificateSource(secret, hosts, lifetimes, problems);
}

/** The VPA that should have acted on a pod: one that does anything and has something to recommend. */
function actingVpa(
  reviewer: Reviewer,
  world: ClusterWorld,
  plan: PlanOptions,
  pod: Pod,
): CompiledVpa | undefined {
  const namespace = pod.metadata.namespace ?? '';
  if (!world.index.knows(namespace)) return undefined;
  const vpa = reviewer.controlling(namespace, world.controllerOf(namespace, pod));
  return vpa && (vpa.mode !== 'Off' || (vpa.boosts && plan.startupBoost)) ? vpa : undefined;
}

async function checkThroughTls(
  { config, wallClock }: RoleContext,
  { port }: WebhookListener,
  served: ServingMaterial | undefined,
): Promise<string | undefined> {
  if (!served || port === undefined) return 'the listener has not started';
  const host =
    config.admissionHost === '0.0.0.0' || config.admissionHost === '::' ? '127.0.0.1' : config.admissionHost;
  return selfReview({
    host,
    port,
    caPem: served.caPem,
    servername: 'localhost',
    timeoutMs: SELF_REVIEW_TIMEOUT_MS,
    wallClock,
  });
}
