import { type BoundsByNamespace, boundsByNamespace } from '../../cluster/bounds-by-namespace';
import { conflictsOf } from '../../decide/features/with-hpa/conflicts';
import { readableHpas } from '../../decide/features/with-hpa/readable-hpas';
import { withHpas } from '../../decide/features/with-hpa/with-hpa';
import type { NamespaceLimits } from '../../decide/pods/limit-bounds';
import type { QuotaLeft } from '../../decide/pods/quota-left';
import type { ControllerFacts, WorkloadInput } from '../../decide/running/plan-input';
import { BudgetIndex } from '../../kube/budget-index';
import type { ClusterCaches } from '../../kube/caches';
import type { TargetResolver } from '../../kube/targets';
import type { HorizontalPodAutoscaler, OwnerReference, Pod, PodDisruptionBudget } from '../../objects/types';
import type { ObjectFault } from '../../words/object-fault';
import type { UpdaterSettings } from '../settings';
import { controllerFacts } from './controllers';
import { unknownContainers } from './hpa-containers';
import type { TargetPods } from './pods-by-target';
import type { Rivals } from './rivals';
import { isSameController, sameItems } from './same-input';
import { asideFaultOf, hpaFactsOf, modeFaultOf } from './with-hpas';

type Parts = Pick<WorkloadInput, 'controllers' | 'limits' | 'quotas' | 'budgets' | 'conflicts' | 'hpa'>;
type Hpas = readonly HorizontalPodAutoscaler[];
type Beside = Pick<GatheredParts, 'conflicts' | 'faults' | 'hpa'>;

/** What the objects around a VPA say about it, and their sources. */
export interface GatheredParts extends Parts {
  readonly rivals: Rivals;
  readonly pods: TargetPods;
  readonly hpasOfTarget: Hpas;
  /** HPAs that cannot be read, or name containers that do not exist. */
  readonly faults: readonly ObjectFault[];
  readonly budgetRevision: number;
}

const NO_QUOTAS: readonly QuotaLeft[] = [];
const NO_CONFLICTS: Beside = { conflicts: [], faults: [] };

/**
 * Finds budgets, quotas, limit ranges, controllers and other autoscalers of VPAs; only again if they changed.
 */
export class WorkloadParts {
  private readonly budgets: BudgetIndex;
  private readonly bounds: BoundsByNamespace;

  constructor(
    private readonly sources: {
      config: UpdaterSettings;
      caches: ClusterCaches;
      targets: Pick<TargetResolver, 'replicasOf'>;
    },
  ) {
    const { caches } = sources;
    this.budgets = new BudgetIndex(caches.podDisruptionBudgets);
    this.bounds = boundsByNamespace(caches);
  }

  /** Budgets that cannot be read, and other unreadable objects in these namespaces. */
  *faultsIn(namespaces: Iterable<string>): Generator<ObjectFault> {
    const { respectRoom } = this.sources.config;
    yield* this.budgets.faults;
    for (const namespace of namespaces) {
      yield* this.bounds.limits(namespace).faults;
      if (respectRoom) yield* this.bounds.quotas(namespace).faults;
    }
  }

  /** For the VPAs of these pods, which the HPAs of this target scale; `former` itself if nothing changed. */
  find(target: string, rivals: Rivals, pods: TargetPods, former: GatheredParts | undefined): GatheredParts {
    const [{ namespace }] = rivals;
    const hpasOfTarget = this.sources.caches.hpasByTarget.targetingKey(namespace, target);
    const limits = this.limitsIn(namespace);
    const quotas = this.quotasIn(namespace);
    const budgetRevision = this.budgets.revisionOf(namespace);
    const controllers =
      former?.pods.owners === pods.owners && pods.areOwnersFollowed
        ? former.controllers
        : this.controllersOf(namespace, pods.owners, pods.countsOf);
    const hasControllers = former && sameItems(former.controllers, controllers, isSameController);
    const hasBudgets = former?.pods.pods === pods.pods && former.budgetRevision === budgetRevision;
    const hasConflicts =
      former?.hpasOfTarget === hpasOfTarget &&
      former.rivals === rivals &&
      (hpasOfTarget.length === 0 || former.pods.pods === pods.pods);
    const isSame =
      hasControllers &&
      hasBudgets &&
      hasConflicts &&
      former.pods === pods &&
      former.limits === limits &&
      former.quotas === quotas;
    if (isSame) return former;
    const { conflicts, faults, hpa } = hasConflicts
      ? former
      : this.besideOthers(rivals, hpasOfTarget, pods.pods);
    return {
      rivals,
      pods,
      hpasOfTarget,
      conflicts,
      faults,
      hpa,
      budgetRevision,
      budgets: hasBudgets ? former.budgets : this.budgetsFor(namespace, pods.pods, former),
      controllers: hasControllers ? former.controllers : controllers,
      limits,
      quotas,
    };
  }

  limitsIn(namespace: string): NamespaceLimits {
    return this.bounds.limits(namespace).limits;
  }

  quotasIn(namespace: string): readonly QuotaLeft[] {
    return this.sources.config.respectRoom ? this.bounds.quotas(namespace).left : NO_QUOTAS;
  }

  budgetsFor(
    namespace: string,
    pods: readonly Pod[],
    former?: Pick<GatheredParts, 'budgets'>,
  ): readonly PodDisruptionBudget[] {
    const budgets = this.budgets.covering(namespace, pods);
    return former && sameItems(former.budgets, budgets) ? former.budgets : budgets;
  }

  controllersOf(
    namespace: string,
    owners: readonly OwnerReference[],
    countsOf?: TargetPods['countsOf'],
  ): readonly ControllerFacts[] {
    return owners.map((owner) => {
      const facts = controllerFacts(this.sources, namespace, owner);
      const counts = countsOf?.(owner);
      return counts ? { ...facts, counts } : facts;
    });
  }

  private besideOthers([vpa, ...others]: Rivals, hpasOfTarget: Hpas, pods: readonly Pod[]): Beside {
    const { respectConflicts } = this.sources.config;
    const modeFault = modeFaultOf(vpa.vpa);
    if (hpasOfTarget.length === 0 && (others.length === 0 || !respectConflicts))
      return modeFault ? { ...NO_CONFLICTS, faults: [modeFault] } : NO_CONFLICTS;
    const { hpas, faults } = readableHpas(hpasOfTarget);
    const hpa = hpaFactsOf(vpa, hpas, pods, respectConflicts);
    if (!respectConflicts) return { conflicts: [], faults, hpa };
    const unknown = hpas.flatMap((each) => unknownContainers(each, pods));
    const aside = modeFault ?? asideFaultOf(vpa.vpa, withHpas(vpa.vpa, hpas));
    return {
      conflicts: conflictsOf(vpa, others, hpas),
      faults: [...faults, ...unknown, ...(aside ? [aside] : [])],
      hpa,
    };
  }
}
