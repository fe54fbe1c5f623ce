import { sizedContainers } from '../../objects/sized-containers';
import type { HorizontalPodAutoscaler, Pod } from '../../objects/types';
import type { ApprovalFacts } from '../features/approvals/judge';
import { asApproved, readUnapproved } from '../features/approvals/new-pods';
import { isBeforeFirstChange } from '../features/first-change/first-change';
import { forNewPods } from '../features/with-hpa/for-new-pods';
import { withGiven } from '../features/with-hpa/hpa-given';
import type { CompiledVpa } from '../pods/compiled-vpa';
import { type SampledFor, withoutEarlyLowering } from '../pods/early-lowering';
import { contestedByHpas, type HpaClaim } from '../pods/hpa-claims';
import { type InUse, withPeersUse } from '../pods/in-use';
import { recommendationForPod } from '../pods/memory-limit/for-pod';
import { withHeldAmounts } from '../pods/outcome/hold';
import type { Recommendation } from '../pods/recommendation';
import { decidePod, type Grounds, type PodDecision } from './decide';
import { type LeftAsStated, leftAsStated } from './left-as-stated';
import { statedAmounts } from './pod-amounts';
import type { PodController } from './pod-controller';
import type { ReviewWorld } from './review-world';
import { type CapacityNow, type Deciding, withinCapacity } from './within-capacity';

/** Everything besides the pod that says what it gets. */
export interface NewPodGrounds extends Omit<Grounds, 'recommendation' | 'raised' | 'contested'> {
  /** What is recommended, before anything of it is held back. */
  readonly recommended: Recommendation | undefined;
  /** What people have decided; absent if its changes need no approval, or whatever they decided. */
  readonly approvals?: ApprovalsNow | undefined;
  /** The time by which the VPA is old enough to change pods, or is not; absent if its age does not matter. */
  readonly nowMs?: number | undefined;
  /** What its peers use now; absent if nobody knows. */
  readonly inUse?: InUse | undefined;
  /** Absent if it does not matter. */
  readonly sampled?: SampledFor | undefined;
  /** The HPAs that scale its pods, as far as they are heeded. */
  readonly hpas: readonly HorizontalPodAutoscaler[];
  /** Absent if it does not matter whether the pod finds a node at once. */
  readonly capacityNow?: CapacityNow | undefined;
}

interface ApprovalsNow {
  readonly facts: ApprovalFacts;
  readonly nowMs: number;
}

export interface NewPod {
  readonly decision: PodDecision;
  /** As recommended, without what is held back since it did harm. */
  readonly wanted: Recommendation | undefined;
  /** As far as it needs no approval or has one. */
  readonly approved: Recommendation | undefined;
  /** With what HPAs leave of it; the one that is applied. */
  readonly recommendation: Recommendation | undefined;
  /** What HPAs keep for themselves. */
  readonly claims: readonly HpaClaim[];
  left(): LeftAsStated[];
}

/** The pod, the VPA that controls it as it counts for it, and what controls the pod. */
export interface ControlledPod {
  readonly namespace: string;
  readonly pod: Pod;
  readonly vpa: CompiledVpa;
  readonly controller: PodController;
}

export type NewPodWorld = Pick<
  ReviewWorld,
  'approvalsOf' | 'hpasOf' | 'limits' | 'quotas' | 'toCome' | 'largestNode' | 'capacityNow'
>;

/** What the world says of a new pod, and `more` that is known of it: one object with all, since reviews are many. */
export function groundsIn(
  world: NewPodWorld,
  { namespace, pod, vpa, controller }: ControlledPod,
  nowMs: number,
  more: Pick<NewPodGrounds, 'recommended' | 'inUse' | 'sampled' | 'options' | 'markIsCopied'>,
): NewPodGrounds {
  const quotas = world.quotas(namespace);
  const facts = world.approvalsOf(vpa);
  return {
    vpa,
    approvals: facts && { facts, nowMs },
    nowMs,
    hpas: world.hpasOf(vpa, controller),
    limits: world.limits(namespace),
    quotas,
    toCome: quotas.length > 0 ? world.toCome(namespace, pod) : undefined,
    largestNode: () => world.largestNode(pod),
    capacityNow: (made, asked) => world.capacityNow(namespace, made, asked),
    recommended: more.recommended,
    inUse: more.inUse,
    sampled: more.sampled,
    options: more.options,
    markIsCopied: more.markIsCopied,
  };
}

const NO_CLAIMS: readonly HpaClaim[] = [];

/**
 * What a new pod gets from the VPA that controls it: what is recommended, without what is held back, as far as it is
 * approved, with what its HPA gives, within what bounds it. The one answer for admission and for all that tell of it.
 * @throws QuantityError for an amount of the pod that cannot be read
 */
export function decideNewPod(pod: Pod, grounds: NewPodGrounds): NewPod {
  const { vpa, recommended, approvals, nowMs, hpas, inUse, sampled, capacityNow } = grounds;
  const held = vpa.outcome?.held;
  const wanted = withHeldAmounts(recommended, held);
  // What a person approved is held back too once it did harm.
  const approved = withHeldAmounts(approvedOf(vpa, wanted, approvals), held);
  const { claims, given } =
    hpas.length > 0 ? forNewPods(vpa, approved, hpas) : { claims: NO_CLAIMS, given: new Map() };
  const recommendation = withGiven(approved, given);
  const contested = contestedByHpas(claims);
  const sized = sizedContainers(pod.spec, grounds.options.withSidecars);
  const forPod = recommendationForPod(recommendation, vpa, pod.spec, grounds.limits);
  const stated = () => sized.map(statedAmounts);
  const unlowered = withoutEarlyLowering(
    forPod,
    stated,
    sampled,
    (container, resource) => given.get(container)?.[resource] !== undefined,
  );
  const safe = withPeersUse(unlowered.recommendation, stated, vpa, grounds.limits, inUse);
  const isTooYoung = nowMs !== undefined && isBeforeFirstChange(vpa.vpa, nowMs);
  const decide: Deciding = ({ recommendation: of, mayBoost, cut }) => {
    const { limits, quotas, toCome, largestNode, markIsCopied, options } = grounds;
    const raised = [unlowered.raised, safe.raised, ...(cut ? [cut] : [])].filter(({ size }) => size > 0);
    return decidePod(pod, {
      vpa,
      recommendation: of,
      raised: raised.length > 0 ? raised : undefined,
      limits,
      quotas,
      toCome,
      largestNode,
      contested,
      markIsCopied,
      options: mayBoost ? options : { ...options, startupBoost: false },
    });
  };
  const decision: PodDecision = isTooYoung
    ? { kind: 'unchanged', reason: 'before-first-change', vpa }
    : withinCapacity(pod, safe.recommendation, capacityNow, decide);
  return {
    decision,
    wanted,
    approved,
    recommendation,
    claims,
    left: () =>
      leftAsStated({
        containers: sized.map(({ name }) => name),
        vpa,
        isTooYoung,
        recommendation,
        wanted,
        claims,
        plans: decision.kind === 'patched' ? decision.plans : [],
      }),
  };
}

/** In mode Initial no running pod is changed, so nobody is asked. */
function approvedOf(
  { vpa, mode }: CompiledVpa,
  wanted: Recommendation | undefined,
  approvals: ApprovalsNow | undefined,
): Recommendation | undefined {
  if (!approvals || mode === 'Initial') return wanted;
  return asApproved(wanted, approvals.facts, readUnapproved(vpa), approvals.nowMs);
}
