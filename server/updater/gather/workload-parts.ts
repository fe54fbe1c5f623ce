import type { Config } from '../../config';
import { BudgetIndex } from '../../kube/budget-index';
import type { ClusterCaches } from '../../kube/caches';
import { eachByItself, type ObjectFault } from '../../kube/object-fault';
import { targetOfVpa } from '../../kube/target-key';
import type { TargetResolver } from '../../kube/targets';
import type { HorizontalPodAutoscaler, OwnerReference, Pod, PodDisruptionBudget } from '../../kube/types';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { type Conflict, conflictsOf, scaledResources } from '../../policy/conflicts';
import type { NamespaceLimits } from '../../policy/limit-bounds';
import type { QuotaRoom } from '../../policy/quota-room';
import type { ControllerFacts } from '../plan/plan-input';
import { controllerFacts } from './controllers';
import { limitsByNamespace, quotasByNamespace } from './namespace-facts';
import type { TargetPods } from './pod-groups';
import type { Rivals } from './rivals';
import { sameItems } from './same-input';

/** What was found about one VPA, and from what: looked for again only where that changed. */
export interface Found {
  readonly pods: TargetPods;
  readonly rivals: readonly CompiledVpa[];
  readonly scalers: readonly HorizontalPodAutoscaler[];
  readonly conflicts: readonly Conflict[];
  /** HPAs that cannot be read. */
  readonly faults: readonly ObjectFault[];
  readonly budgetRevision: number;
  readonly budgets: readonly PodDisruptionBudget[];
}

const NO_SCALERS: readonly HorizontalPodAutoscaler[] = [];
const NONE: Pick<Found, 'conflicts' | 'faults'> = { conflicts: [], faults: [] };

/** What the objects around a VPA say about it: budgets, quotas, limit ranges, controllers, other autoscalers. */
export class WorkloadParts {
  private readonly budgets: BudgetIndex;
  private readonly limits: ReturnType<typeof limitsByNamespace>;
  private readonly quotas: ReturnType<typeof quotasByNamespace>;

  constructor(
    private readonly sources: {
      config: Config;
      caches: ClusterCaches;
      targets: Pick<TargetResolver, 'replicasOf'>;
    },
  ) {
    const { caches } = sources;
    this.budgets = new BudgetIndex(caches.podDisruptionBudgets);
    this.limits = limitsByNamespace(caches);
    this.quotas = quotasByNamespace(caches);
  }

  /** What cannot be read in these namespaces, and no budget that cannot. */
  *faultsIn(namespaces: Iterable<string>): Generator<ObjectFault> {
    const { respectRoom } = this.sources.config;
    yield* this.budgets.faults;
    for (const namespace of namespaces) {
      yield* this.limits.of(namespace).faults;
      if (respectRoom) yield* this.quotas.of(namespace).faults;
    }
  }

  find([vpa, ...others]: Rivals, pods: TargetPods, former: Found | undefined): Found {
    const rivals = [vpa, ...others];
    const { namespace } = vpa;
    const scalers = this.scalersOf(vpa);
    const budgetRevision = this.budgets.revisionOf(namespace);
    const hasBudgets = former?.pods === pods && former.budgetRevision === budgetRevision;
    const hasConflicts = former?.scalers === scalers && sameItems(former.rivals, rivals);
    if (former && hasBudgets && hasConflicts) return former;
    return {
      pods,
      rivals,
      scalers,
      ...(former && hasConflicts ? former : this.conflictsOf(vpa, others, scalers)),
      budgetRevision,
      budgets: former && hasBudgets ? former.budgets : this.budgetsFor(namespace, pods.pods),
    };
  }

  limitsIn(namespace: string): NamespaceLimits {
    return this.limits.of(namespace).value;
  }

  quotasIn(namespace: string): readonly QuotaRoom[] {
    return this.sources.config.respectRoom ? this.quotas.of(namespace).value : [];
  }

  budgetsFor(namespace: string, pods: readonly Pod[]): readonly PodDisruptionBudget[] {
    return this.budgets.covering(namespace, pods);
  }

  controllersOf(namespace: string, owners: readonly OwnerReference[]): ControllerFacts[] {
    return owners.map((owner) => controllerFacts(this.sources, namespace, owner));
  }

  private scalersOf({ vpa }: CompiledVpa): readonly HorizontalPodAutoscaler[] {
    const target = this.sources.config.respectConflicts ? targetOfVpa(vpa) : undefined;
    return target ? this.sources.caches.hpasByTarget.targeting(target) : NO_SCALERS;
  }

  private conflictsOf(
    vpa: CompiledVpa,
    others: readonly CompiledVpa[],
    scalers: readonly HorizontalPodAutoscaler[],
  ): Pick<Found, 'conflicts' | 'faults'> {
    if (!this.sources.config.respectConflicts || (others.length === 0 && scalers.length === 0)) return NONE;
    const { results, faults } = eachByItself('HorizontalPodAutoscaler', scalers, (scaler) => {
      scaledResources(scaler);
      return scaler;
    });
    return { conflicts: conflictsOf(vpa, others, results), faults };
  }
}
