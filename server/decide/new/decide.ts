import { sizedContainers } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { type Amounts, REQUESTED_RESOURCES } from '../../objects/units';
import type { UnchangedReason } from '../../words/admission';
import { withSeenCpu } from '../pods/bounded-by-use';
import { type CompiledVpa, policyFor } from '../pods/compiled-vpa';
import type { ContainerPlan } from '../pods/container-plan';
import { asControlled, withoutStorage } from '../pods/controlled-signals';
import type { Contested } from '../pods/hpa-claims';
import type { RaisedNotes } from '../pods/in-use';
import type { NamespaceLimits } from '../pods/limit-bounds';
import { recommendationForPod } from '../pods/memory-limit/for-pod';
import { withoutMemoryLimits } from '../pods/outcome/hold';
import { planFault } from '../pods/plan-check';
import { fitWithWhole } from '../pods/pod-level/size-whole';
import { type PodLevelAmounts, podLevelAmounts, withoutResource } from '../pods/pod-resources';
import type { ContainerAmounts } from '../pods/proportions';
import { type BeyondQuota, beyondQuota, type PodsToCome, type QuotaLeft } from '../pods/quota-left';
import type { Recommendation } from '../pods/recommendation';
import { type PlanOptions, planResources } from '../pods/resource-plan';
import { plansInWholeBytes } from '../pods/whole-bytes';
import { admittedAnnotation, exceedsAnnotations, type PatchOperation, patchFor } from './patch';
import { markOf, originalAmounts, statedAmounts } from './pod-amounts';

/** A pod that is changed. */
export interface PatchedPod {
  readonly kind: 'patched';
  readonly vpa: CompiledVpa;
  readonly operations: PatchOperation[];
  /** Empty if nothing is recommended: the pod is then only marked as observed. */
  readonly plans: readonly ContainerPlan[];
  readonly stated: readonly ContainerAmounts[];
  /** What stays as stated because a quota has no room for it. */
  readonly beyond: BeyondQuota;
  /** Why a startup boost was left out, if it was. */
  readonly boostWithheld?: string | undefined;
}

export type PodDecision =
  | PatchedPod
  | { kind: 'unchanged'; reason: UnchangedReason; vpa?: CompiledVpa; detail?: string };

/** Everything besides the pod that the decision needs. */
export interface Grounds {
  /** The VPA that controls it. */
  readonly vpa: CompiledVpa;
  readonly recommendation: Recommendation | undefined;
  /** Why amounts of that are more than what is recommended. */
  readonly raised?: readonly RaisedNotes[];
  readonly limits: NamespaceLimits;
  readonly options: PlanOptions;
  readonly quotas?: readonly QuotaLeft[];
  /** The replicas that have a claim on that. */
  readonly toCome?: PodsToCome;
  /** The most that a node can give of each resource; undefined if nobody knows. */
  readonly largestNode?: () => Amounts | undefined;
  /** Requests that another autoscaler controls. */
  readonly contested?: Contested;
  /**
   * Whether the annotations of an earlier patch came with the pod's template and so say nothing about this
   * pod.
   */
  readonly markIsCopied?: boolean;
}

/**
 * Decides how to change a pod that is being created. Amounts that exceed a quota stay as stated. Never
 * returns a patch that does not apply or makes the pod invalid: what the pod is to state of ephemeral storage or as a
 * whole is left out if it would, and a boost, and a memory limit of ours; a whole patch that would is withheld.
 */
export function decidePod(pod: Pod, grounds: Grounds): PodDecision {
  const { vpa } = grounds;
  const controlled = asControlled(grounds.recommendation, vpa.vpa);
  const recommended = recommendationForPod(controlled, vpa, pod.spec, grounds.limits);
  const decision = decideWith(pod, grounds, recommended);
  const isWithheld = decision.kind === 'unchanged' && decision.reason === 'patch-withheld';
  if (isWithheld) {
    const others = withoutStorage(recommended);
    if (others !== recommended) return decidePod(pod, { ...grounds, recommendation: others });
    const ofContainers = { ...vpa, wholePod: undefined };
    if (vpa.wholePod)
      return { ...decidePod(pod, { ...grounds, recommendation: recommended, vpa: ofContainers }), vpa };
  }
  const isLess = isWithheld || (decision.kind === 'patched' && decision.beyond.has('memory'));
  const recommendation = isLess ? withoutMemoryLimits(recommended) : recommended;
  return recommendation === recommended ? decision : decideWith(pod, grounds, recommendation);
}

/** What to do about it is with whoever wrote them. */
const ANNOTATIONS_FULL =
  'its annotations are so large that those of the patch would exceed the 262144 bytes that the API server takes';

function decideWith(pod: Pod, grounds: Grounds, recommended: Recommendation | undefined): PodDecision {
  const { vpa, limits, options } = grounds;
  if (vpa.mode === 'Off' && !(vpa.boosts && options.startupBoost))
    return { kind: 'unchanged', reason: 'mode-off', vpa };
  const { withSidecars = false } = options;
  const mark = grounds.markIsCopied ? 'none' : markOf(pod, vpa.name, withSidecars);
  if (mark === 'complete') return { kind: 'unchanged', reason: 'already-patched', vpa };
  const stated = sizedContainers(pod.spec, withSidecars).map(statedAmounts);
  const original = mark === 'partial' ? originalAmounts(pod, withSidecars) : stated;
  const recommendation = withSeenCpu(recommended, original, vpa);
  let boostWithheld: string | undefined;
  let detail: string | undefined;
  for (const startupBoost of options.startupBoost && vpa.boosts ? [true, false] : [false]) {
    const { maxAllowedCpuBoost, cpuLimitStep } = options;
    const planFor = (left: Contested | undefined) =>
      newPodPlans(
        { containers: original, whole: podLevelAmounts(pod.spec), vpa, recommendation, limits },
        {
          startupBoost,
          withSidecars,
          maxAllowedCpuBoost,
          cpuLimitStep,
          ...(grounds.largestNode && { largestNode: grounds.largestNode }),
          contested: left,
          scaled: 'controlled',
        },
      ).map((plan) => (grounds.raised ? withRaised(plan, grounds.raised) : plan));
    const { plans: planned, beyond, fault } = withinQuota(planFor, pod, grounds);
    const plans = plansInWholeBytes(pod, planned, withSidecars);
    detail = fault ?? (plans.length > 0 ? planFault(pod, plans, limits) : undefined);
    if (detail === undefined) {
      const isOff = (name: string) => policyFor(vpa, name)?.off === true;
      const patch = patchFor(pod, vpa.name, plans, { isOff, withSidecars });
      const operations = plans.length > 0 ? [...patch, admittedAnnotation(plans)] : patch;
      if (exceedsAnnotations(pod, operations))
        return { kind: 'unchanged', reason: 'patch-withheld', vpa, detail: ANNOTATIONS_FULL };
      return { kind: 'patched', vpa, operations, plans, stated, beyond, boostWithheld };
    }
    boostWithheld = detail;
  }
  return { kind: 'unchanged', reason: 'patch-withheld', vpa, detail };
}

/** The plan with why it is more than what is recommended, first. */
function withRaised(plan: ContainerPlan, raised: readonly RaisedNotes[]): ContainerPlan {
  const own = raised
    .flatMap((notes) => notes.get(plan.name) ?? [])
    .filter(({ resource }) => plan.requests[resource] !== undefined);
  return own.length > 0 ? { ...plan, notes: [...own, ...plan.notes] } : plan;
}

/** The plans without what a quota has no room for, and what is wrong with them if that is not enough. */
function withinQuota(
  planFor: (left: Contested | undefined) => ContainerPlan[],
  { spec }: Pod,
  { quotas = [], toCome, contested }: Grounds,
): { plans: ContainerPlan[]; beyond: BeyondQuota; fault?: string } {
  const wanted = planFor(contested);
  const beyond = beyondQuota(spec, wanted, quotas, toCome);
  if (beyond.size === 0) return { plans: wanted, beyond };
  const plans = planFor({
    has: (container, resource) => beyond.has(resource) || contested?.has(container, resource) === true,
  });
  const isStillBeyond = beyondQuota(spec, plans, quotas, toCome).size > 0;
  return {
    plans,
    beyond,
    fault: isStillBeyond ? 'the quota of the namespace has no room for it' : undefined,
  };
}

/** What a new pod states, and what bounds it. */
interface NewPodParts {
  readonly containers: readonly ContainerAmounts[];
  /** Absent if it states nothing as a whole. */
  readonly whole: PodLevelAmounts | undefined;
  readonly vpa: CompiledVpa;
  readonly recommendation: Recommendation | undefined;
  readonly limits: NamespaceLimits;
}

/**
 * The plans as the reference makes them, but capped to the pod's own resources, without requests of zero, and
 * without containers that the policy turns off (which the reference plans for in corner cases). The one answer to what
 * a new pod would state, for those who decide about it and those who add up what it costs.
 */
function newPodPlans(parts: NewPodParts, options: PlanOptions): ContainerPlan[] {
  const { containers, whole, vpa, recommendation, limits } = parts;
  const plans = planResources(containers, vpa, recommendation, limits, options).filter(
    (plan) => !policyFor(vpa, plan.name)?.off,
  );
  const { contested, cpuLimitStep } = options;
  const fitted = whole
    ? fitWithWhole(plans, containers, whole, { vpa, recommendation, limits, contested, cpuLimitStep })
    : plans;
  return fitted
    .map((plan) => withoutZeroes(withoutLostBoost(plan, containers[plan.index])))
    .filter((plan) => REQUESTED_RESOURCES.some((resource) => plan.requests[resource]));
}

/** Without room in the pod's own resources there is no boost. */
function withoutLostBoost(plan: ContainerPlan, container: ContainerAmounts | undefined): ContainerPlan {
  if (!plan.boosted || (plan.requests.cpu ?? 0) > (container?.requests.cpu ?? 0)) return plan;
  const isHeld = plan.notes.some(({ resource, reason }) => resource === 'cpu' && reason === 'pod-resources');
  return isHeld ? { ...withoutResource(plan, 'cpu'), boosted: false } : plan;
}

/** A request of 0 would take away what the container was promised, so none is written. */
function withoutZeroes(plan: ContainerPlan): ContainerPlan {
  return REQUESTED_RESOURCES.reduce(
    (kept, resource) => (kept.requests[resource] === 0 ? withoutResource(kept, resource) : kept),
    plan,
  );
}
