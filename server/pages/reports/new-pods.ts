import { decidePod } from '../../admission/review/decide';
import { type LeftAsStated, leftAsStated } from '../../admission/review/left-as-stated';
import { statedAmounts } from '../../admission/review/pod-amounts';
import { forNewPods } from '../../features/with-hpa/for-new-pods';
import { withGiven } from '../../features/with-hpa/hpa-given';
import { eachByItself } from '../../kube/object-fault';
import { sizedContainers } from '../../kube/sized-containers';
import type { KubeObject, PodTemplateSpec } from '../../kube/types';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { contestedByHpas } from '../../policy/hpa-claims';
import { effectiveLimits } from '../../policy/limit-bounds';
import { quotaRooms } from '../../policy/quota-room';
import { withRangeDefaults } from '../../policy/range-defaults';
import type { ContainerPlan } from '../../policy/resource-plan';
import { type WrittenSteps, writtenPlan } from '../../policy/written-amounts';
import type { ReportSources } from './sources';

/** What new pods of a template get. */
export interface ForNewPodsOf {
  /** In amounts that people write. */
  readonly plans: readonly ContainerPlan[];
  /** The same for ephemeral storage, in the place of memory. */
  readonly storage: readonly ContainerPlan[];
  /** What stays as stated, and why. */
  readonly left: readonly LeftAsStated[];
  /** Why nothing of it applies. */
  readonly withheld?: string;
}

interface NewPodSources {
  readonly cluster: Pick<ReportSources['cluster'], 'caches'>;
  readonly config: Pick<ReportSources['config'], 'respectConflicts' | 'respectRoom' | 'nativeSidecars'> &
    WrittenSteps;
}

/**
 * What admission makes of a new pod of this template if the VPA acts on it, whatever its mode, stops and
 * approvals.
 * @throws QuantityError naming an amount of the template that cannot be read
 */
export function forNewPodsOf(
  { cluster: { caches }, config }: NewPodSources,
  vpa: CompiledVpa,
  { metadata, spec }: PodTemplateSpec,
): ForNewPodsOf {
  const { namespace, target } = vpa;
  const hpas = target && config.respectConflicts ? caches.hpasByTarget.targeting(target) : [];
  const { claims, given } = forNewPods(vpa, vpa.recommendation, hpas);
  const recommendation = withGiven(vpa.recommendation, given);
  const ranges = readable('LimitRange', caches.limitRanges.list(namespace), (one) => effectiveLimits([one]));
  const quotas = config.respectRoom
    ? readable('ResourceQuota', caches.resourceQuotas.list(namespace), (one) => quotaRooms([one]))
    : [];
  const acting: CompiledVpa = { ...vpa, mode: 'Initial' };
  const contested = contestedByHpas(claims);
  const decision = decidePod(
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, name: vpa.name, namespace },
      spec: {
        ...spec,
        containers: withRangeDefaults(spec.containers, ranges),
        ...(spec.initContainers && { initContainers: withRangeDefaults(spec.initContainers, ranges) }),
      },
    },
    {
      vpa: acting,
      recommendation,
      limits: effectiveLimits(ranges),
      quotas: quotaRooms(quotas),
      options: { startupBoost: false, withSidecars: config.nativeSidecars },
      markIsCopied: true,
      ...(contested && { contested }),
    },
  );
  const [exact, storage] = decision.kind === 'patched' ? [decision.plans, decision.storage] : [[], []];
  const sized = sizedContainers(spec, config.nativeSidecars);
  const limitsOf = new Map(sized.map((one) => [one.name, statedAmounts(one).limits]));
  const plans = exact.map((plan) => writtenPlan(plan, limitsOf.get(plan.name) ?? {}, config));
  const containers = sized.map(({ name }) => name);
  const left = leftAsStated({ containers, vpa: acting, recommendation, claims, plans });
  const withheld = decision.kind === 'unchanged' ? (decision.detail ?? decision.reason) : undefined;
  return { plans, storage, left, ...(withheld !== undefined && { withheld }) };
}

/** The objects that can be read; admission reports the others. */
function readable<T extends KubeObject>(kind: string, objects: Iterable<T>, read: (one: T) => unknown): T[] {
  return eachByItself(kind, [...objects], (one) => {
    read(one);
    return one;
  }).results;
}
