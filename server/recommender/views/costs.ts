import { conflictsOf, contestedBy } from '../../features/with-hpa/conflicts';
import type { ClusterCaches } from '../../kube/caches';
import { sizedContainers } from '../../kube/sized-containers';
import type { Pod, PodSpec } from '../../kube/types';
import type { ClusterState } from '../../model/cluster-state';
import type { Labels } from '../../model/selector';
import { compileRecommendation } from '../../policy/compiled-vpa';
import { countedVpa } from '../../policy/counted-vpa';
import type { NamespaceLimits } from '../../policy/limit-bounds';
import type { Both } from '../../policy/money/price';
import {
  type CostedPod,
  type CostRules,
  podChanges,
  type WorkloadCost,
  workloadCost,
} from '../../policy/money/workload-cost';
import type { ContainerAmounts } from '../../policy/proportions';
import { readVpa } from '../../policy/vpa-reading';
import type { VpaRecord } from '../books/vpa-record';
import type { Groups } from '../groups';
import type { Recommending } from '../recommend/recommending';
import type { RecommenderSettings } from '../settings';
import { amountsOf } from './held';

interface CostParts {
  config: Pick<RecommenderSettings, 'prices'>;
  caches: Pick<ClusterCaches, 'pods' | 'nodes' | 'vpas' | 'hpasByTarget'>;
  state: Pick<ClusterState, 'usageOf' | 'vpasFor'>;
  recommending: Pick<Recommending, 'knowledgeOf'>;
  groups: Pick<Groups, 'costedBy'>;
  /** The merged LimitRanges of a namespace. */
  limitsOf(namespace: string): NamespaceLimits;
}

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
  of(record: VpaRecord): WorkloadCost {
    return workloadCost(this.podsOf(record), this.rulesOf(record));
  }

  /** What each of its pods on a node would request more than it does, or less. */
  changesOf(record: VpaRecord): PodChange[] {
    return Array.from(
      podChanges(this.podsOf(record), this.rulesOf(record)),
      ({ pod: { namespace, name }, change }) => ({ namespace, name, change }),
    );
  }

  private rulesOf(record: VpaRecord): CostRules {
    const { config, caches, limitsOf } = this.parts;
    const { compiled, fault } = readVpa(record.vpa);
    // Nothing of a VPA that cannot be read is applied.
    const recommendation = fault ? undefined : compileRecommendation(record.recommendation);
    const scalers = compiled.target ? caches.hpasByTarget.targeting(compiled.target) : [];
    return {
      vpa: compiled,
      recommendation,
      ...(!fault && this.parts.groups.costedBy(record)),
      limits: limitsOf(record.namespace),
      contested: contestedBy(conflictsOf({ ...compiled, recommendation }, [], scalers)),
      prices: config.prices,
      labelsOf: (name) => {
        const node = caches.nodes.get('', name);
        return node && (node.metadata.labels ?? {});
      },
    };
  }

  private *podsOf({ namespace, name }: VpaRecord): Generator<CostedPod & PodName> {
    const { caches, recommending } = this.parts;
    let stated: { of: PodSpec; amounts: readonly ContainerAmounts[] } | undefined;
    let shared: { labels: unknown; isElsewhere: boolean } | undefined;
    for (const { namespace: space, name: podName } of recommending.knowledgeOf(namespace, name).pods) {
      const pod = caches.pods.get(space, podName);
      if (!pod) continue;
      const { spec } = pod;
      const { labels = {} } = pod.metadata;
      if (!stated || !statesTheSame(stated.of, spec))
        stated = { of: spec, amounts: sizedContainers(spec).map(amountsOf) };
      if (shared?.labels !== labels)
        shared = { labels, isElsewhere: this.isElsewhere(namespace, name, labels) };
      yield {
        namespace: space,
        name: podName,
        node: spec.nodeName,
        stamp: stated.amounts,
        ...((spec.resources || (spec.initContainers?.length ?? 0) > 0) && { spec }),
        containers: stated.amounts.map((one) => this.measured(one, pod)),
        isElsewhere: shared.isElsewhere,
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
  return a.containers === b.containers && a.initContainers === b.initContainers;
}
