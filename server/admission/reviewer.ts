import type { Basis } from '../decide/new/basis';
import type { PodDecision } from '../decide/new/decide';
import { changesOf, type LikeMutation } from '../decide/new/mutation';
import { isNamedAsObjectsAre, LONGEST_NAME } from '../decide/new/names';
import { type ControlledPod, decideNewPod, groundsIn } from '../decide/new/new-pod';
import type { Reviewed, ReviewOutcome } from '../decide/new/outcomes';
import { hasPatchAnnotations } from '../decide/new/pod-amounts';
import { type PodController, targetsOf, workloadOf } from '../decide/new/pod-controller';
import { readPod } from '../decide/new/pod-reading';
import { requiresVpa, requiresVpaRefusal } from '../decide/new/requires-vpa';
import type { AdmissionRequest, AdmissionVerdict } from '../decide/new/review-types';
import type { ReviewWorld } from '../decide/new/review-world';
import type { SourcedRecommendation } from '../decide/new/sourced-recommendation';
import { reviewVpa } from '../decide/new/vpa-review';
import type { CompiledVpa } from '../decide/pods/compiled-vpa';
import type { ContainerPlan } from '../decide/pods/container-plan';
import { actsOnNewPods, controlOf, type PodControl } from '../decide/pods/controlling-vpa';
import { sampledFor } from '../decide/pods/early-lowering';
import type { PlanOptions } from '../decide/pods/resource-plan';
import type { RecommenderNames } from '../decide/pods/serving-recommender';
import type { FeatureGates } from '../decide/pods/vpa-faults';
import { errorText } from '../lib/report/errors';
import { shortened } from '../lib/report/shortened';
import type { Clock } from '../lib/time/clock';
import { controllerOf } from '../objects/owners';
import { QuantityError } from '../objects/quantity';
import { targetOfVpa } from '../objects/target-key';
import type { Pod } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { RecommendationSource } from './watch/recommendation-source';

export interface ReviewerOptions {
  readonly world: ReviewWorld;
  readonly source: Pick<RecommendationSource, 'recommendationFor'>;
  readonly gates: FeatureGates;
  readonly reviewsPodsOf?: (namespace: string) => boolean;
  readonly recommenders: RecommenderNames;
  readonly plan: PlanOptions;
  /** Milliseconds of usage before anything of a new pod is lowered; 0 for none. */
  readonly leastHistoryToLowerMs?: number;
  /** The cluster clock: it dates the records. */
  readonly clock: Clock;
  readonly mutated: (mutation: Mutation) => void;
  /** Called after every decision to patch a pod, with what it was made by. */
  readonly decided?: (basis: Basis) => void;
  /** Called for every pod that is admitted with these amounts, unless it is only tried. */
  readonly admitted?: (namespace: string, pod: Pod, plans: readonly ContainerPlan[]) => void;
  /** Whether a VPA is stopped; takes effect before its mode in the cluster is Off. */
  readonly isStopped?: (namespace: string, vpa: string) => boolean;
  /** Called for every VPA that is created or changed, with the user; the API server may still refuse it. */
  readonly accepted?: (namespace: string, vpa: VerticalPodAutoscaler, who: string) => void;
  /** Called for every pod left unchanged because its patch would make it invalid. */
  readonly withheld: (vpa: CompiledVpa, detail: string, request: AdmissionRequest) => void;
  /** Called for every object that could not be reviewed; `fault` is the object's, or ours. */
  readonly failed: (kind: 'Pod' | 'VPA', request: AdmissionRequest, fault: unknown) => void;
}

/** A pod that gets a patch. */
export interface Mutation extends LikeMutation {
  readonly namespace: string;
  readonly dryRun: boolean;
}

/** A pod under review that a VPA controls. */
interface ReviewedPod extends ControlledPod {
  readonly request: AdmissionRequest;
  /** All VPAs that may act on it. */
  readonly candidates: readonly CompiledVpa[];
}

const NONE: readonly CompiledVpa[] = [];
const ALLOWED: AdmissionVerdict = { allowed: true };

/** Reviews pods and VPAs. Never throws: if anything goes wrong, a pod is admitted unchanged. */
export class Reviewer {
  constructor(private readonly options: ReviewerOptions) {}

  /** Answers at once, unless a recommender in another process must be asked. */
  review(request: AdmissionRequest): Reviewed | Promise<Reviewed> {
    const resource = request.resource?.resource;
    try {
      if (request.subResource) return unchanged('unknown', 'not-reviewed');
      if (!isNamedAsObjectsAre(request)) return unchanged('unknown', 'not-reviewed');
      if (resource === 'pods') return this.reviewPod(request);
      if (resource === 'verticalpodautoscalers') return this.reviewVpa(request);
      return unchanged('unknown', 'not-reviewed');
    } catch (thrown) {
      return this.failed(resource === 'pods' ? 'Pod' : 'VPA', request, thrown);
    }
  }

  /** The VPA that controls new pods of this controller; if none acts, the strongest of the others. */
  controlling(controller: PodController): CompiledVpa | undefined {
    return this.controlOf(controller).controlling;
  }

  /** Whether a pod controlled by this VPA gets anything from it now. */
  acts(vpa: CompiledVpa): boolean {
    return actsOnNewPods(vpa, this.options.gates) && !this.options.isStopped?.(vpa.namespace, vpa.name);
  }

  /** Of a controller that is guessed, the likeliest that has any VPA. */
  private controlOf(controller: PodController): PodControl {
    const { world, gates } = this.options;
    const own = targetsOf(controller)
      .map((target) => world.vpasOf(target))
      .find((vpas) => vpas.length > 0);
    const ofGroups = controller.groups?.flatMap((group) => world.vpasOf(group));
    return controlOf(own ?? NONE, ofGroups ?? NONE, gates);
  }

  private reviewPod(request: AdmissionRequest): Reviewed | Promise<Reviewed> {
    if (request.operation !== 'CREATE') return unchanged('Pod', 'not-reviewed');
    const reading = readPod(request.object);
    if ('fault' in reading) return this.unreadable('Pod', request, reading.fault);
    const { pod } = reading;
    const { world, source } = this.options;
    const namespace = request.namespace ?? pod.metadata.namespace ?? '';
    const required = requiresVpa(pod);
    if (!world.isReady()) return unchanged('Pod', 'not-ready');
    if (!required && !world.hasVpas(namespace)) return unchanged('Pod', 'no-vpa');
    const controller = world.controllerOf(namespace, pod);
    const { candidates, controlling } = this.controlOf(controller);
    if (!controlling) {
      if (required) return { resource: 'Pod', outcome: 'refused', verdict: requiresVpaRefusal(controller) };
      return unchanged('Pod', 'no-vpa');
    }
    const vpa = world.forPod(controlling, pod, controller);
    if (this.options.isStopped?.(vpa.namespace, vpa.name)) return unchanged('Pod', 'stopped', vpa);
    const controlled = { request, namespace, pod, vpa, controller, candidates };
    const sourced = source.recommendationFor(vpa, workloadOf(vpa, controller));
    return sourced instanceof Promise
      ? sourced.then(
          (found) => this.decide(controlled, found),
          (thrown: unknown) => this.failed('Pod', request, thrown),
        )
      : this.decide(controlled, sourced);
  }

  private decide(
    { request, namespace, pod, vpa, controller, candidates }: ReviewedPod,
    { origin, recommendation: recommended, inUse, historyMs }: SourcedRecommendation,
  ): Reviewed {
    try {
      const { world, plan, clock } = this.options;
      const nowMs = clock.now();
      const grounds = groundsIn(world, { namespace, pod, vpa, controller }, nowMs, {
        recommended,
        inUse,
        sampled: sampledFor(vpa.vpa, historyMs, {
          nowMs,
          neededMs: this.options.leastHistoryToLowerMs ?? 0,
        }),
        options: plan,
        markIsCopied: this.isMarkCopied(namespace, pod),
      });
      const { decision, left, wanted, approved, recommendation } = decideNewPod(pod, grounds);
      if (!request.dryRun)
        this.options.admitted?.(namespace, pod, decision.kind === 'patched' ? decision.plans : []);
      if (decision.kind === 'unchanged') {
        if (decision.reason === 'patch-withheld') this.options.withheld(vpa, decision.detail ?? '', request);
        return unchanged('Pod', decision.reason, vpa, decision.detail);
      }
      if (decision.boostWithheld !== undefined)
        this.options.withheld(vpa, `its startup boost: ${decision.boostWithheld}`, request);
      const { beyond } = decision;
      const patch = JSON.stringify(decision.operations);
      const { limits } = grounds;
      this.options.decided?.({ pod, vpa, wanted, approved, recommendation, limits, beyond });
      if (decision.plans.length > 0 || recommendation) {
        const atMs = clock.now();
        const name = pod.metadata.name || (pod.metadata.generateName ?? '');
        const dryRun = request.dryRun === true;
        const { plans, stated } = decision;
        const overruled = this.overruled(vpa, candidates);
        this.options.mutated({
          namespace,
          pod: name,
          vpa: vpa.name,
          origin,
          stated,
          dryRun,
          patch,
          record: () => ({
            atMs,
            namespace,
            pod: name,
            vpa: vpa.name,
            origin,
            dryRun,
            changes: changesOf({ plans, stated }),
            left: left(),
            overruled: overruled.map((other) => other.name),
          }),
        });
      }
      return reviewedPod(decision, patch, vpa);
    } catch (thrown) {
      return this.failed('Pod', request, thrown);
    }
  }

  private failed(resource: 'Pod' | 'VPA', request: AdmissionRequest, thrown: unknown): Reviewed {
    if (thrown instanceof QuantityError) return this.unreadable(resource, request, thrown.message);
    this.options.failed(resource, request, thrown);
    return unchanged(resource, 'failed', undefined, errorText(thrown));
  }

  private unreadable(resource: 'Pod' | 'VPA', request: AdmissionRequest, fault: string): Reviewed {
    this.options.failed(resource, request, fault);
    return unchanged(resource, 'unreadable', undefined, fault);
  }

  /** Other VPAs that would act on the pod without this one. */
  private overruled(vpa: CompiledVpa, candidates: readonly CompiledVpa[]): readonly CompiledVpa[] {
    if (candidates.length === 1) return NONE;
    return candidates.filter((other) => other.vpa !== vpa.vpa && actsOnNewPods(other, this.options.gates));
  }

  private isMarkCopied(namespace: string, pod: Pod): boolean {
    if (!hasPatchAnnotations(pod.metadata.annotations)) return false;
    const owner = controllerOf(pod.metadata.ownerReferences);
    return Boolean(owner && hasPatchAnnotations(this.options.world.templateAnnotations(namespace, owner)));
  }

  private reviewVpa(request: AdmissionRequest): Reviewed {
    const vpa = request.object as VerticalPodAutoscaler | null | undefined;
    if (!vpa?.metadata) return this.unreadable('VPA', request, 'it has no metadata');
    const former =
      request.operation === 'UPDATE' ? (request.oldObject as VerticalPodAutoscaler | null) : null;
    const namespace = request.namespace ?? vpa.metadata.namespace ?? '';
    const { gates, recommenders, world } = this.options;
    const nowMs = this.options.clock.now();
    const reviewsPods = this.options.reviewsPodsOf?.(namespace) ?? true;
    const verdict = reviewVpa({ vpa, former }, { gates, recommenders, nowMs, reviewsPods }, () =>
      world.surroundings(targetOfVpa({ ...vpa, metadata: { ...vpa.metadata, namespace } })),
    );
    const who = request.userInfo?.username && shortened(request.userInfo.username, LONGEST_NAME);
    if (verdict.allowed && who && !request.dryRun) this.options.accepted?.(namespace, vpa, who);
    return { resource: 'VPA', outcome: verdict.allowed ? 'accepted' : 'refused', verdict };
  }
}

function reviewedPod(
  decision: Extract<PodDecision, { kind: 'patched' }>,
  patch: string,
  vpa: CompiledVpa,
): Reviewed {
  return {
    resource: 'Pod',
    outcome: decision.plans.length > 0 ? 'patched' : 'observed',
    verdict: { allowed: true, operations: decision.operations, patch },
    vpa,
    detail: decision.boostWithheld,
  };
}

function unchanged(
  resource: Reviewed['resource'],
  outcome: ReviewOutcome,
  vpa?: CompiledVpa,
  detail?: string,
): Reviewed {
  return { resource, outcome, verdict: ALLOWED, vpa, detail };
}
