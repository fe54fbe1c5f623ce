import { boundsByNamespace } from '../cluster/bounds-by-namespace';
import { nodeCapacity } from '../cluster/node-capacity';
import { nodeSupply } from '../cluster/node-supply';
import type { TrialView } from '../contract/admission';
import type { Basis } from '../decide/new/basis';
import type { MutationRecord } from '../decide/new/mutation';
import type { PodController } from '../decide/new/pod-controller';
import type { AdmissionRequest, AdmissionVerdict } from '../decide/new/review-types';
import { globalMaxAllowedFrom } from '../decide/pods/global-max-allowed';
import type { PlanOptions } from '../decide/pods/resource-plan';
import { gatesOf } from '../decide/pods/vpa-faults';
import { unlessMissing } from '../kube/errors';
import type { RoleContext } from '../kube/role-context';
import { cpuFrom } from '../objects/quantity';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { Pod } from '../objects/types';
import {
  answerQuery,
  type RecommendationAnswer,
  type RecommendationQuery,
  type WouldGet,
  wouldGet,
} from './recommendation-query';
import { Reviewer, type ReviewerOptions } from './reviewer';
import { reviewsPodsOf } from './serving/webhook-configuration';
import type { AdmissionSettings } from './settings';
import type { PastedPod } from './trying/manifest';
import { type TriedPod, tryPod } from './trying/trial';
import { ClusterWorld } from './watch/cluster-world';
import { FOLLOWED_KINDS } from './watch/kinds';
import { type LiveRecommender, RecommendationSource } from './watch/recommendation-source';

/** What admission would do, in any process that knows the cluster. */
export interface Trials {
  /** Reviews one request as the webhook would; nothing of it is counted, recorded or reported. */
  review(request: AdmissionRequest): Promise<AdmissionVerdict>;
  /** The same for a pasted pod, as the API server would create it in this namespace. */
  tryPod(pasted: PastedPod, namespace: string): Promise<TrialView>;
  /** What a pod like this one gets if it is made anew, whatever it was given before. */
  wouldGet(namespace: string, pod: Pod): Promise<WouldGet>;
  /** @throws AppError `not-found` */
  recommend(query: RecommendationQuery): Promise<RecommendationAnswer>;
}

type Reviewing = Omit<
  ReviewerOptions,
  'mutated' | 'decided' | 'accepted' | 'admitted' | 'withheld' | 'failed'
>;

/** Trials by what reviews are made by. */
export function trialsBy(
  { config, client, caches }: RoleContext<AdmissionSettings>,
  world: ClusterWorld,
  reviewing: Reviewing,
): Trials {
  const tryOut = withoutTraces(reviewing);
  const reviewer = new Reviewer({ ...reviewing, mutated: ignore, withheld: ignore, failed: ignore });
  const globalMaxAllowed = globalMaxAllowedFrom(config);
  const { source, plan } = reviewing;
  const bounds = boundsByNamespace(caches);
  const asking = {
    source,
    plan,
    world,
    nowMs: () => reviewing.clock.now(),
    leastHistoryToLowerMs: config.leastHistoryToLowerMs,
    controlling: (controller: PodController) => reviewer.controlling(controller),
  };
  return {
    review: async (request) => (await tryOut(request)).reviewed.verdict,
    tryPod: (pasted, namespace) =>
      tryPod(pasted, namespace, {
        review: tryOut,
        controllerOf: (place, pod) => world.controllerOf(place, pod),
        caps: (place) => ({
          ranges: bounds.limits(place).ranges,
          largestNode: world.surroundings(undefined).largestNode,
          globalMaxAllowed,
        }),
      }),
    wouldGet: (namespace, pod) => wouldGet(namespace, pod, asking),
    recommend: (query) =>
      answerQuery(query, {
        ...asking,
        pod: (namespace, name) =>
          unlessMissing(client.request<Pod>('GET', pathOf(API_RESOURCES.pods, namespace, name))),
        vpa: (namespace, name) => caches.vpas.get(namespace, name),
      }),
  };
}

/** Trials that stop following the cluster once they are closed. */
export type OpenTrials = Trials & { close(): void };

interface TrialPorts {
  recommendations(): LiveRecommender | undefined;
  isStopped(namespace: string, vpa: string): boolean;
}

/** Trials where another process admits. Resolves once the cluster is known. */
export async function openTrials(
  context: RoleContext<AdmissionSettings>,
  { recommendations, isStopped }: TrialPorts,
): Promise<OpenTrials> {
  const { config, clock, wallClock, caches, targets, problems } = context;
  caches.start(FOLLOWED_KINDS);
  await caches.settled(FOLLOWED_KINDS);
  const capacity = { nodeIndex: nodeCapacity(caches), supply: nodeSupply(context) };
  const world = new ClusterWorld(
    caches,
    targets,
    config,
    problems,
    caches.pods.isFollowing ? capacity : undefined,
  );
  const trials = trialsBy(context, world, {
    ...reviewingBy(config),
    world,
    source: new RecommendationSource(wallClock, recommendations),
    isStopped,
    clock,
  });
  return { ...trials, close: () => world.close() };
}

export function reviewingBy(config: AdmissionSettings) {
  return {
    recommenders: config,
    gates: gatesOf(config),
    reviewsPodsOf: (namespace: string) => reviewsPodsOf(config, namespace),
    plan: planOptions(config),
    leastHistoryToLowerMs: config.leastHistoryToLowerMs,
  };
}

function planOptions(config: AdmissionSettings): PlanOptions {
  const {
    featureCpuStartupBoost: startupBoost,
    nativeSidecars: withSidecars,
    cpuLimitStep,
    maxAllowedCpuBoost: most,
  } = config;
  const options = { startupBoost, withSidecars, cpuLimitStep };
  return most === '' ? options : { ...options, maxAllowedCpuBoost: cpuFrom(most) };
}

/** Reviews by the same rules, and leaves no trace. */
function withoutTraces(reviewing: Reviewing): (request: AdmissionRequest) => Promise<TriedPod> {
  return async (request) => {
    let record: MutationRecord | undefined;
    let basis: Basis | undefined;
    const reviewer = new Reviewer({
      ...reviewing,
      admitted: ignore,
      mutated: (mutation) => {
        record = mutation.record();
      },
      decided: (found) => {
        basis = found;
      },
      withheld: ignore,
      failed: ignore,
    });
    const reviewed = await reviewer.review(request);
    return { reviewed, record, basis };
  };
}

function ignore(): void {}
