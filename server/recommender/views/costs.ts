import type { BoundsByNamespace } from '../../cluster/bounds-by-namespace';
import { scopeOf } from '../../decide/features/node-scope/scope';
import { readableHpas } from '../../decide/features/with-hpa/readable-hpas';
import {
  type CostedPod,
  type CostRules,
  podChanges,
  type WorkloadCost,
  workloadCost,
} from '../../decide/new/workload-cost';
import { type CompiledVpa, compileRecommendation, withWholePod } from '../../decide/pods/compiled-vpa';
import { countedVpa } from '../../decide/pods/counted-vpa';
import type { InUse } from '../../decide/pods/in-use';
import type { NamespaceLimits } from '../../decide/pods/limit-bounds';
import type { Both } from '../../decide/pods/money/price';
import { withHeldAmounts } from '../../decide/pods/outcome/hold';
import type { ContainerAmounts } from '../../decide/pods/proportions';
import type { QuotaLeft } from '../../decide/pods/quota-left';
import type { Recommendation } from '../../decide/pods/recommendation';
import { readVpa } from '../../decide/pods/vpa-reading';
import type { ClusterCaches } from '../../kube/caches';
import type { RoleContext } from '../../kube/role-context';
import type { TargetResolver } from '../../kube/targets';
import type { ClusterState } from '../../model/cluster-state';
import type { PriceTable } from '../../model/price-table';
import type { Labels } from '../../objects/selector';
import { sizedContainers } from '../../objects/sized-containers';
import { isOnPodGroup, ownerKey } from '../../objects/target-key';
import type { HorizontalPodAutoscaler, Pod, PodSpec } from '../../objects/types';
import { partOfWorkload, partOnNodes } from '../../words/outcome-parts';
import type { Groups } from '../groups';
import type { RecommenderSettings } from '../settings';
import type { ServedVpa } from '../vpas/served-vpa';
import { amountsOf } from './capped';

/** What bounds what pods get, beside their VPA. */
interface CostBounds {
  /** The merged LimitRanges of a namespace. */
  limitsOf(namespace: string): NamespaceLimits;
  /** What its quotas have left, as far as they are heeded. */
  quotasOf(namespace: string): readonly QuotaLeft[];
  /** The HPAs that scale a workload, by its key, as far as they are heeded. */
  hpasOf(namespace: string, workload: string): readonly HorizontalPodAutoscaler[];
  /** What the pods of a workload use now, by its key. */
  inUseBy(workload: string): InUse | undefined;
  withSidecars: boolean;
}

/** As everybody who decides about new pods heeds it. */
export function costBounds(
  {
    caches,
    config,
  }: Pick<
    RoleContext<Pick<RecommenderSettings, 'respectRoom' | 'respectConflicts' | 'nativeSidecars'>>,
    'caches' | 'config'
  >,
  bounds: BoundsByNamespace,
  inUseBy: CostBounds['inUseBy'],
): CostBounds {
  return {
    limitsOf: (namespace) => bounds.limits(namespace).limits,
    quotasOf: (namespace) => (config.respectRoom ? bounds.quotas(namespace).left : []),
    hpasOf: (namespace, workload) =>
      config.respectConflicts ? caches.hpasByTarget.targetingKey(namespace, workload) : [],
    inUseBy,
    withSidecars: config.nativeSidecars,
  };
}

interface CostParts extends CostBounds {
  prices: () => PriceTable | undefined;
  caches: Pick<ClusterCaches, 'pods' | 'nodes' | 'vpas'>;
  state: Pick<ClusterState, 'usageOf'> & {
    vpasFor(namespace: string, labels: Labels): Iterable<{ readonly name: string }>;
  };
  recommending: { knowledgeOf(namespace: string, name: string): { readonly pods: readonly PodName[] } };
  groups: Pick<Groups, 'groupOn'>;
  targets: Pick<TargetResolver, 'topmostController'>;
}

const ALONE = { hpas: [], inUse: undefined };

interface PodName {
  readonly namespace: string;
  readonly name: string;
}

/** What a pod would request more than it does, or less: millicores and bytes. */
export interface PodChange extends PodName {
  readonly change: Both;
}

/** What the live pods of VPAs cost, from what this process knows now. */
export class Costs {
  constructor(private readonly parts: CostParts) {}

  /** @throws QuantityError if a pod or the status has an amount that is none, as for all methods */
  of(served: ServedVpa): WorkloadCost {
    return workloadCost(this.podsOf(served), this.rulesOf(served));
  }

  /** What each of its pods on a node would request more than it does, or less. */
  changesOf(served: ServedVpa): PodChange[] {
    return Array.from(
      podChanges(this.podsOf(served), this.rulesOf(served)),
      ({ pod: { namespace, name }, change }) => ({ namespace, name, change }),
    );
  }

  private rulesOf(served: ServedVpa): CostRules {
    const { prices, caches, limitsOf, quotasOf, hpasOf, inUseBy, withSidecars } = this.parts;
    const { namespace } = served;
    const { compiled, fault } = readVpa(served.vpa);
    // Nothing of a VPA that cannot be read is applied.
    const ofContainers = fault ? undefined : compileRecommendation(served.recommendation);
    const stated = ofContainers && withWholePod(ofContainers, served.vpa);
    const recommendation = withHeldAmounts(stated, compiled.outcome?.held);
    return {
      vpa: compiled,
      recommendation,
      stated,
      ...(!fault && this.ofUnlikePods(served, compiled, stated)),
      limits: limitsOf(namespace),
      quotas: quotasOf(namespace),
      around: (workload) => {
        const scaled = workload ?? (compiled.target && ownerKey(compiled.target));
        if (scaled === undefined) return ALONE;
        return { hpas: readableHpas(hpasOf(namespace, scaled)).hpas, inUse: inUseBy(scaled) };
      },
      withSidecars,
      prices: prices(),
      labelsOf: (name) => {
        const node = caches.nodes.get('', name);
        return node && (node.metadata.labels ?? {});
      },
    };
  }

  /** What counts for pods by their nodes and workloads, each with what is held there. */
  private ofUnlikePods(
    served: ServedVpa,
    { vpa, outcomes }: CompiledVpa,
    stated: Recommendation | undefined,
  ): Pick<CostRules, 'recommendationOf'> {
    const groupOn = this.parts.groups.groupOn(served);
    if (!groupOn && !outcomes) return {};
    const scope = scopeOf(vpa) ?? '';
    const byPart = new Map<string, Recommendation | undefined>();
    return {
      recommendationOf: (node, workload) => {
        const group = groupOn?.(node);
        const all = partOfWorkload(workload);
        const part = group ? partOnNodes(all, scope, group.value) : all;
        if (!byPart.has(part)) {
          const own = group ? compileRecommendation(group.recommendation) : stated;
          byPart.set(part, withHeldAmounts(own, outcomes?.get(part)?.held));
        }
        return byPart.get(part);
      },
    };
  }

  private *podsOf({ namespace, name, vpa }: ServedVpa): Generator<CostedPod & PodName> {
    const { caches, recommending, targets } = this.parts;
    const isByWorkload = isOnPodGroup(vpa);
    let stated: { of: PodSpec; amounts: readonly ContainerAmounts[] } | undefined;
    let shared: { labels: unknown; isElsewhere: boolean } | undefined;
    for (const { namespace: space, name: podName } of recommending.knowledgeOf(namespace, name).pods) {
      const pod = caches.pods.get(space, podName);
      if (!pod) continue;
      const { spec } = pod;
      const { labels = {}, ownerReferences } = pod.metadata;
      const workload = isByWorkload ? targets.topmostController(space, ownerReferences) : undefined;
      if (!stated || !statesTheSame(stated.of, spec))
        stated = { of: spec, amounts: sizedContainers(spec).map(amountsOf) };
      if (shared?.labels !== labels)
        shared = { labels, isElsewhere: this.isElsewhere(namespace, name, labels) };
      yield {
        namespace: space,
        name: podName,
        node: spec.nodeName,
        stamp: stated.amounts,
        spec,
        containers: stated.amounts.map((one) => this.measured(one, pod)),
        isElsewhere: shared.isElsewhere,
        ...(workload && { workload: ownerKey(workload) }),
      };
    }
  }

  /** Whether pods with these labels count with another VPA that has them too. */
  private isElsewhere(namespace: string, name: string, labels: Labels): boolean {
    const { state, caches } = this.parts;
    const names = [...state.vpasFor(namespace, labels)];
    if (names.length < 2) return false;
    const vpas = names.flatMap((one) => caches.vpas.get(namespace, one.name) ?? []);
    return countedVpa(vpas.map((one) => readVpa(one).compiled))?.name !== name;
  }

  private measured(container: ContainerAmounts, { metadata: { namespace = '', name } }: Pod) {
    const usage = this.parts.state.usageOf(namespace, name, container.name);
    return { ...container, use: usage && { cpu: usage.cpuMillicores, memory: usage.memoryBytes } };
  }
}

/** Pods of one template share their lists. */
function statesTheSame(a: PodSpec, b: PodSpec): boolean {
  return (
    a.containers === b.containers && a.initContainers === b.initContainers && a.resources === b.resources
  );
}
