import { boundsByNamespace } from '../../cluster/bounds-by-namespace';
import { nodeCapacity } from '../../cluster/node-capacity';
import type { StatedAmounts } from '../../contract/reports';
import type { LeftAsStated } from '../../decide/new/left-as-stated';
import { decideNewPod } from '../../decide/new/new-pod';
import { statedAmounts } from '../../decide/new/pod-amounts';
import { workloadOf } from '../../decide/new/pod-controller';
import { largestAmounts } from '../../decide/places/pareto-front';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import type { ContainerPlan } from '../../decide/pods/container-plan';
import type { Recommendation } from '../../decide/pods/recommendation';
import { withServerDefaults } from '../../decide/pods/server-defaults';
import { type WrittenSteps, writtenPlan } from '../../decide/pods/written-amounts';
import { sizedContainers } from '../../objects/sized-containers';
import { ownerKey } from '../../objects/target-key';
import type { Pod, PodTemplateSpec } from '../../objects/types';
import type { ReportSources } from './sources';

export interface ForNewPodsOf {
  /** In amounts that people write. */
  readonly plans: readonly ContainerPlan[];
  /** Memory limits in bytes of containers that get one apart from their request. */
  readonly limitTargets: ReadonlyMap<string, number>;
  readonly left: readonly LeftAsStated[];
  /** Why nothing of it applies. */
  readonly withheld?: string;
}

/** What is planned for a container; undefined if nothing is. */
export function plannedFor(name: string, { plans }: Pick<ForNewPodsOf, 'plans'>): StatedAmounts | undefined {
  const plan = plans.find((one) => one.name === name);
  return plan && { requests: plan.requests, limits: plan.limits };
}

interface NewPodSources {
  readonly cluster: Pick<ReportSources['cluster'], 'caches'>;
  readonly inUseBy?: ReportSources['inUseBy'];
  readonly config: Pick<
    ReportSources['config'],
    'respectConflicts' | 'respectRoom' | 'nativeSidecars' | 'cpuLimitStep'
  > &
    WrittenSteps;
}

/**
 * What admission makes of a new pod of this template if the VPA acts on it, whatever its mode, stops and
 * approvals.
 * @throws QuantityError naming an amount of the template that cannot be read
 */
export function forNewPodsOf(
  { cluster: { caches }, config, inUseBy }: NewPodSources,
  vpa: CompiledVpa,
  { metadata, spec }: PodTemplateSpec,
): ForNewPodsOf {
  const { namespace } = vpa;
  // HPAs scale the workloads of a PodGroup, never the group, and its pods are told of one by one.
  const target = workloadOf(vpa, { kind: 'none' });
  const bounds = boundsByNamespace(caches);
  const { ranges, limits } = bounds.limits(namespace);
  const pod: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata, name: vpa.name, namespace },
    spec: withServerDefaults(spec, ranges),
  };
  const { decision, recommendation, left } = decideNewPod(pod, {
    vpa: { ...vpa, mode: 'Initial' },
    recommended: vpa.recommendation,
    inUse: target && inUseBy?.(ownerKey(target)),
    hpas: target && config.respectConflicts ? caches.hpasByTarget.targeting(target) : [],
    limits,
    quotas: config.respectRoom ? bounds.quotas(namespace).left : [],
    ...(config.respectRoom && { largestNode: () => largestAmounts(nodeCapacity(caches).frontFor([pod])) }),
    options: {
      startupBoost: false,
      withSidecars: config.nativeSidecars,
      cpuLimitStep: config.cpuLimitStep,
    },
    markIsCopied: true,
  });
  const exact = decision.kind === 'patched' ? decision.plans : [];
  const sized = sizedContainers(spec, config.nativeSidecars);
  const limitsOf = new Map(sized.map((one) => [one.name, statedAmounts(one).limits]));
  const plans = exact.map((plan) => writtenPlan(plan, limitsOf.get(plan.name) ?? {}, config));
  const withheld = decision.kind === 'unchanged' ? (decision.detail ?? decision.reason) : undefined;
  return {
    plans,
    limitTargets: limitTargetsOf(plans, recommendation),
    left: left(),
    ...(withheld !== undefined && { withheld }),
  };
}

/** The limits that hold the peak: those beside which a request is estimated by itself. */
function limitTargetsOf(
  plans: readonly ContainerPlan[],
  recommendation: Recommendation | undefined,
): ReadonlyMap<string, number> {
  return new Map(
    plans.flatMap(({ name, limits: { memory } }) =>
      memory !== undefined && recommendation?.get(name)?.ownLimit ? [[name, memory] as const] : [],
    ),
  );
}
